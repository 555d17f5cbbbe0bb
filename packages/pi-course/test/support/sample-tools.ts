/** Builds the tools that the suites put into a registry, and schemas that are no good. */

import { object, string, type ParseResult, type Schema } from "../../src/schema.ts";
import { defineTool, type Tool, type ToolOutput } from "../../src/tool-registry.ts";

/** The output of one text block. */
export function output(text: string): ToolOutput {
  return { content: [{ type: "text", text }] };
}

/** A tool that answers with its argument `text`. */
export function echoTool(name: string = "echo"): Tool {
  return defineTool({
    name,
    description: `Says the text again (${name}).`,
    parameters: object({ text: string() }),
    execute: async ({ text }) => output(text),
  });
}

/** A schema that accepts everything and hands it through as it is. */
export function anything(): Schema<unknown> {
  return { jsonSchema: {}, parse: (value): ParseResult<unknown> => ({ ok: true, value }) };
}

/** A tool without parameters of its own whose `execute` is the given function. */
export function toolThat(execute: Tool["execute"], name: string = "work"): Tool {
  return { name, description: "Does as it is told.", parameters: anything(), execute };
}

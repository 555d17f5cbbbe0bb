/** The executor: one call in, one paired result out, whatever the tool does. */

import { parseMessage, text, toolResultMessage } from "./messages.ts";
import type { ToolCall, ToolResultMessage } from "./messages.ts";
import type { ParseIssue } from "./schema.ts";
import type { ToolContext, ToolOutput, ToolProgress, ToolRegistry } from "./tool-registry.ts";

/** What the caller of an executor provides for one call. */
export interface ExecutorContext {
  readonly signal?: AbortSignal;
  /** Receives the call's progress until its tool settles. What it throws or rejects with is ignored. */
  reportProgress(progress: ToolProgress): void;
}

/** Answers one call. The built-in one never rejects and never throws. */
export type ToolExecutor = (call: ToolCall, context: ExecutorContext) => Promise<ToolResultMessage>;

/**
 * An executor over the registry's tools: look up, check the arguments, execute, normalise.
 *
 * Every failure on the way is a result with `isError: true` that tells the model what went wrong: an
 * aborted signal, an unknown tool, invalid arguments (`details.issues` lists them), anything that the
 * tool throws, an output that is none. The result carries the call's own id and name, and is JSON data.
 */
export function createExecutor(registry: ToolRegistry): ToolExecutor {
  return async (call, context) => {
    try {
      return await answer(registry, call, context);
    } catch (error) {
      return errorResult(call, messageOf(error) ?? `Tool ${JSON.stringify(call.name)} failed and gave no message.`);
    }
  };
}

/** The result that tells of a failure: one text for the model, `details` for programs. Details that JSON cannot carry become a note. */
export function errorResult(call: ToolCall, message: string, details?: unknown): ToolResultMessage {
  return withDetails(toolResultMessage(call, [text(message)], { isError: true }), details);
}

async function answer(registry: ToolRegistry, call: ToolCall, context: ExecutorContext): Promise<ToolResultMessage> {
  if (context.signal?.aborted) return errorResult(call, "Tool call was not executed because the run was aborted.", { skipped: true, reason: "aborted" });

  const tool = registry.get(call.name);
  if (tool === undefined) return errorResult(call, unknownTool(call.name, registry));

  // A schema that hands its input through must not hand the transcript's own arguments to the tool.
  const checked = tool.parameters.parse(structuredClone(call.arguments));
  if (!checked.ok) return errorResult(call, invalidArguments(call.name, checked.issues), { issues: checked.issues });

  const channel = progressChannel(context);
  try {
    const toolContext: ToolContext = { toolCallId: call.id, signal: context.signal, reportProgress: channel.report };
    return normalised(call, await tool.execute(checked.value, toolContext));
  } finally {
    channel.close();
  }
}

function unknownTool(name: string, registry: ToolRegistry): string {
  const known = registry.definitions().map((definition) => definition.name);
  return `Unknown tool ${JSON.stringify(name)}. ${known.length > 0 ? `Known tools: ${known.join(", ")}.` : "There are no tools."}`;
}

function invalidArguments(name: string, issues: readonly ParseIssue[]): string {
  const lines = issues.map(({ path, message }) => `- ${path === "" ? "arguments" : path}: ${message}`);
  return [`Invalid arguments for tool ${JSON.stringify(name)}; nothing was executed.`, ...lines].join("\n");
}

/** The way of a call's progress to the listener, until it is closed. */
function progressChannel(listener: ExecutorContext): { report(progress: ToolProgress): void; close(): void } {
  let open = true;
  return {
    report: (progress) => {
      if (open) void deliver(listener, progress);
    },
    close: () => {
      open = false;
    },
  };
}

/** Delivers at once, before the tool goes on. Progress is a courtesy: neither a listener's failure nor junk from the tool may hurt the call. */
async function deliver(listener: ExecutorContext, progress: ToolProgress): Promise<void> {
  try {
    const { text: value, details } = progress;
    if (typeof value !== "string") return;
    await listener.reportProgress({ text: value, ...(details === undefined ? {} : { details: carriable(details) }) });
  } catch {
    // The listener's own concern.
  }
}

/** What the tool returned as the call's result; it shares nothing with it. Whatever is no output is a failure of the tool. */
function normalised(call: ToolCall, returned: unknown): ToolResultMessage {
  try {
    const { content, details, isError }: Partial<ToolOutput> = Object(returned);
    const result = parseMessage({ role: "toolResult", toolCallId: call.id, toolName: call.name, content, isError: isError ?? false });
    return withDetails(result as ToolResultMessage, details);
  } catch (error) {
    return errorResult(call, `Tool ${JSON.stringify(call.name)} returned no valid output (${messageOf(error) ?? "it cannot be read"}).`);
  }
}

function withDetails(result: ToolResultMessage, details: unknown): ToolResultMessage {
  return details === undefined ? result : { ...result, details: carriable(details) };
}

/** What stands in for details that cannot be written down. */
const NOTE = "The details were left out: JSON cannot carry them.";

/** A copy of the details by way of JSON, or the note. Chapter 01's parser has the last word on what a message may hold. */
function carriable(details: unknown): unknown {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(details, refuseLoss));
    parseMessage(toolResultMessage({ id: "", name: "" }, "", { details: copy }));
    return copy;
  } catch {
    return NOTE;
  }
}

/** JSON.stringify drops functions and turns NaN into null without a word; details that changed their meaning are worse than a note. */
function refuseLoss(_key: string, value: unknown): unknown {
  const lost = typeof value === "function" || typeof value === "symbol" || (typeof value === "number" && !Number.isFinite(value));
  if (lost) throw new TypeError(`JSON cannot carry ${String(value)}.`);
  return value;
}

/** The words of whatever was thrown; undefined if it has none. A getter or a proxy may throw once more. */
function messageOf(error: unknown): string | undefined {
  try {
    const message = typeof error === "string" ? error : (error as { readonly message?: unknown }).message;
    return typeof message === "string" && message !== "" ? message : undefined;
  } catch {
    return undefined;
  }
}

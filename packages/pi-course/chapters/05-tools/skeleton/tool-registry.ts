/** Tools and the table that holds them: an action, the schema of its arguments, and what a model is told of both. */

import type { TextContent } from "./messages.ts";
import type { ToolDefinition } from "./model.ts";
import type { Schema } from "./schema.ts";

/** What a tool says while it is still at work. `details` is for programs: data that JSON can carry. */
export interface ToolProgress {
  readonly text: string;
  readonly details?: unknown;
}

/** What a tool knows of the call that it answers. */
export interface ToolContext {
  readonly toolCallId: string;
  /** Aborted when nobody waits for the result any more; to heed it is up to the tool. */
  readonly signal?: AbortSignal;
  /** Never throws. Without effect once the tool has settled. */
  reportProgress(progress: ToolProgress): void;
}

/** What a tool answers: `content` for the model, `details` for programs. `isError` is false unless given. */
export interface ToolOutput {
  readonly content: TextContent[];
  readonly details?: unknown;
  readonly isError?: boolean;
}

/** An action that a model may ask for, with arguments of type `T`. */
export interface Tool<T = unknown> {
  /** Letters, digits, `_` and `-`, 1 to 64 characters; unique in its registry. */
  readonly name: string;
  /** Tells the model what the tool does and when to use it. */
  readonly description: string;
  readonly parameters: Schema<T>;
  /** Performs the action. `args` has passed `parameters` and belongs to the tool. A failure may be thrown or be an output with `isError`. */
  execute(args: T, context: ToolContext): Promise<ToolOutput>;
}

/** Gives back the tool as it is, and infers the type of its arguments from `parameters`. */
export function defineTool<T>(tool: Tool<T>): Tool {
  throw new Error("第三步尚未实现：defineTool() 把工具原样交回");
}

/** The tools of a run, in the order of their registration. */
export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();

  /** Registers the tools in order; throws as `register` does. */
  constructor(tools: readonly Tool[] = []) {
    throw new Error("第三步尚未实现：ToolRegistry 的构造函数逐个登记给出的工具");
  }

  /**
   * Adds a tool at the end. What models are told of it is settled here, once.
   *
   * @throws TypeError if the name breaks the rule `^[a-zA-Z0-9_-]{1,64}$`, or the parameters' JSON Schema is no JSON data
   * @throws Error if a tool of that name is registered already
   */
  register(tool: Tool): void {
    throw new Error("第三步尚未实现：register() 检查名字，再登记");
  }

  /** The tool of that name, the very same object. */
  get(name: string): Tool | undefined {
    throw new Error("第三步尚未实现：get() 按名字取出工具");
  }

  /** The tools in the order of their registration, in a new array. */
  list(): Tool[] {
    throw new Error("第三步尚未实现：list() 按登记的顺序列出工具");
  }

  /** What a model is told of the tools, in the order of their registration: data, frozen to the bottom. */
  definitions(): ToolDefinition[] {
    throw new Error("第四步尚未实现：definitions() 给出冻结的纯数据");
  }
}

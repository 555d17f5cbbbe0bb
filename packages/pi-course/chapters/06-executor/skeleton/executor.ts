/** The executor: one call in, one paired result out, whatever the tool does. */

import type { ToolCall, ToolResultMessage } from "./messages.ts";
import type { ToolProgress, ToolRegistry } from "./tool-registry.ts";

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
  throw new Error("第一步尚未实现：createExecutor() 找到工具、检查参数、执行，再把输出写成结果");
}

/** The result that tells of a failure: one text for the model, `details` for programs. Details that JSON cannot carry become a note. */
export function errorResult(call: ToolCall, message: string, details?: unknown): ToolResultMessage {
  throw new Error("第二步尚未实现：errorResult() 造出 isError 为 true 的结果");
}

/** The model boundary: what a model is asked, what it reports on the way, and how the reports fold into the fact. */

import type { EventStream } from "./event-stream.ts";
import type { AssistantMessage, Message, ToolCall } from "./messages.ts";

/** A JSON Schema (draft 2020-12) as plain data; chapter 05 builds them. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** What a model is told about a tool. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** Everything that a model knows of one turn. It is not changed after it was sent. */
export interface ModelRequest {
  readonly systemPrompt: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
}

/** One report of a turn in progress. `index` is the place of the event's block in the final content, from 0. */
export type ModelEvent =
  | { readonly type: "start" }
  | { readonly type: "text_delta"; readonly index: number; readonly delta: string }
  | { readonly type: "thinking_delta"; readonly index: number; readonly delta: string }
  | { readonly type: "toolcall_start"; readonly index: number; readonly id: string; readonly name: string }
  /** `delta` is a piece of the arguments' JSON text; on its own it is seldom valid JSON. */
  | { readonly type: "toolcall_delta"; readonly index: number; readonly delta: string }
  | { readonly type: "toolcall_end"; readonly index: number; readonly call: ToolCall };

/** A turn: its events are the process, its result is the fact. */
export type ModelStream = EventStream<ModelEvent, AssistantMessage>;

/** Anything that answers a request with a turn. */
export interface Model {
  /**
   * Starts one turn. Never throws: a failure is told by the result (`stopReason: "error"` with an
   * `errorMessage`) or by the stream's `fail`. An abort ends the turn with `stopReason: "aborted"`.
   */
  stream(request: ModelRequest, options?: { readonly signal?: AbortSignal }): ModelStream;
}

/**
 * The content that the events amount to, in time linear in their number.
 *
 * The beginning of a turn folds too: to the text so far and the completed calls. A call without its
 * `toolcall_end` is left out and leaves no hole; what comes after it moves up. A call's arguments
 * are its pieces, joined and parsed once. Where they are no JSON object, the ones that its
 * `toolcall_end` carries stand in for them; that the pieces are wrong is `checkModelTrace`'s to say.
 */
export function foldModelEvents(events: readonly ModelEvent[]): AssistantMessage["content"] {
  const content: AssistantMessage["content"] = [];
  for (const event of events) {
    switch (event.type) {
      case "start":
        throw new Error("第一步尚未实现：start 不属于任何块，折叠时什么也不留下");
      case "text_delta":
      case "thinking_delta":
        throw new Error(`第二步尚未实现：把 ${event.type} 的片段接到第 ${event.index} 块上`);
      case "toolcall_start":
      case "toolcall_delta":
      case "toolcall_end":
        throw new Error(`第三步尚未实现：收好 ${event.type}，调用结束时才有它的参数`);
      default:
        event satisfies never;
    }
  }
  return content;
}

/**
 * The rules of a turn's trace that these events and the turn's result break, in words; an empty
 * list means that the trace keeps the contract. Never throws, whatever it is given.
 */
export function checkModelTrace(events: readonly ModelEvent[], message: AssistantMessage): string[] {
  const frame = brokenFrame(events, message);
  // Enough for step one, whose turns have no blocks. Step four does without this shortcut.
  if (frame.length > 0 || events.length === 1) return frame;
  return brokenRules(events, message);
}

/** What encloses the blocks: `start` once and first, an assistant message as the result. */
function brokenFrame(events: readonly ModelEvent[], message: AssistantMessage): string[] {
  throw new Error("第一步尚未实现：start 恰好一次、在最前面；结果是一条 assistant 消息");
}

/** The blocks, one by one, and what they fold to. */
function brokenRules(events: readonly ModelEvent[], message: AssistantMessage): string[] {
  throw new Error("第四步尚未实现：块的次序、每块的事件、调用的首尾与参数、折叠与消息相等；什么输入都不抛错");
}

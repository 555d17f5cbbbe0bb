/** Model traces, block by block, so that a test spells out only what it is about. */

import type { ToolCall } from "../../src/messages.ts";
import type { ModelEvent } from "../../src/model.ts";

export const start: ModelEvent = { type: "start" };

/** The events of a text block, one a delta. */
export function textBlock(index: number, ...deltas: string[]): ModelEvent[] {
  return deltas.map((delta) => ({ type: "text_delta", index, delta }));
}

/** The events of a thinking block, one a delta. */
export function thinkingBlock(index: number, ...deltas: string[]): ModelEvent[] {
  return deltas.map((delta) => ({ type: "thinking_delta", index, delta }));
}

/** The events of a whole call: its start, a piece a delta, its end. */
export function callBlock(index: number, call: ToolCall, ...deltas: string[]): ModelEvent[] {
  return [...unfinishedCallBlock(index, call, ...deltas), { type: "toolcall_end", index, call }];
}

/** The events of a call whose end does not come. */
export function unfinishedCallBlock(index: number, { id, name }: ToolCall, ...deltas: string[]): ModelEvent[] {
  return [{ type: "toolcall_start", index, id, name }, ...deltas.map((delta): ModelEvent => ({ type: "toolcall_delta", index, delta }))];
}

export function toolCall(id: string, args: Record<string, unknown> = {}, name = "read"): ToolCall {
  return { type: "toolCall", id, name, arguments: args };
}

/** Freezes data all the way down, so that whoever writes to it gets a TypeError. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

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
  return blocksOf(events).flatMap(([, block]) => contentOf(block));
}

/**
 * The rules of a turn's trace that these events and the turn's result break, in words; an empty
 * list means that the trace keeps the contract. Never throws, whatever it is given.
 */
export function checkModelTrace(events: readonly ModelEvent[], message: AssistantMessage): string[] {
  try {
    const broken = [...brokenFrame(events, message), ...brokenOrder(events), ...brokenBlocks(events, message)];
    // A broken block folds to the wrong content as a matter of course; to say so would hide the cause.
    return broken.length > 0 ? broken : brokenContent(events, message);
  } catch {
    return ["The trace cannot be read: an event or the result is not plain data of the agreed shape."];
  }
}

/** An event that belongs to a block. */
type BlockEvent = Exclude<ModelEvent, { type: "start" }>;
type Content = AssistantMessage["content"];

/** The events block by block, in order of `index`; no block is empty. */
function blocksOf(events: readonly ModelEvent[]): [index: number, block: BlockEvent[]][] {
  const blocks = new Map<number, BlockEvent[]>();
  for (const event of events.filter(isBlockEvent)) {
    const block = blocks.get(event.index);
    if (block) block.push(event);
    else blocks.set(event.index, [event]);
  }
  return [...blocks].sort(([left], [right]) => left - right);
}

function isBlockEvent(event: ModelEvent): event is BlockEvent {
  return event.type !== "start";
}

function contentOf(block: readonly BlockEvent[]): Content {
  const [first] = block;
  switch (first.type) {
    case "text_delta":
      return [{ type: "text", text: joined(block, "text_delta") }];
    case "thinking_delta":
      return [{ type: "thinking", thinking: joined(block, "thinking_delta") }];
    case "toolcall_start":
    case "toolcall_delta":
    case "toolcall_end": {
      const end = block.find((event) => event.type === "toolcall_end");
      if (end === undefined) return [];
      const parsed = parsedJson(joined(block, "toolcall_delta"))?.value;
      return [{ ...end.call, arguments: isRecord(parsed) ? parsed : end.call.arguments }];
    }
    default:
      first satisfies never;
      return [];
  }
}

function joined(block: readonly BlockEvent[], type: "text_delta" | "thinking_delta" | "toolcall_delta"): string {
  return block.flatMap((event) => (event.type === type ? [event.delta] : [])).join("");
}

/** Wrapped, since `undefined` alone could not tell "no JSON" from a value. */
function parsedJson(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What encloses the blocks: `start` in front, an assistant message as the result. */
function brokenFrame(events: readonly ModelEvent[], message: AssistantMessage): string[] {
  const broken: string[] = [];
  if (events[0]?.type !== "start") broken.push("A trace begins with start.");
  if (events.filter((event) => event.type === "start").length > 1) broken.push("start comes only once.");
  if (message.role !== "assistant" || !Array.isArray(message.content)) broken.push("The result is an assistant message.");
  return broken;
}

/** Each event belongs to the newest block or opens the next one. */
function brokenOrder(events: readonly ModelEvent[]): string[] {
  const broken: string[] = [];
  let opened = 0;
  for (const { index, type } of events.filter(isBlockEvent)) {
    const newest = opened - 1;
    if (index === opened) opened += 1;
    else if (index !== newest || opened === 0) broken.push(`Blocks come whole and in order: ${type} of block ${index} after ${opened} block(s).`);
  }
  return broken;
}

function brokenBlocks(events: readonly ModelEvent[], message: AssistantMessage): string[] {
  const interrupted = message.stopReason === "aborted" || message.stopReason === "error";
  const blocks = blocksOf(events);
  // Whatever interrupts a turn can cut only the block that is being streamed: the last one.
  return blocks.flatMap(([index, block], place) =>
    brokenBlock(block, interrupted && place === blocks.length - 1).map((rule) => `Block ${index}: ${rule}.`),
  );
}

function brokenBlock(block: readonly BlockEvent[], mayBeCut: boolean): string[] {
  const [first, ...rest] = block;
  switch (first.type) {
    case "text_delta":
    case "thinking_delta":
      if (block.every((event) => event.type === first.type && typeof event.delta === "string")) return [];
      return [`all its events are ${first.type} with a string`];
    case "toolcall_start": {
      const end = rest.at(-1);
      const ended = end?.type === "toolcall_end";
      const pieces = ended ? rest.slice(0, -1) : rest;
      if (!pieces.every(isArgumentsPiece)) return ["between toolcall_start and the one toolcall_end come only pieces, after it nothing"];
      if (ended) return brokenCall(first, joined(pieces, "toolcall_delta"), end.call);
      return mayBeCut ? [] : ["a tool call has its toolcall_end"];
    }
    case "toolcall_delta":
    case "toolcall_end":
      return ["a tool call begins with toolcall_start"];
    default:
      first satisfies never;
      return ["its events are of no known type"];
  }
}

function isArgumentsPiece(event: BlockEvent): boolean {
  return event.type === "toolcall_delta" && typeof event.delta === "string";
}

function brokenCall(start: { readonly id: string; readonly name: string }, json: string, call: ToolCall): string[] {
  const broken: string[] = [];
  if (call.id !== start.id) broken.push("the ended call has the id of its toolcall_start");
  if (call.name !== start.name) broken.push("the ended call has the name of its toolcall_start");
  const parsed = parsedJson(json);
  if (parsed === undefined) broken.push("the pieces of the arguments, joined, are JSON");
  else if (!sameData(parsed.value, call.arguments)) broken.push("the pieces of the arguments parse to the ended call's arguments");
  return broken;
}

function brokenContent(events: readonly ModelEvent[], { content }: AssistantMessage): string[] {
  const folded = foldModelEvents(events);
  const broken: string[] = [];
  for (const [index, block] of folded.entries()) {
    if (!sameData(block, content[index])) broken.push(`Block ${index}: the folded block equals the result's.`);
  }
  if (content.length > folded.length) broken.push(`The result has ${content.length} blocks, the events fold to ${folded.length}.`);
  return broken;
}

/** Equality of JSON data: the order of keys does not matter, an undefined value counts as absent. */
function sameData(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [ours, theirs] = [entriesOf(left), entriesOf(right)];
  return ours.size === theirs.size && [...ours].every(([key, value]) => theirs.has(key) && sameData(value, theirs.get(key)));
}

/** Own entries in a Map, where `__proto__` is a key like any other. */
function entriesOf(value: object): Map<string, unknown> {
  return new Map(Object.entries(value).filter(([, entry]) => entry !== undefined));
}

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
 * Works on the beginning of a turn too: it gives the text so far and the completed calls. A call
 * without its `toolcall_end` is left out and leaves no hole: the blocks after it move up. A call's
 * arguments are its pieces, joined and parsed once; where these are no JSON object, they are the
 * ones that its `toolcall_end` carries. An event that does not fit its block is passed over;
 * `checkModelTrace` is the place that names it.
 */
export function foldModelEvents(events: Iterable<ModelEvent>): AssistantMessage["content"] {
  const blocks = new Map<number, StreamedBlock>();
  for (const event of events) {
    if (event.type === "start") continue;
    const kind = kindOf(event);
    const block = blocks.get(event.index) ?? { kind, pieces: [] };
    if (block.kind !== kind || block.ended) continue;
    blocks.set(event.index, block);
    if (event.type === "toolcall_end") block.ended = event.call;
    else if (event.type !== "toolcall_start") block.pieces.push(event.delta);
  }
  return [...blocks].sort(([left], [right]) => left - right).flatMap(([, block]) => contentOf(block));
}

type Content = AssistantMessage["content"];

/** The three kinds of block, named as in a message's content. */
type BlockKind = Content[number]["type"];

interface StreamedBlock {
  readonly kind: BlockKind;
  readonly pieces: string[];
  ended?: ToolCall;
}

function kindOf(event: Exclude<ModelEvent, { type: "start" }>): BlockKind {
  switch (event.type) {
    case "text_delta":
      return "text";
    case "thinking_delta":
      return "thinking";
    case "toolcall_start":
    case "toolcall_delta":
    case "toolcall_end":
      return "toolCall";
    default:
      throw new TypeError(`Unknown model event: ${String((event satisfies never as ModelEvent).type)}`);
  }
}

function contentOf({ kind, pieces, ended }: StreamedBlock): Content {
  switch (kind) {
    case "text":
      return [{ type: "text", text: pieces.join("") }];
    case "thinking":
      return [{ type: "thinking", thinking: pieces.join("") }];
    case "toolCall":
      return ended ? [{ ...ended, arguments: parseObject(pieces.join("")) ?? ended.arguments }] : [];
    default:
      return kind satisfies never;
  }
}

function parseObject(json: string): Record<string, unknown> | undefined {
  const value = parseJson(json)?.value;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

function parseJson(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}

/**
 * The rules of a turn's trace that these events and their final message break, in words, each with
 * the place (events are counted from 0); an empty list means that the trace keeps the contract.
 *
 * Never throws, whatever it is given: what cannot be read is a broken rule too.
 */
export function checkModelTrace(events: Iterable<ModelEvent>, message: AssistantMessage): string[] {
  try {
    const trace = [...events];
    const interrupted = message.stopReason === "aborted" || message.stopReason === "error";
    const broken = brokenOrder(trace, interrupted);
    // Folding presupposes readable events; a second list of follow-up faults would only hide the first.
    return broken.length > 0 ? broken : brokenContent(foldModelEvents(trace), message);
  } catch {
    return ["The trace cannot be read: an event is of no known type, or something in it is not plain data."];
  }
}

/** The block that the walk stands in. */
interface OpenBlock {
  readonly kind: BlockKind;
  readonly index: number;
  readonly started?: { readonly id: string; readonly name: string };
  readonly pieces: string[];
  ended: boolean;
}

function brokenOrder(trace: readonly ModelEvent[], interrupted: boolean): string[] {
  const broken: string[] = [];
  let open: OpenBlock | undefined;

  if (trace[0]?.type !== "start") broken.push('A trace begins with "start".');
  trace.forEach((event, position) => {
    const say = (rule: string): number => broken.push(`Event ${position} (${event.type}): ${rule}.`);
    if (event.type === "start") {
      if (position > 0) say('"start" comes once and first');
      return;
    }
    const kind = kindOf(event);
    if (open === undefined || event.index !== open.index) {
      const expected: number = open === undefined ? 0 : open.index + 1;
      if (event.index !== expected) say(`blocks come in order without a gap; expected block ${expected}, not ${event.index}`);
      if (isUnended(open)) say(`block ${open.index} is a tool call without its toolcall_end`);
      if (kind === "toolCall" && event.type !== "toolcall_start") say(`block ${event.index} has no toolcall_start`);
      open = { kind, index: event.index, pieces: [], ended: false, ...(event.type === "toolcall_start" && { started: event }) };
    } else if (kind !== open.kind) say(`block ${open.index} is of kind ${open.kind}`);
    else if (open.ended) say(`block ${open.index} has had its toolcall_end`);
    else if (event.type === "toolcall_start") say(`block ${open.index} has had its toolcall_start`);

    if (event.type === "toolcall_end") {
      broken.push(...brokenCall(open, event.call));
      open.ended = true;
    } else if (event.type !== "toolcall_start") {
      if (typeof event.delta === "string") open.pieces.push(event.delta);
      else say("a delta is a string");
    }
  });
  if (isUnended(open) && !interrupted) broken.push(`Block ${open.index}: a tool call without its toolcall_end.`);
  return broken;
}

function isUnended(block: OpenBlock | undefined): block is OpenBlock {
  return block?.kind === "toolCall" && !block.ended;
}

function brokenCall({ index, started, pieces }: OpenBlock, call: ToolCall): string[] {
  const broken: string[] = [];
  const json = pieces.join("");
  const parsed = parseJson(json);
  if (started && started.id !== call.id) broken.push(`Block ${index}: the call's id differs between its start and its end.`);
  if (started && started.name !== call.name) broken.push(`Block ${index}: the call's name differs between its start and its end.`);
  if (!parsed) broken.push(`Block ${index}: the pieces of the arguments do not parse as JSON.`);
  else if (!sameData(parsed.value, call.arguments)) broken.push(`Block ${index}: the pieces parse to other arguments than those of the ended call.`);
  return broken;
}

function brokenContent(folded: Content, { role, content }: AssistantMessage): string[] {
  if (role !== "assistant" || !Array.isArray(content)) return ["The result is no assistant message."];
  const broken: string[] = [];
  if (folded.length !== content.length) broken.push(`The events fold to ${folded.length} blocks, the message has ${content.length}.`);
  folded.slice(0, content.length).forEach((block, index) => {
    if (!sameData(block, content[index])) broken.push(`Block ${index}: the events fold to another block than the message's.`);
  });
  return broken;
}

/** Equality of JSON data: the order of keys does not matter, an undefined value counts as absent. */
function sameData(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [mine, others] = [dataOf(left), dataOf(right)];
  return mine.size === others.size && [...mine].every(([key, value]) => others.has(key) && sameData(value, others.get(key)));
}

/** Own entries only, in a Map, so that a key like `__proto__` is a key like any other. */
function dataOf(value: object): Map<string, unknown> {
  return new Map(Object.entries(value).filter(([, entry]) => entry !== undefined));
}

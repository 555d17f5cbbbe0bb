/** A model that says what its script says: the same script, the same turn, event by event. */

import { EventStream } from "./event-stream.ts";
import { assistantMessage, type AssistantMessage } from "./messages.ts";
import { foldModelEvents, type Model, type ModelEvent, type ModelRequest, type ModelStream } from "./model.ts";

/**
 * One turn of a script: the message to play; a function that makes it from the request, called
 * when the turn starts; or a message whose end waits until a promise settles, either way.
 */
export type ScriptedTurn =
  | AssistantMessage
  | ((request: ModelRequest) => AssistantMessage)
  | { readonly message: AssistantMessage; readonly until?: Promise<unknown> };

/**
 * Plays one turn of its script per `stream()`, as events that keep the contract of a model trace.
 *
 * - An aborted signal ends the turn with `stopReason: "aborted"` and the blocks streamed so far; a
 *   turn whose signal is aborted beforehand is used up all the same.
 * - A turn that cannot be played (its function throws, its arguments are no JSON) ends with
 *   `stopReason: "error"` and the error's message.
 * - So does a request beyond the script; its `errorMessage` gives the number of turns and of the request.
 */
export class ScriptedModel implements Model {
  readonly #turns: readonly ScriptedTurn[];
  readonly #chunkSize: number;
  readonly #requests: ModelRequest[] = [];
  #started = 0;

  /**
   * Copies the script. `chunkSize` is the number of characters (code points) a delta, 16 if not given.
   *
   * @throws RangeError if `chunkSize` is not an integer ≥ 1
   */
  constructor(turns: readonly ScriptedTurn[], options: { readonly chunkSize?: number } = {}) {
    const { chunkSize = 16 } = options;
    if (!Number.isInteger(chunkSize) || chunkSize < 1) throw new RangeError(`chunkSize must be an integer ≥ 1, not ${String(chunkSize)}`);
    this.#chunkSize = chunkSize;
    this.#turns = turns.map(copyTurn);
  }

  /** The requests so far, in order: deep copies, made when `stream()` was called. */
  get requests(): readonly ModelRequest[] {
    return this.#requests;
  }

  /** The number of turns that no `stream()` has taken yet. */
  get remaining(): number {
    return Math.max(this.#turns.length - this.#started, 0);
  }

  /** Plays the next turn. Its request is recorded and its function called before this returns. */
  stream(request: ModelRequest, options?: { readonly signal?: AbortSignal }): ModelStream {
    const stream: ModelStream = new EventStream();
    void this.#play(stream, request, options?.signal);
    return stream;
  }

  async #play(stream: ModelStream, request: ModelRequest, signal: AbortSignal | undefined): Promise<void> {
    const streamed: ModelEvent[] = [];
    const emit = (event: ModelEvent): void => {
      streamed.push(event);
      stream.push(event);
    };
    try {
      // Up to the first await this runs inside stream(): turns are taken and requests copied in call order.
      emit({ type: "start" });
      const turn = this.#turns[this.#started++];
      this.#requests.push(copy(request));
      signal?.throwIfAborted();
      if (turn === undefined) throw new Error(`The script has ${this.#turns.length} turn(s); this was request ${this.#started}.`);

      const { message, until } = scenarioOf(turn, request);
      for (const event of eventsOf(message, this.#chunkSize)) {
        await readersTurn();
        signal?.throwIfAborted();
        emit(event);
      }
      await readersTurn();
      if (until) await settledOrAborted(until, signal);
      signal?.throwIfAborted();
      stream.end(copy(message));
    } catch (error) {
      const content = foldModelEvents(streamed);
      // The signal and not the error decides: an abort may carry any reason, of any name.
      if (signal?.aborted) stream.end(assistantMessage(content, "aborted"));
      else stream.end({ ...assistantMessage(content, "error"), errorMessage: messageOf(error) });
    }
  }
}

/** A turn, whichever way it was written. */
interface Scenario {
  readonly message: AssistantMessage;
  readonly until?: Promise<unknown>;
}

function copyTurn(turn: ScriptedTurn): ScriptedTurn {
  if (typeof turn === "function") return turn;
  if (!("message" in turn)) return copy(turn);
  // A rejection that comes before its turn is played has no other listener yet.
  turn.until?.then(undefined, () => {});
  return { ...turn, message: copy(turn.message) };
}

function scenarioOf(turn: ScriptedTurn, request: ModelRequest): Scenario {
  if (typeof turn === "function") return { message: copy(turn(copy(request))) };
  return "message" in turn ? turn : { message: turn };
}

/** The events of a message's blocks; no delta is longer than `chunkSize` characters. */
function* eventsOf(message: AssistantMessage, chunkSize: number): Generator<ModelEvent> {
  for (const [index, block] of message.content.entries()) {
    switch (block.type) {
      case "text":
        for (const delta of piecesOf(block.text, chunkSize)) yield { type: "text_delta", index, delta };
        break;
      case "thinking":
        for (const delta of piecesOf(block.thinking, chunkSize)) yield { type: "thinking_delta", index, delta };
        break;
      case "toolCall":
        yield { type: "toolcall_start", index, id: block.id, name: block.name };
        for (const delta of piecesOf(JSON.stringify(block.arguments) ?? "", chunkSize)) yield { type: "toolcall_delta", index, delta };
        yield { type: "toolcall_end", index, call: copy(block) };
        break;
      default:
        throw new TypeError(`Unknown block type: ${String((block satisfies never as { type: unknown }).type)}`);
    }
  }
}

/** Cuts between code points, so that a surrogate pair stays whole. An empty text is one empty piece. */
function* piecesOf(text: string, chunkSize: number): Generator<string> {
  const characters = Array.from(text);
  for (let start = 0; start < Math.max(characters.length, 1); start += chunkSize) yield characters.slice(start, start + chunkSize).join("");
}

/**
 * Lets whoever iterates the stream see the last event, and answer it with an abort, before the next
 * one is made. An iterator that is written as an async generator takes three microtasks for that.
 */
async function readersTurn(): Promise<void> {
  for (let microtask = 0; microtask < 4; microtask++) await undefined;
}

/** Resolves when `until` settles, either way, or the signal is aborted; leaves no listener behind. */
function settledOrAborted(until: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      signal?.removeEventListener("abort", done);
      resolve();
    };
    if (signal?.aborted) return done();
    signal?.addEventListener("abort", done);
    until.then(done, done);
  });
}

/** A deep copy of data. What cannot be cloned, like a function, stays as it is. */
function copy<T>(value: T): T {
  try {
    return structuredClone(value);
  } catch {
    if (Array.isArray(value)) return value.map(copy) as T;
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copy(entry)])) as T;
  }
}

/** What was thrown, in words, whatever it is. */
function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error) || "An error without a message was thrown.";
  } catch {
    return "A value that cannot be put into words was thrown.";
  }
}

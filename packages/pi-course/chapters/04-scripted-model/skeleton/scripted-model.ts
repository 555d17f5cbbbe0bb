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
  #started = 0;

  /**
   * Copies the script. `chunkSize` is the number of characters (code points) a delta, 16 if not given.
   *
   * @throws RangeError if `chunkSize` is not an integer ≥ 1
   */
  constructor(turns: readonly ScriptedTurn[], options: { readonly chunkSize?: number } = {}) {
    if (options.chunkSize !== undefined) throw new Error("第一步尚未实现：chunkSize 要是大于 0 的整数，否则抛 RangeError");
    this.#turns = turns;
  }

  /** The requests so far, in order: deep copies, made when `stream()` was called. */
  get requests(): readonly ModelRequest[] {
    throw new Error("第二步尚未实现：每次 stream() 记下一份请求的深快照");
  }

  /** The number of turns that no `stream()` has taken yet. */
  get remaining(): number {
    throw new Error("第一步尚未实现：还没有播放的轮数");
  }

  /** Plays the next turn. Its request is recorded and its function called before this returns. */
  stream(request: ModelRequest, options?: { readonly signal?: AbortSignal }): ModelStream {
    const turn = this.#turns[this.#started++];
    if (options?.signal?.aborted) throw new Error("第五步尚未实现：以 aborted 结束，内容是已经流出的块");
    if (turn === undefined) throw new Error("第四步尚未实现：以 error 结束，说出脚本有几轮、这是第几次请求");
    throw new Error("第一步尚未实现：把这一轮的消息变成事件，一片一片推进流里，然后结束");
  }
}

/** The pairing rule of a transcript: every call has its result, directly after it, once. */

import { toolCallsOf, type Message } from "./messages.ts";

/**
 * One breach of the pairing rule. `toolCallId` is the id that is concerned, `index` the place in the
 * transcript of the message that is: of the assistant message for `missing-result` and
 * `duplicate-call`, of the result itself for all others.
 */
export interface PairingIssue {
  readonly kind: "missing-result" | "orphan-result" | "duplicate-call" | "duplicate-result" | "name-mismatch" | "out-of-order";
  readonly index: number;
  readonly toolCallId: string;
}

/**
 * All breaches of the pairing rule, ordered by `index`, those of one message in the order of its calls;
 * an empty list means that the transcript is sound.
 *
 * The rule: the results of an assistant message's calls follow it directly, one a call, in call order,
 * before any other message. That run of results is the message's block. Ids are compared within a block
 * only, so a later turn may use one again.
 *
 * - `duplicate-call`: an id that one message uses again, once for each repetition. The calls of an id
 *   share one result, under the name of any of them.
 * - `missing-result`: a call with no result in its block.
 * - `orphan-result`: a result outside a block, or of an id that the block's message did not call.
 * - `duplicate-result`: a further result of an id; its name and place are not judged.
 * - `name-mismatch`: a result under another name than its call's.
 * - `out-of-order`: a result at another call's place. The places are those of the calls that have a
 *   result, so one that is missing does not displace the others; of two that are swapped, both are.
 */
export function checkPairing(messages: readonly Message[]): PairingIssue[] {
  throw new Error(`第四步尚未实现：在 ${messages.length} 条消息里，找出没有配好对的调用和结果`);
}

/** The pairing rule of a transcript: every call has its result, directly after it, once. */

import { toolCallsOf, type Message, type ToolCall, type ToolResultMessage } from "./messages.ts";

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
  return blocksOf(messages).flatMap((block) => [...callIssues(block), ...resultIssues(block)]);
}

/** A message with the run of results that follows it; `index` is the message's place. */
interface Block {
  readonly index: number;
  readonly calls: readonly ToolCall[];
  readonly results: ToolResultMessage[];
}

function blocksOf(messages: readonly Message[]): Block[] {
  // Results at the very beginning follow no message: they belong to a block without calls.
  let block: Block = { index: -1, calls: [], results: [] };
  const blocks = [block];
  for (const [index, message] of messages.entries()) {
    if (message.role === "toolResult") block.results.push(message);
    else blocks.push((block = { index, calls: toolCallsOf(message), results: [] }));
  }
  return blocks;
}

function callIssues({ index, calls, results }: Block): PairingIssue[] {
  const answered = new Set(results.map((result) => result.toolCallId));
  const called = new Set<string>();
  const issues: PairingIssue[] = [];
  for (const { id } of calls) {
    if (called.has(id)) issues.push({ kind: "duplicate-call", index, toolCallId: id });
    else if (!answered.has(id)) issues.push({ kind: "missing-result", index, toolCallId: id });
    called.add(id);
  }
  return issues;
}

function resultIssues({ index, calls, results }: Block): PairingIssue[] {
  const names = namesById(calls);
  const answered = new Set(results.map((result) => result.toolCallId));
  const places = [...names.keys()].filter((id) => answered.has(id)).values();
  const seen = new Set<string>();
  const issues: PairingIssue[] = [];
  for (const [offset, { toolCallId, toolName }] of results.entries()) {
    const report = (kind: PairingIssue["kind"]): void => {
      issues.push({ kind, index: index + 1 + offset, toolCallId });
    };
    const named = names.get(toolCallId);
    if (named === undefined) report("orphan-result");
    else if (seen.has(toolCallId)) report("duplicate-result");
    else {
      if (places.next().value !== toolCallId) report("out-of-order");
      if (!named.includes(toolName)) report("name-mismatch");
    }
    seen.add(toolCallId);
  }
  return issues;
}

/** The calls' names by id, in call order. Only an id that is called twice can have several. */
function namesById(calls: readonly ToolCall[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { id, name } of calls) {
    const named = names.get(id);
    if (named) named.push(name);
    else names.set(id, [name]);
  }
  return names;
}

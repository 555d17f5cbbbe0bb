/** What a loop is given: calls, turns, executors with gates, and models with faults. */

import type { AgentLoopOptions } from "../../src/agent-loop.ts";
import { EventStream } from "../../src/event-stream.ts";
import { assistantMessage, text, toolResultMessage, type AssistantMessage, type Message, type ToolCall, type ToolResultMessage } from "../../src/messages.ts";
import type { Model, ModelEvent, ModelRequest, ModelStream } from "../../src/model.ts";
import { gate, type Gate } from "./gate.ts";

type Executor = AgentLoopOptions["executor"];
type ExecutorContext = Parameters<Executor>[1];

/** A call of a tool, `echo` if no other is named. */
export function toolCall(id: string, args: Record<string, unknown> = {}, name = "echo"): ToolCall {
  return { type: "toolCall", id, name, arguments: args };
}

/** A turn that consists of calls and ends for the given reason. */
export function turnOf(calls: readonly ToolCall[], stopReason: AssistantMessage["stopReason"] = "toolUse"): AssistantMessage {
  return assistantMessage(calls, stopReason);
}

/** A turn with a stop reason that the contract does not know, as a careless provider adapter may let it through. */
export function turnWithStopReason(stopReason: unknown, calls: readonly ToolCall[]): AssistantMessage {
  return { ...assistantMessage(calls), stopReason: stopReason as AssistantMessage["stopReason"] };
}

/** The message with each text block reduced to its type: for what the contract leaves to the implementer's words. */
export function withoutWords(message: Message): unknown {
  return { ...message, content: message.content.map((block) => (block.type === "text" ? "text" : block)) };
}

/** The refusal of a call, without words. */
export function refusal(call: ToolCall, reason: string): unknown {
  return withoutWords(toolResultMessage(call, "", { isError: true, details: { skipped: true, reason } }));
}

/** The results among the messages, a line each: `a echo` answers call a of tool echo, `a echo error` tells of a failure. */
export function answersIn(messages: readonly Message[]): string[] {
  return messages.filter((message) => message.role === "toolResult").map(({ toolCallId, toolName, isError }) => `${toolCallId} ${toolName}${isError ? " error" : ""}`);
}

/** An executor, and what it was given: copies of the calls as they came in, and the contexts. */
export interface RecordedExecutor {
  readonly executor: Executor;
  readonly calls: readonly ToolCall[];
  readonly contexts: readonly ExecutorContext[];
}

/** Records, then behaves as told. `behave` runs in the executor itself, so what it throws is thrown synchronously. */
export function recordedExecutor(behave: Executor = async (call) => toolResultMessage(call, `ok ${call.id}`)): RecordedExecutor {
  const calls: ToolCall[] = [];
  const contexts: ExecutorContext[] = [];
  return {
    calls,
    contexts,
    executor: (call, context) => {
      calls.push(structuredClone(call));
      contexts.push(context);
      return behave(call, context);
    },
  };
}

/** An executor whose calls wait until they are let go, one at a time and by hand. */
export interface GatedExecutor extends RecordedExecutor {
  /** Lets a call be answered, with `ok <id>` if no other result is given. */
  finish(id: string, result?: ToolResultMessage): void;
  /** Lets a call's promise reject. */
  fail(id: string, error: unknown): void;
  /** Reports progress as the tool of a call would. Nothing is reported for a call that never came. */
  report(id: string, text: string): void;
}

export function gatedExecutor(): GatedExecutor {
  const gates = new Map<string, Gate<ToolResultMessage | undefined>>();
  const gateOf = (id: string): Gate<ToolResultMessage | undefined> => {
    const known = gates.get(id) ?? gate<ToolResultMessage | undefined>();
    gates.set(id, known);
    return known;
  };
  const recorded = recordedExecutor(async (call) => (await gateOf(call.id).promise) ?? toolResultMessage(call, `ok ${call.id}`));
  return {
    ...recorded,
    finish: (id, result) => gateOf(id).open(result),
    fail: (id, error) => gateOf(id).fail(error),
    report: (id, text) => recorded.contexts[recorded.calls.findIndex((call) => call.id === id)]?.reportProgress({ text }),
  };
}

/** A model that plays ready-made turns: the very events and result, whatever they are. */
export function playedModel(...turns: { readonly events?: readonly ModelEvent[]; readonly result: unknown }[]): Model {
  let played = 0;
  return modelOf(() => {
    const turn = turns[played++];
    if (!turn) throw new Error(`The model has played all of its ${turns.length} turn(s).`);
    const stream: ModelStream = new EventStream();
    for (const event of turn.events ?? []) stream.push(event);
    stream.end(turn.result as AssistantMessage);
    return stream;
  });
}

/** A model with the given `stream`, which need not keep the contract. */
export function modelOf(stream: (request: ModelRequest, options?: { readonly signal?: AbortSignal }) => unknown): Model {
  return { stream: stream as Model["stream"] };
}

/** What looks like a model's stream to a reader, and does as told. */
export function streamOf(events: () => AsyncGenerator<ModelEvent>, result: () => Promise<unknown>): unknown {
  return { [Symbol.asyncIterator]: events, result };
}

/** The model as it is, and the requests themselves that it was sent: no copies. */
export function keepingRequests(model: Model): { readonly model: Model; readonly requests: readonly ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    model: modelOf((request, options) => {
      requests.push(request);
      return model.stream(request, options);
    }),
  };
}

/** Three events and the message that they fold to. */
export const spokenTurn: { readonly events: readonly ModelEvent[]; readonly message: AssistantMessage } = {
  events: [
    { type: "start" },
    { type: "text_delta", index: 0, delta: "你好，" },
    { type: "text_delta", index: 0, delta: "我在。" },
  ],
  message: assistantMessage([text("你好，我在。")]),
};

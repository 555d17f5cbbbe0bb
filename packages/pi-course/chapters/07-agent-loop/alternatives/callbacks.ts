/** The loop with callbacks: no `async`, no `await`; each batch counts down the calls that are still running. */

import { errorResult, type ToolExecutor } from "./executor.ts";
import { toolCallsOf, toolResultMessage, type AssistantMessage, type Message, type ToolCall, type ToolResultMessage } from "./messages.ts";
import type { Model, ModelEvent, ToolDefinition } from "./model.ts";
import type { ToolProgress } from "./tool-registry.ts";
import { checkPairing } from "./transcript.ts";

/** Why a run ended. `maxSteps`: the model wanted to go on, and the limit on its requests was reached. */
export type RunEndReason = "stop" | "length" | "error" | "aborted" | "maxSteps";

/**
 * What happens in a run, as it happens. `step` is the number of the model request, from 1.
 *
 * `assistant_message` and `tool_result_message` announce every write to the transcript, in write
 * order. `tool_start` comes in call order, `tool_end` at the moment at which its call is completed,
 * `tool_result_message` in call order after the whole batch. `turn_end` comes once, as the last.
 * The objects in an event are the run's own: they are to be read, not to be changed.
 */
export type LoopEvent =
  | { readonly type: "model_event"; readonly step: number; readonly event: ModelEvent }
  | { readonly type: "assistant_message"; readonly step: number; readonly message: AssistantMessage }
  | { readonly type: "tool_start"; readonly step: number; readonly call: ToolCall }
  | { readonly type: "tool_progress"; readonly step: number; readonly toolCallId: string; readonly progress: ToolProgress }
  | { readonly type: "tool_end"; readonly step: number; readonly result: ToolResultMessage }
  | { readonly type: "tool_result_message"; readonly step: number; readonly message: ToolResultMessage }
  | { readonly type: "turn_end"; readonly reason: RunEndReason; readonly steps: number };

/** How a run ended, and everything that was said. */
export interface AgentRunResult {
  readonly reason: RunEndReason;
  /** The number of model requests made, a failed one included; 0 if the signal was aborted beforehand. */
  readonly steps: number;
  /** The whole transcript: copies of the initial messages, then what the run wrote. */
  readonly messages: Message[];
  /** What went wrong, in words. Present exactly when `reason` is `error`. */
  readonly errorMessage?: string;
}

/** The collaborators and limits of one run. */
export interface AgentLoopOptions {
  /** Where the run starts. The messages are copied deeply; their calls and results must be paired. */
  readonly context: { readonly systemPrompt: string; readonly messages: readonly Message[] };
  readonly model: Model;
  /** Asked before each request. */
  readonly tools: { definitions(): ToolDefinition[] };
  /** Gets a copy of the call. All calls of a message run at the same time. */
  readonly executor: ToolExecutor;
  /** Passed on as it is to the model and to the executor; the loop adds no listener to it. */
  readonly signal?: AbortSignal;
  /** The largest number of model requests, an integer ≥ 1; 50 if not given. */
  readonly maxSteps?: number;
  /**
   * Called synchronously, in order, and not awaited. One that throws, or whose promise rejects,
   * changes nothing in the run; it is reported with `process.emitWarning`.
   */
  readonly onEvent?: (event: LoopEvent) => void;
}

export function runAgentLoop(options: AgentLoopOptions): Promise<AgentRunResult> {
  return new Promise((resolve, reject) => {
    const maxSteps = options.maxSteps ?? 50;
    if (!Number.isSafeInteger(maxSteps) || maxSteps <= 0) return reject(new RangeError(`maxSteps is ${String(maxSteps)}`));
    const messages: Message[] = [];
    for (const message of options.context.messages) messages.push(cloned(message));
    const issues = checkPairing(messages);
    if (issues.length > 0) return reject(new Error(`${issues[0]?.toolCallId} is a ${issues[0]?.kind}`));
    step(options, { messages, maxSteps, steps: 0, resolve });
  });
}

interface Machine {
  readonly messages: Message[];
  readonly maxSteps: number;
  readonly resolve: (result: AgentRunResult) => void;
  steps: number;
}

function tell({ onEvent }: AgentLoopOptions, event: LoopEvent): void {
  if (onEvent === undefined) return;
  let outcome: unknown;
  try {
    outcome = onEvent(event);
  } catch (error) {
    process.emitWarning(`A listener threw on ${event.type}: ${words(error)}`, "ListenerWarning");
  }
  Promise.resolve(outcome).then(undefined, (error: unknown) => process.emitWarning(`A listener rejected on ${event.type}: ${words(error)}`, "ListenerWarning"));
}

function end(options: AgentLoopOptions, { messages, steps, resolve }: Machine, reason: RunEndReason, errorMessage?: string): void {
  tell(options, { type: "turn_end", reason, steps });
  resolve({ reason, steps, messages, errorMessage });
}

function step(options: AgentLoopOptions, machine: Machine): void {
  if (options.signal !== undefined && options.signal.aborted) return end(options, machine, "aborted");
  if (machine.steps === machine.maxSteps) return end(options, machine, "maxSteps");
  machine.steps += 1;
  ask(
    options,
    machine,
    (message) => {
      machine.messages.push(message);
      tell(options, { type: "assistant_message", step: machine.steps, message });
      decide(options, machine, message);
    },
    (error) => end(options, machine, "error", words(error)),
  );
}

function ask(options: AgentLoopOptions, { messages, steps }: Machine, done: (message: AssistantMessage) => void, failed: (error: unknown) => void): void {
  const checked = (message: AssistantMessage): void => {
    if (message?.role === "assistant" && Array.isArray(message.content) && !message.content.includes(null as never)) done(message);
    else failed(new Error("The result is no assistant message"));
  };
  try {
    const request = { systemPrompt: options.context.systemPrompt, messages: Array.from(messages), tools: options.tools.definitions() };
    const stream = options.model.stream(request, { signal: options.signal });
    const iterator = stream[Symbol.asyncIterator]();
    const read = (): Promise<void> =>
      iterator.next().then((next) => {
        if (next.done) return stream.result().then(checked);
        tell(options, { type: "model_event", step: steps, event: next.value });
        return read();
      });
    read().catch(failed);
  } catch (error) {
    failed(error);
  }
}

function decide(options: AgentLoopOptions, machine: Machine, message: AssistantMessage): void {
  const calls = toolCallsOf(message);
  const refuse = (reason: string, text: string): void => {
    const done: string[] = [];
    for (const call of calls) {
      if (done.includes(call.id)) continue;
      done.push(call.id);
      write(options, machine, toolResultMessage(call, text, { isError: true, details: { skipped: true, reason } }));
    }
  };
  if (message.stopReason === "toolUse") {
    const repeated = calls.some((call, place) => calls.slice(0, place).some(({ id }) => id === call.id));
    if (calls.length > 0 && !repeated) return runBatch(options, machine, calls);
    refuse("duplicate-id", "Refused: the id stands twice in the message.");
    return end(options, machine, "error", repeated ? "a tool call id was used twice" : "toolUse without a call");
  }
  if (message.stopReason === "length") {
    refuse("length", "Tool call was not executed because the model response was truncated.");
    return end(options, machine, "length");
  }
  if (message.stopReason === "aborted") {
    refuse("aborted", "Refused: aborted.");
    return end(options, machine, "aborted");
  }
  if (message.stopReason === "stop" && calls.length === 0) return end(options, machine, "stop");
  refuse(message.stopReason === "stop" ? "unexpected-stop" : "error", "Refused.");
  end(options, machine, "error", message.errorMessage || `the model ended with "${message.stopReason}"`);
}

function write(options: AgentLoopOptions, machine: Machine, message: ToolResultMessage): void {
  machine.messages.push(message);
  tell(options, { type: "tool_result_message", step: machine.steps, message });
}

function runBatch(options: AgentLoopOptions, machine: Machine, calls: readonly ToolCall[]): void {
  const results: ToolResultMessage[] = new Array<ToolResultMessage>(calls.length);
  let running = calls.length;
  calls.forEach((call, place) => {
    const complete = (result: ToolResultMessage): void => {
      results[place] = result;
      tell(options, { type: "tool_end", step: machine.steps, result });
      running -= 1;
      if (running > 0) return;
      results.forEach((each) => write(options, machine, each));
      step(options, machine);
    };
    const reportProgress = (progress: ToolProgress): void => {
      if (results[place] === undefined) tell(options, { type: "tool_progress", step: machine.steps, toolCallId: call.id, progress });
    };
    tell(options, { type: "tool_start", step: machine.steps, call });
    // Never in the same tick: an executor that answers at once must not end the batch while it is being started.
    Promise.resolve()
      .then(() => options.executor(cloned(call), { signal: options.signal, reportProgress }))
      .then((result) => (result.role === "toolResult" && result.toolCallId === call.id && result.toolName === call.name ? result : errorResult(call, "answered another call")))
      .then(complete, (error: unknown) => complete(errorResult(call, words(error))));
  });
}

/** A copy of a message; of what cannot be cloned the message keeps the object itself. */
function cloned<T>(value: T): T {
  try {
    return structuredClone(value);
  } catch {
    if (Array.isArray(value)) return value.map((entry: unknown) => cloned(entry)) as T;
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, cloned(entry)])) as T;
  }
}

function words(thrown: unknown): string {
  try {
    return (thrown instanceof Error ? `${thrown.message}` : `${String(thrown)}`) || "unknown failure";
  } catch {
    return "unknown failure";
  }
}

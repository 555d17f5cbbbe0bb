/** The loop as a state machine: a reducer names the next state, a driver carries out what the state asks for. */

import type { ToolExecutor } from "./executor.ts";
import { errorResult } from "./executor.ts";
import type { AssistantMessage, Message, ToolCall, ToolResultMessage } from "./messages.ts";
import { toolCallsOf } from "./messages.ts";
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

type State =
  | { readonly at: "ready"; readonly steps: number }
  | { readonly at: "judging"; readonly steps: number; readonly message: AssistantMessage }
  | { readonly at: "executing"; readonly steps: number; readonly calls: readonly ToolCall[] }
  | { readonly at: "refusing"; readonly steps: number; readonly calls: readonly ToolCall[]; readonly because: string; readonly end: RunEndReason; readonly words: string }
  | { readonly at: "ended"; readonly steps: number; readonly reason: RunEndReason; readonly words: string };

function judge(steps: number, message: AssistantMessage): State {
  const calls = toolCallsOf(message);
  const refusing = (because: string, end: RunEndReason, words = ""): State => ({ at: "refusing", steps, calls, because, end, words });
  const rows: Record<string, () => State> = {
    stop: () => (calls.length ? refusing("unexpected-stop", "error", "calls beside a stop") : { at: "ended", steps, reason: "stop", words: "" }),
    toolUse: () => {
      if (!calls.length) return { at: "ended", steps, reason: "error", words: "no calls" };
      return uniqueOr(calls);
    },
    length: () => refusing("length", "length"),
    aborted: () => refusing("aborted", "aborted"),
  };
  const uniqueOr = (all: readonly ToolCall[]): State =>
    all.some((call, place) => all.slice(0, place).some((earlier) => earlier.id === call.id)) ? refusing("duplicate-id", "error", "an id twice") : { at: "executing", steps, calls: all };
  const row = Object.hasOwn(rows, message.stopReason) ? rows[message.stopReason] : undefined;
  return row ? row() : refusing("error", "error", message.errorMessage || "the model failed");
}

export function runAgentLoop(options: AgentLoopOptions): Promise<AgentRunResult> {
  const { maxSteps = 50 } = options;
  if (!(Number.isSafeInteger(maxSteps) && maxSteps > 0)) return Promise.reject(new RangeError("maxSteps"));
  const machine = new Machine(options, maxSteps);
  const issue = checkPairing(machine.messages)[0];
  if (issue) return Promise.reject(new Error(`${issue.kind} ${issue.toolCallId}`));
  return machine.run();
}

class Machine {
  readonly messages: Message[];
  private readonly options: AgentLoopOptions;
  private readonly maxSteps: number;

  constructor(options: AgentLoopOptions, maxSteps: number) {
    this.options = options;
    this.maxSteps = maxSteps;
    this.messages = deep([...options.context.messages]);
  }

  async run(): Promise<AgentRunResult> {
    let state: State = { at: "ready", steps: 0 };
    while (state.at !== "ended") state = await this.next(state);
    const { reason, steps, words } = state;
    this.emit({ type: "turn_end", reason, steps });
    return { reason, steps, messages: this.messages, ...(reason === "error" ? { errorMessage: words } : {}) };
  }

  private async next(state: Exclude<State, { at: "ended" }>): Promise<State> {
    switch (state.at) {
      case "ready":
        return this.ask(state.steps);
      case "judging":
        this.messages.push(state.message);
        this.emit({ type: "assistant_message", step: state.steps, message: state.message });
        return judge(state.steps, state.message);
      case "executing": {
        for (const call of state.calls) this.emit({ type: "tool_start", step: state.steps, call });
        const settled = await Promise.allSettled(state.calls.map((call) => this.execute(state.steps, call)));
        for (const one of settled) if (one.status === "fulfilled") this.record(state.steps, one.value);
        return { at: "ready", steps: state.steps };
      }
      case "refusing": {
        const first = new Map<string, ToolCall>();
        for (const call of state.calls) if (!first.has(call.id)) first.set(call.id, call);
        for (const call of first.values()) this.record(state.steps, refusal(call, state.because));
        return { at: "ended", steps: state.steps, reason: state.end, words: state.words };
      }
      default:
        return state satisfies never;
    }
  }

  private async ask(done: number): Promise<State> {
    const { signal, model, tools, context } = this.options;
    if (signal?.aborted === true) return { at: "ended", steps: done, reason: "aborted", words: "" };
    if (done >= this.maxSteps) return { at: "ended", steps: done, reason: "maxSteps", words: "" };
    const steps = done + 1;
    try {
      const stream = model.stream({ systemPrompt: context.systemPrompt, messages: this.messages.slice(), tools: tools.definitions() }, { signal });
      const spoken = stream[Symbol.asyncIterator]();
      for (let turn = await spoken.next(); !turn.done; turn = await spoken.next()) this.emit({ type: "model_event", step: steps, event: turn.value });
      const message: unknown = await stream.result();
      if (typeof message === "object" && message !== null && "role" in message && message.role === "assistant" && "content" in message && Array.isArray(message.content)) {
        return { at: "judging", steps, message: message as AssistantMessage };
      }
      return { at: "ended", steps, reason: "error", words: "the result is no assistant message" };
    } catch (error) {
      return { at: "ended", steps, reason: "error", words: words(error) };
    }
  }

  private async execute(step: number, call: ToolCall): Promise<ToolResultMessage> {
    let ended = false;
    let result: ToolResultMessage;
    try {
      result = await this.options.executor(deep(call), {
        signal: this.options.signal,
        reportProgress: (progress) => {
          if (!ended) this.emit({ type: "tool_progress", step, toolCallId: call.id, progress });
        },
      });
      if (!result || result.toolCallId !== call.id || result.toolName !== call.name) result = errorResult(call, "no result for this call");
    } catch (error) {
      result = errorResult(call, words(error));
    }
    ended = true;
    this.emit({ type: "tool_end", step, result });
    return result;
  }

  private record(step: number, message: ToolResultMessage): void {
    this.messages.push(message);
    this.emit({ type: "tool_result_message", step, message });
  }

  private emit(event: LoopEvent): void {
    try {
      const later: unknown = this.options.onEvent?.(event);
      void Promise.resolve(later).then(undefined, (error) => process.emitWarning(words(error)));
    } catch (error) {
      process.emitWarning(words(error));
    }
  }
}

function refusal(call: ToolCall, reason: string): ToolResultMessage {
  const text = reason === "length" ? "Tool call was not executed because the model response was truncated." : `Skipped (${reason}).`;
  return { role: "toolResult", toolCallId: call.id, toolName: call.name, content: [{ type: "text", text }], details: { skipped: true, reason }, isError: true };
}

function deep<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => deep(item)) as T;
  if (value === null || typeof value !== "object") return value;
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) Object.defineProperty(copy, key, { value: deep(inner), enumerable: true, writable: true, configurable: true });
  return copy as T;
}

function words(error: unknown): string {
  try {
    return error instanceof Error && error.message !== "" ? error.message : String(error);
  } catch {
    return "an error without words";
  }
}

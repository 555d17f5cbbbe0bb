/** The loop as a recursion: a step calls the next one; small closures share the run. */

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

export async function runAgentLoop(options: AgentLoopOptions): Promise<AgentRunResult> {
  const { model, tools, executor, signal, onEvent } = options;
  const limit = options.maxSteps === undefined ? 50 : options.maxSteps;
  if (typeof limit !== "number" || limit < 1 || Math.floor(limit) !== limit || limit === Infinity) throw new RangeError("maxSteps: an integer ≥ 1");
  const messages = cloned(options.context.messages) as Message[];
  for (const { kind, toolCallId } of checkPairing(messages)) throw new Error(`${kind}: ${toolCallId}`);

  const tell = (event: LoopEvent): void => {
    try {
      const answer = onEvent?.(event) as unknown;
      if (answer instanceof Promise) answer.catch((error: unknown) => process.emitWarning(said(error)));
    } catch (error) {
      process.emitWarning(said(error));
    }
  };
  const write = (step: number, message: AssistantMessage | ToolResultMessage): void => {
    messages.push(message);
    if (message.role === "assistant") tell({ type: "assistant_message", step, message });
    else tell({ type: "tool_result_message", step, message });
  };
  const finish = (reason: RunEndReason, steps: number, errorMessage?: string): AgentRunResult => {
    tell({ type: "turn_end", reason, steps });
    return reason === "error" ? { reason, steps, messages, errorMessage: errorMessage ?? "unknown" } : { reason, steps, messages };
  };
  const refuse = (step: number, calls: ToolCall[], reason: string): void => {
    const text = reason === "length" ? "Tool call was not executed because the model response was truncated." : `Not executed: ${reason}.`;
    calls.forEach((call, place) => {
      if (calls.findIndex(({ id }) => id === call.id) < place) return;
      write(step, { role: "toolResult", toolCallId: call.id, toolName: call.name, content: [{ type: "text", text }], details: { skipped: true, reason }, isError: true });
    });
  };
  const perform = async (step: number, call: ToolCall): Promise<ToolResultMessage> => {
    let running = true;
    tell({ type: "tool_start", step, call });
    const reportProgress = (progress: ToolProgress): void => {
      if (running) tell({ type: "tool_progress", step, toolCallId: call.id, progress });
    };
    const result = await new Promise<ToolResultMessage>((resolve) => resolve(executor(cloned(call) as ToolCall, { signal, reportProgress }))).then(
      (answer) => (answer?.toolCallId === call.id && answer.toolName === call.name ? answer : errorResult(call, "an answer for another call")),
      (error: unknown) => errorResult(call, said(error)),
    );
    running = false;
    tell({ type: "tool_end", step, result });
    return result;
  };

  const go = async (step: number): Promise<AgentRunResult> => {
    if (signal?.aborted) return finish("aborted", step - 1);
    if (step > limit) return finish("maxSteps", step - 1);
    let final: AssistantMessage;
    try {
      const stream = model.stream({ systemPrompt: options.context.systemPrompt, messages: Array.from(messages), tools: tools.definitions() }, { signal });
      for await (const event of stream) tell({ type: "model_event", step, event });
      final = await stream.result();
      if (final?.role !== "assistant" || !Array.isArray(final.content)) throw new TypeError("no assistant message");
    } catch (error) {
      return finish("error", step, said(error));
    }
    write(step, final);
    const calls = toolCallsOf(final);
    const stop = final.stopReason;
    if (stop === "toolUse" && calls.length > 0 && new Set(calls.map(({ id }) => id)).size === calls.length) {
      const running = calls.map((call) => perform(step, call));
      for (const result of await Promise.all(running)) write(step, result);
      return go(step + 1);
    }
    if (stop === "stop" && calls.length === 0) return finish("stop", step);
    if (stop === "length" || stop === "aborted") {
      refuse(step, calls, stop);
      return finish(stop, step);
    }
    refuse(step, calls, stop === "stop" ? "unexpected-stop" : stop === "toolUse" ? "duplicate-id" : "error");
    return finish("error", step, final.errorMessage ?? `the model answered ${String(stop)} with ${calls.length} calls`);
  };
  return go(1);
}

function cloned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cloned(inner)]));
}

function said(error: unknown): string {
  try {
    return error instanceof Error ? error.message : `${error}`;
  } catch {
    return "no words";
  }
}

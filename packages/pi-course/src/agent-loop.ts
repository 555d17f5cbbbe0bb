/** The agent loop: asks the model, decides over its final message, performs the decision, and asks again. */

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

/**
 * Runs the model and its tools until the model stops, something fails, or a limit is reached.
 *
 * Before each request every tool call has exactly one result, whatever became of the call. A model
 * or a tool that fails does not reject the promise: it ends with a `reason` or becomes an error
 * result. Running tools are always awaited; a model or tool that ignores the signal holds the run.
 * What the model and the executor hand over goes into the transcript as it is, without a copy.
 *
 * @throws {RangeError} (as a rejection, before any event) if `maxSteps` is not an integer ≥ 1
 * @throws {Error} (likewise) if the initial messages are not paired; names the first issue's kind and id
 */
export async function runAgentLoop(options: AgentLoopOptions): Promise<AgentRunResult> {
  const { signal, maxSteps = 50 } = options;
  if (!Number.isInteger(maxSteps) || maxSteps < 1) throw new RangeError(`maxSteps must be an integer ≥ 1, not ${wordsOf(maxSteps)}`);
  const run = prepareRun(options);

  for (let steps = 0; ; ) {
    // Stands before the limit: an abort in the last allowed step ends the run as aborted.
    if (signal?.aborted) return endRun(run, steps, "aborted");
    if (steps === maxSteps) return endRun(run, steps, "maxSteps");

    const step = ++steps;
    const reply = await askModel(run, step);
    if (reply.kind === "none") return endRun(run, steps, "error", reply.errorMessage);
    run.transcript.push(reply.message);
    run.emit({ type: "assistant_message", step, message: reply.message });

    const decision = decide(reply.message);
    // `Promise.all` answers in call order, and only after the last call of the batch is completed.
    const results = decision.kind === "execute" ? await Promise.all(decision.calls.map((call) => execute(run, step, call))) : decision.refusals;
    for (const message of results) {
      run.transcript.push(message);
      run.emit({ type: "tool_result_message", step, message });
    }
    if (decision.kind === "end") return endRun(run, steps, decision.reason, decision.errorMessage);
  }
}

/** What a final message leads to: its calls are executed and the run goes on, or it ends with every call refused. */
type Decision =
  | { readonly kind: "execute"; readonly calls: readonly ToolCall[] }
  | { readonly kind: "end"; readonly reason: RunEndReason; readonly refusals: readonly ToolResultMessage[]; readonly errorMessage?: string };

/** The decision table: one row a `case`. Only its `execute` lets a call run. */
function decide(message: AssistantMessage): Decision {
  const calls = toolCallsOf(message);
  switch (message.stopReason) {
    case "stop":
      if (calls.length === 0) return { kind: "end", reason: "stop", refusals: [] };
      return failed(skippedCalls(calls, "unexpected-stop"), "The model stopped, yet asked for tool calls.");
    case "toolUse":
      if (calls.length === 0) return failed([], "The model asked for tool calls, yet gave none.");
      if (new Set(calls.map((call) => call.id)).size < calls.length) {
        return failed(skippedCalls(calls, "duplicate-id"), "The model used one tool call id for several calls.");
      }
      return { kind: "execute", calls };
    case "length":
      return { kind: "end", reason: "length", refusals: skippedCalls(calls, "length") };
    case "error":
      return failed(skippedCalls(calls, "error"), wordsOf(message.errorMessage || "The model reported an error without a message."));
    case "aborted":
      return { kind: "end", reason: "aborted", refusals: skippedCalls(calls, "aborted") };
    default:
      return failed(skippedCalls(calls, "error"), `Unknown stop reason: ${wordsOf(message.stopReason satisfies never)}`);
  }
}

function failed(refusals: readonly ToolResultMessage[], errorMessage: string): Decision {
  return { kind: "end", reason: "error", refusals, errorMessage };
}

const skipTexts = {
  "unexpected-stop": "Tool call was not executed because the model response ended with stop.",
  "duplicate-id": "Tool call was not executed because the model response uses a tool call id more than once.",
  length: "Tool call was not executed because the model response was truncated.",
  error: "Tool call was not executed because the model response failed.",
  aborted: "Tool call was not executed because the model response was aborted.",
} as const;

/** The results of calls that are not executed. One an id: a second result would answer nobody. */
function skippedCalls(calls: readonly ToolCall[], reason: keyof typeof skipTexts): ToolResultMessage[] {
  const ids = new Set<string>();
  const distinct = calls.filter(({ id }) => !ids.has(id) && ids.add(id));
  return distinct.map((call) => toolResultMessage(call, skipTexts[reason], { isError: true, details: { skipped: true, reason } }));
}

/** What the steps of a run share. The transcript only grows, and none of its messages is changed. */
interface Run extends Pick<AgentLoopOptions, "model" | "tools" | "executor" | "signal"> {
  readonly systemPrompt: string;
  readonly transcript: Message[];
  readonly emit: (event: LoopEvent) => void;
}

function prepareRun({ context, model, tools, executor, signal, onEvent }: AgentLoopOptions): Run {
  const transcript = context.messages.map((message) => copyOf(message));
  const [issue] = checkPairing(transcript);
  if (issue) throw new Error(`The initial messages are not paired: ${issue.kind} of tool call "${issue.toolCallId}" at message ${issue.index}.`);
  return { model, tools, executor, signal, systemPrompt: context.systemPrompt, transcript, emit: guardListener(onEvent) };
}

function endRun({ transcript, emit }: Run, steps: number, reason: RunEndReason, errorMessage?: string): AgentRunResult {
  emit({ type: "turn_end", reason, steps });
  return { reason, steps, messages: transcript, ...(errorMessage !== undefined && { errorMessage }) };
}

type Reply = { readonly kind: "message"; readonly message: AssistantMessage } | { readonly kind: "none"; readonly errorMessage: string };

/** One model request. However the model fails, there is an answer. */
async function askModel({ model, tools, signal, systemPrompt, transcript, emit }: Run, step: number): Promise<Reply> {
  try {
    // The array is the request's own: the model may keep it while the transcript grows.
    const stream = model.stream({ systemPrompt, messages: transcript.slice(), tools: tools.definitions() }, { signal });
    for await (const event of stream) emit({ type: "model_event", step, event });
    const message: unknown = await stream.result();
    return isAssistantMessage(message) ? { kind: "message", message } : { kind: "none", errorMessage: "The model's result is no assistant message." };
  } catch (error) {
    return { kind: "none", errorMessage: wordsOf(error) };
  }
}

/** One call, one result of its own, and never a rejection: a batch must not lose the siblings' results for it. */
async function execute({ executor, signal, emit }: Run, step: number, call: ToolCall): Promise<ToolResultMessage> {
  let completed = false;
  const reportProgress = (progress: ToolProgress): void => {
    if (!completed) emit({ type: "tool_progress", step, toolCallId: call.id, progress });
  };
  let result: ToolResultMessage;
  emit({ type: "tool_start", step, call });
  try {
    const answer: unknown = await executor(copyOf(call), { signal, reportProgress });
    result = isResultOf(call, answer) ? answer : errorResult(call, "The tool's executor gave no result for this call.");
  } catch (error) {
    result = errorResult(call, wordsOf(error));
  }
  completed = true;
  emit({ type: "tool_end", step, result });
  return result;
}

/** Keeps a listener's failures away from the run: they would undo what has already happened. */
function guardListener(onEvent: AgentLoopOptions["onEvent"]): (event: LoopEvent) => void {
  if (!onEvent) return () => {};
  return (event) => {
    const warn = (error: unknown): void => process.emitWarning(`onEvent failed at ${event.type}: ${wordsOf(error)}`, "AgentLoopWarning");
    try {
      const outcome: unknown = onEvent(event);
      if (typeof outcome === "object" && outcome !== null) Promise.resolve(outcome).catch(warn);
    } catch (error) {
      warn(error);
    }
  };
}

/** As much of the shape as the loop relies on. A call's arguments are checked where it is executed. */
function isAssistantMessage(value: unknown): value is AssistantMessage {
  return isRecord(value) && value.role === "assistant" && Array.isArray(value.content) && value.content.every(isAssistantBlock);
}

function isAssistantBlock(block: unknown): boolean {
  if (!isRecord(block)) return false;
  switch (block.type) {
    case "text":
      return typeof block.text === "string";
    case "thinking":
      return typeof block.thinking === "string";
    case "toolCall":
      return typeof block.id === "string" && typeof block.name === "string";
    default:
      return false;
  }
}

function isResultOf(call: ToolCall, value: unknown): value is ToolResultMessage {
  return (
    isRecord(value) &&
    value.role === "toolResult" &&
    value.toolCallId === call.id &&
    value.toolName === call.name &&
    typeof value.isError === "boolean" &&
    Array.isArray(value.content) &&
    value.content.every((block: unknown) => isRecord(block) && block.type === "text" && typeof block.text === "string")
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** An object that is being copied, and the one that it was found in. */
interface Copied {
  readonly original: unknown;
  readonly copy: unknown;
  readonly within: Copied | undefined;
}

/** A deep copy of data, cycles included. What cannot be copied (a function, a live object) stays as it is. */
function copyOf<T>(value: T, within?: Copied): T {
  if (!isRecord(value)) return value;
  for (let outer = within; outer; outer = outer.within) if (outer.original === value) return outer.copy as T;
  if (Array.isArray(value)) return copyArray(value, within) as T;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return copyRecord(value, within) as T;
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}

function copyArray(original: readonly unknown[], within: Copied | undefined): unknown[] {
  const copy = original.slice();
  const here = { original, copy, within };
  for (let index = 0; index < copy.length; index++) if (isRecord(copy[index])) copy[index] = copyOf(copy[index], here);
  return copy;
}

function copyRecord(original: Record<string, unknown>, within: Copied | undefined): Record<string, unknown> {
  // The spread makes `__proto__` an own key like any other; the assignments below then only replace its value.
  const copy = { ...original };
  const here = { original, copy, within };
  for (const key of Object.keys(copy)) if (isRecord(copy[key])) copy[key] = copyOf(copy[key], here);
  return copy;
}

/** What was thrown, in words and without a stack, whatever it is. */
function wordsOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown) || "An error without a message was thrown.";
  } catch {
    return "Something that cannot be put into words was thrown.";
  }
}

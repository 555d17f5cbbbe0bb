/** The agent loop: asks the model, decides over its final message, performs the decision, and asks again. */

import type { ToolExecutor } from "./executor.ts";
import type { AssistantMessage, Message, ToolCall, ToolResultMessage } from "./messages.ts";
import type { Model, ModelEvent, ToolDefinition } from "./model.ts";
import type { ToolProgress } from "./tool-registry.ts";

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
  // 一次运行自己的东西：transcript（初始消息的深拷贝）、已经请求过几次、怎样发事件。
  throw new Error("第一步尚未实现：请求一次模型，转发它的过程事件，写入最终消息，纯文本就以 turn_end(stop) 结束");
}

// 下面四个函数是建议的分工，名字和参数都可以改，不用也可以。测试只看 runAgentLoop 的行为。

/** 第二步：执行一个调用，给出它自己的那条结果。 */
async function runCall(call: ToolCall, step: number): Promise<ToolResultMessage> {
  throw new Error("第二步尚未实现：tool_start，执行器（调用的副本、同一个 signal、带 id 的进度），tool_end");
}

/** 第三步：不执行的调用，也给它一条结果。 */
function skippedCall(call: ToolCall, reason: string): ToolResultMessage {
  throw new Error("第三步尚未实现：拒绝结果的形状见 README 的「拒绝结果」，一个 id 一条");
}

/** 第四步：一批调用同时执行，每一个都有结果，谁失败也不连累谁。 */
async function runBatch(calls: readonly ToolCall[], step: number): Promise<ToolResultMessage[]> {
  throw new Error("第四步尚未实现：同时启动，按完成的先后发 tool_end，按调用的先后给出结果");
}

/** 第五步：把事件交给监听者。不管它抛什么，运行都不受影响。 */
function notify(event: LoopEvent): void {
  throw new Error("第五步尚未实现：监听者抛错、promise 失败，都只用 process.emitWarning 报告；另外还有 signal、maxSteps、初始消息的检查");
}

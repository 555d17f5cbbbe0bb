/** Runs the loop under test and keeps what it tells: the events, and what it leaves behind in the process. */

import { runAgentLoop, type AgentLoopOptions, type AgentRunResult, type LoopEvent } from "../../src/agent-loop.ts";
import { assistantMessage, toolCallsOf, toolResultMessage, userMessage, type Message } from "../../src/messages.ts";
import type { Model } from "../../src/model.ts";
import { ScriptedModel } from "../../src/scripted-model.ts";
import { atRest } from "./gate.ts";

/** A run that has been started. `events` grows while it goes on. */
export interface RecordedRun {
  readonly events: readonly LoopEvent[];
  readonly result: Promise<AgentRunResult>;
}

/** The system prompt and the transcript with which a run starts unless its test says otherwise. */
export const opening: AgentLoopOptions["context"] = { systemPrompt: "You are a careful helper.", messages: [userMessage("开始")] };

/**
 * Starts a run. What is not given: a copy of `opening`, a model that says one word and stops, no
 * tool definitions, and an executor that answers each call with `ok <id>`. A rejection waits
 * quietly until the test looks at `result`.
 */
export function startRun(options: Partial<AgentLoopOptions> = {}): RecordedRun {
  const events: LoopEvent[] = [];
  const { model = new ScriptedModel([assistantMessage("好")]), onEvent, ...others } = options;
  const result = runAgentLoop({
    context: structuredClone(opening),
    tools: { definitions: () => [] },
    executor: async (call) => toolResultMessage(call, `ok ${call.id}`),
    ...others,
    model: noted(model),
    onEvent: (event) => {
      events.push(event);
      note(() => entryOf(event));
      return onEvent?.(event);
    },
  });
  result.catch(() => {});
  return { events, result };
}

/** A signal with its switch; the abort shows in the timeline. */
export function abortSwitch(): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: () => {
      note(() => ({ lane: "run", text: "abort" }));
      controller.abort();
    },
  };
}

/** The messages that the events announce as written, in their order. */
export function announcedMessages(events: readonly LoopEvent[]): Message[] {
  return events.flatMap((event) => (event.type === "assistant_message" || event.type === "tool_result_message" ? [event.message] : []));
}

/** One short line an event, such as `tool_end 1 call-a`; only events of the given types, all if none is given. */
export function outline(events: readonly LoopEvent[], ...types: LoopEvent["type"][]): string[] {
  return events.filter((event) => types.length === 0 || types.includes(event.type)).map(lineOf);
}

function lineOf(event: LoopEvent): string {
  switch (event.type) {
    case "model_event":
      return `model_event ${event.step} ${event.event.type}`;
    case "assistant_message":
      return `assistant_message ${event.step}`;
    case "tool_start":
      return `tool_start ${event.step} ${event.call.id}`;
    case "tool_progress":
      return `tool_progress ${event.step} ${event.toolCallId} ${event.progress.text}`;
    case "tool_end":
      return `tool_end ${event.step} ${event.result.toolCallId}`;
    case "tool_result_message":
      return `tool_result_message ${event.step} ${event.message.toolCallId}`;
    case "turn_end":
      return `turn_end ${event.reason} ${event.steps}`;
    default:
      return `unknown event ${String((event satisfies never as LoopEvent).type)}`;
  }
}

/** What came to the process's ears: warnings, and rejections that nobody handled. */
export interface ProcessReports {
  readonly warnings: readonly Error[];
  readonly unhandledRejections: readonly unknown[];
  /** Waits until what is under way has been reported, then gives the process its listeners back. */
  stop(): Promise<void>;
}

/** Listens in place of the process's own listeners, so that the terminal stays quiet and nothing is counted twice. */
export function listenToProcess(): ProcessReports {
  const warnings: Error[] = [];
  const unhandledRejections: unknown[] = [];
  const giveBack = [
    replaceListeners("warning", (warning) => warnings.push(warning as Error)),
    replaceListeners("unhandledRejection", (reason) => unhandledRejections.push(reason)),
  ];
  return {
    warnings,
    unhandledRejections,
    stop: async () => {
      await atRest();
      for (const restore of giveBack) restore();
    },
  };
}

function replaceListeners(name: "warning" | "unhandledRejection", listener: (report: unknown) => void): () => void {
  const emitter: NodeJS.EventEmitter = process;
  const previous = emitter.rawListeners(name) as ((report: unknown) => void)[];
  emitter.removeAllListeners(name);
  emitter.on(name, listener);
  return () => {
    emitter.removeListener(name, listener);
    for (const earlier of previous) emitter.on(name, earlier);
  };
}

/** One entry of the timeline. `lane`: `model`, `transcript`, `run`, or the id of a call. */
interface TimelineEntry {
  readonly lane: string;
  readonly text: string;
}

/** Tells the timeline's reader, where there is one. An entry that cannot be made or told must not change a test. */
function note(entry: () => TimelineEntry): void {
  const timeline = (globalThis as { [key: symbol]: unknown })[Symbol.for("pi-course.timeline")];
  if (typeof timeline !== "function") return;
  try {
    timeline(entry());
  } catch {}
}

/** The model as it is, with each request in the timeline. */
function noted(model: Model): Model {
  let requests = 0;
  return {
    stream: (request, options) => {
      requests += 1;
      note(() => ({ lane: "model", text: `第 ${requests} 次请求：${request.messages.length} 条消息` }));
      return model.stream(request, options);
    },
  };
}

function entryOf(event: LoopEvent): TimelineEntry {
  switch (event.type) {
    case "model_event":
      return { lane: "model", text: event.event.type };
    case "assistant_message": {
      const calls = toolCallsOf(event.message).map((call) => call.id);
      return { lane: "transcript", text: `写入 assistant ${event.message.stopReason}${calls.length > 0 ? `：${calls.join(", ")}` : ""}` };
    }
    case "tool_start":
      return { lane: event.call.id, text: "开始" };
    case "tool_progress":
      return { lane: event.toolCallId, text: `进度：${event.progress.text}` };
    case "tool_end":
      return { lane: event.result.toolCallId, text: event.result.isError ? "完成（错误）" : "完成" };
    case "tool_result_message":
      return { lane: "transcript", text: `写入 result ${event.message.toolCallId}${refusalOf(event.message.details)}` };
    case "turn_end":
      return { lane: "run", text: `turn_end ${event.reason}，共 ${event.steps} 步` };
    default:
      return { lane: "run", text: `未知事件 ${String((event satisfies never as LoopEvent).type)}` };
  }
}

function refusalOf(details: unknown): string {
  const { skipped, reason } = (details ?? {}) as { skipped?: unknown; reason?: unknown };
  return skipped === true ? `（拒绝执行：${String(reason)}）` : "";
}

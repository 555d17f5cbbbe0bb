/** Chapter 07: the loop's decision table, its three orders, its twelve invariants, and the faults that others shipped. */

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";

import { runAgentLoop, type LoopEvent } from "../src/agent-loop.ts";
import { EventStream } from "../src/event-stream.ts";
import { createExecutor } from "../src/executor.ts";
import { assistantMessage, text, toolResultMessage, userMessage, type AssistantMessage, type Message } from "../src/messages.ts";
import type { ModelEvent, ModelStream, ToolDefinition } from "../src/model.ts";
import { object, string } from "../src/schema.ts";
import { ScriptedModel } from "../src/scripted-model.ts";
import { defineTool, ToolRegistry } from "../src/tool-registry.ts";
import { checkPairing } from "../src/transcript.ts";
import { atRest, gate } from "./support/gate.ts";
import {
  answersIn,
  gatedExecutor,
  keepingRequests,
  modelOf,
  playedModel,
  recordedExecutor,
  refusal,
  spokenTurn,
  streamOf,
  toolCall,
  turnOf,
  turnWithStopReason,
  withoutWords,
} from "./support/loop-scripts.ts";
import { abortSwitch, announcedMessages, listenToProcess, opening, outline, startRun } from "./support/recorded-run.ts";

const echoDefinition: ToolDefinition = { name: "echo", description: "Says it again.", parameters: { type: "object" } };

// 第一步 ─────────────────────────────────────────────────────────────

test("纯文本 stop s7-1：最终消息只写入一次", async () => {
  const answer = assistantMessage("你好，我在。");
  const model = new ScriptedModel([answer], { chunkSize: 1 });

  const { events, result } = startRun({ model });
  const { messages } = await result;

  assert.deepEqual(messages, [...opening.messages, answer], "transcript 里应该是：初始消息，再加一条最终消息。流式片段只是过程，不写入");
  assert.deepEqual(outline(events, "assistant_message"), ["assistant_message 1"], "每写入一条最终消息，就发一次 assistant_message，也只发一次");
});

test("纯文本 stop s7-1：过程事件原样转发，全部排在 assistant_message 之前", async () => {
  const model = playedModel({ events: spokenTurn.events, result: spokenTurn.message });

  const { events, result } = startRun({ model });
  await result;

  const forwarded = events.filter((event) => event.type === "model_event").map((event) => event.event);
  assert.deepEqual(forwarded, spokenTurn.events, "模型流里的每个事件都要包成 model_event 转发，不改、不丢、不换序");
  assert.deepEqual(
    outline(events),
    ["model_event 1 start", "model_event 1 text_delta", "model_event 1 text_delta", "assistant_message 1", "turn_end stop 1"],
    "一步里的顺序：过程事件，最终消息，turn_end。step 从 1 数起",
  );
});

test("纯文本 stop s7-1：写入的是 result() 的消息，不是拼起来的片段", async () => {
  const answer: AssistantMessage = { ...spokenTurn.message, usage: { input: 12, output: 5, totalTokens: 17 } };
  const model = playedModel({ events: spokenTurn.events, result: answer });

  const { messages } = await startRun({ model }).result;

  assert.deepEqual(messages.at(-1), answer, "事件是过程，result() 才是事实：usage 只在最终消息里，不能丢");
});

test("纯文本 stop s7-1：一个过程事件也没有，最终消息照样写入", async () => {
  const model = playedModel({ events: [], result: spokenTurn.message });

  const { events, result } = startRun({ model });
  const { messages } = await result;

  assert.deepEqual(messages, [...opening.messages, spokenTurn.message], "最终消息来自 result()，与流里有没有事件无关");
  assert.deepEqual(outline(events), ["assistant_message 1", "turn_end stop 1"], "没有过程事件时，只剩最终消息和 turn_end");
});

test("纯文本 stop s7-1：返回结束原因、步数和完整的 transcript", async () => {
  const answer = assistantMessage("好");

  const { reason, steps, messages, errorMessage } = await startRun({ model: new ScriptedModel([answer]) }).result;

  assert.deepEqual({ reason, steps, messages }, { reason: "stop", steps: 1, messages: [...opening.messages, answer] }, "结果要说：为什么结束，请求了几次，全部的消息");
  assert.equal(errorMessage, undefined, "正常结束没有 errorMessage");
});

test("纯文本 stop s7-1：turn_end 只有一次，而且是最后一个事件", async () => {
  const { events, result } = startRun();
  await result;
  await atRest();

  assert.deepEqual(outline(events, "turn_end"), ["turn_end stop 1"], "一次运行只发一个 turn_end");
  assert.deepEqual(events.at(-1), { type: "turn_end", reason: "stop", steps: 1 }, "turn_end 之后不能再有事件");
});

test("纯文本 stop s7-1：请求带着系统提示、全部历史和工具定义", async () => {
  const messages = [userMessage("一加一？"), assistantMessage("二"), userMessage("再加一？")];
  const model = new ScriptedModel([assistantMessage("三")]);

  await startRun({ model, context: { systemPrompt: "Answer in one word.", messages }, tools: { definitions: () => [echoDefinition] } }).result;

  assert.deepEqual(
    model.requests,
    [{ systemPrompt: "Answer in one word.", messages, tools: [echoDefinition] }],
    "一次请求由 systemPrompt、messages、tools 三部分组成，tools 来自 tools.definitions()",
  );
});

test("纯文本 stop s7-1：同一个 signal 交给模型", async () => {
  const { signal } = abortSwitch();
  const seen: unknown[] = [];
  const played = new ScriptedModel([assistantMessage("好")]);
  const model = modelOf((request, options) => {
    seen.push(options?.signal);
    return played.stream(request, options);
  });

  await startRun({ model, signal }).result;

  assert.equal(seen.length, 1, "纯文本的一轮只请求一次模型");
  assert.equal(seen[0], signal, "model.stream 的第二个参数里要有 signal，而且就是传进来的那一个");
});

test("纯文本 stop s7-1：不给 onEvent 也能跑", async () => {
  const answer = assistantMessage("好");

  const result = await runAgentLoop({
    context: structuredClone(opening),
    model: new ScriptedModel([answer]),
    tools: { definitions: () => [] },
    executor: recordedExecutor().executor,
  });

  assert.deepEqual(result.messages, [...opening.messages, answer], "onEvent 是可选的，没有它，结果也一样");
});

test("纯文本 stop s7-1：启动之后调用者再改自己的消息，运行看不见", async () => {
  const history = conversationWithTool();
  const asGiven = structuredClone(history);
  const model = new ScriptedModel([assistantMessage("好")]);

  const { result } = startRun({ model, context: { systemPrompt: "", messages: history } });
  scribbleOver(history);
  const { messages } = await result;

  assert.deepEqual(model.requests[0]?.messages, asGiven, "一启动就要深拷贝初始消息：之后调用者改数组、改内层，都不能进入请求");
  assert.deepEqual(messages.slice(0, asGiven.length), asGiven, "结果里的初始消息也应该是启动那一刻的样子");
});

test("纯文本 stop s7-1：运行和它的结果不动调用者的消息", async () => {
  const history = conversationWithTool();
  const asGiven = structuredClone(history);

  const { messages } = await startRun({ context: { systemPrompt: "", messages: history } }).result;
  assert.equal(messages.length, asGiven.length + 1, "这次运行应该只多写入一条最终消息");
  scribbleOver(messages);

  assert.deepEqual(history, asGiven, "结果里的消息是副本：写入新消息、或者别人改结果，都不能影响传进来的数组和它的内层");
});

test("纯文本 stop s7-1：初始消息深度冻结也能跑", async () => {
  const history = deepFreeze(conversationWithTool());

  const { messages } = await startRun({ context: { systemPrompt: "", messages: history } }).result;

  assert.deepEqual(messages, [...history, assistantMessage("好")], "只往自己的副本里追加，冻结的输入就不会报错");
});

// 第二步 ─────────────────────────────────────────────────────────────

test("单工具往返 s7-2：第二次请求看到 user、调用、结果三段因果链", async () => {
  const call = toolCall("call-1", { value: "hi" });
  const model = new ScriptedModel([turnOf([call]), assistantMessage("完成")]);

  const { reason, steps, messages } = await startRun({ model }).result;

  const chain = [...opening.messages, turnOf([call]), toolResultMessage(call, "ok call-1")];
  assert.deepEqual(model.requests[1]?.messages, chain, "下一次请求前，调用和它的结果都要已经在 messages 里，结果紧跟在调用后面");
  assert.deepEqual({ reason, steps, messages }, { reason: "stop", steps: 2, messages: [...chain, assistantMessage("完成")] }, "工具往返之后继续问模型，直到 stop；steps 数的是请求次数");
});

test("单工具往返 s7-2：一次往返的事件顺序", async () => {
  const model = playedModel({ result: turnOf([toolCall("call-1")]) }, { result: assistantMessage("完成") });
  const { executor } = recordedExecutor(async (call, { reportProgress }) => {
    reportProgress({ text: "一半" });
    return toolResultMessage(call, "ok");
  });

  const { events, result } = startRun({ model, executor });
  await result;

  assert.deepEqual(
    outline(events),
    [
      "assistant_message 1",
      "tool_start 1 call-1",
      "tool_progress 1 call-1 一半",
      "tool_end 1 call-1",
      "tool_result_message 1 call-1",
      "assistant_message 2",
      "turn_end stop 2",
    ],
    "先写入 assistant 再执行；tool_start、进度、tool_end、写入结果，然后才是下一步。每个事件带自己那一步的 step",
  );
});

test("单工具往返 s7-2：事件带着调用和结果本身", async () => {
  const call = toolCall("call-1", { value: "hi" });
  const answer = toolResultMessage(call, "hi", { details: { length: 2 } });

  const { events, result } = startRun({ model: new ScriptedModel([turnOf([call]), assistantMessage("完成")]), executor: async () => answer });
  await result;

  assert.deepEqual(
    events.filter((event) => event.type !== "model_event").slice(1, 4),
    [
      { type: "tool_start", step: 1, call },
      { type: "tool_end", step: 1, result: answer },
      { type: "tool_result_message", step: 1, message: answer },
    ],
    "tool_start 带 call，tool_end 带 result，tool_result_message 带写入的 message",
  );
});

test("单工具往返 s7-2：进度原样变成带 call id 的 tool_progress", async () => {
  const progress = { text: "读了 3 行", details: { lines: 3 } };
  const { executor } = recordedExecutor(async (call, { reportProgress }) => {
    reportProgress(progress);
    return toolResultMessage(call, "ok");
  });

  const { events, result } = startRun({ model: new ScriptedModel([turnOf([toolCall("call-7")]), assistantMessage("完成")]), executor });
  await result;

  assert.deepEqual(
    events.filter((event) => event.type === "tool_progress"),
    [{ type: "tool_progress", step: 1, toolCallId: "call-7", progress }],
    "界面要靠 toolCallId 知道进度属于哪个动作",
  );
});

test("单工具往返 s7-2：执行器拿到完整的调用和同一个 signal", async () => {
  const { signal } = abortSwitch();
  const call = toolCall("call-1", { path: "a.txt", options: { lines: [1, 2] } });
  const { executor, calls, contexts } = recordedExecutor();

  await startRun({ model: new ScriptedModel([turnOf([call]), assistantMessage("完成")]), executor, signal }).result;

  assert.deepEqual(calls, [call], "每个调用执行一次，id、name、arguments 都原样交给执行器");
  assert.equal(contexts[0]?.signal, signal, "signal 要原样交给执行器，不要包一层");
});

test("单工具往返 s7-2：工具改自己的 arguments，transcript 不变", async () => {
  const call = toolCall("call-1", { path: "a.txt", options: { lines: [1, 2] } });
  const model = new ScriptedModel([turnOf([call]), assistantMessage("完成")]);
  const { executor } = recordedExecutor(async (given) => {
    const args = given.arguments as { path: string; options: { lines: number[] } };
    args.path = "b.txt";
    args.options.lines.push(3);
    return toolResultMessage(given, "ok");
  });

  const { messages } = await startRun({ model, executor }).result;

  assert.deepEqual(messages[1], turnOf([call]), "执行器拿到的应该是调用的深拷贝；浅拷贝挡不住对内层的修改");
  assert.deepEqual(model.requests[1]?.messages[1], turnOf([call]), "下一次请求里的调用也应该是模型原来说的样子");
});

test("单工具往返 s7-2：发出去的请求，messages 之后不再变", async () => {
  const turns = [turnOf([toolCall("call-1")]), turnOf([toolCall("call-2")]), assistantMessage("完成")];
  const { model, requests } = keepingRequests(new ScriptedModel(turns));

  await startRun({ model }).result;

  assert.deepEqual(
    requests.map((request) => request.messages.length),
    [1, 3, 5],
    "每次请求要有自己的一份 messages 数组；继续往同一个数组里追加，模型手里的旧请求就跟着变了",
  );
});

test("单工具往返 s7-2：每次请求都带着系统提示和工具定义", async () => {
  const model = new ScriptedModel([turnOf([toolCall("call-1")]), assistantMessage("完成")]);

  await startRun({ model, tools: { definitions: () => [echoDefinition] } }).result;

  assert.deepEqual(
    model.requests.map(({ systemPrompt, tools }) => ({ systemPrompt, tools })),
    [
      { systemPrompt: opening.systemPrompt, tools: [echoDefinition] },
      { systemPrompt: opening.systemPrompt, tools: [echoDefinition] },
    ],
    "模型没有记忆：系统提示和工具定义每一次都要再给",
  );
});

test("单工具往返 s7-2：消息里又有文字又有调用，照样执行", async () => {
  const call = toolCall("call-1");
  const model = new ScriptedModel([assistantMessage([text("我先看一下。"), call], "toolUse"), assistantMessage("完成")]);
  const { executor, calls } = recordedExecutor();

  const { reason, steps } = await startRun({ model, executor }).result;

  assert.deepEqual(calls.map(({ id }) => id), ["call-1"], "该不该执行由 stopReason 和调用决定。有文字，不等于这是最终回答");
  assert.deepEqual({ reason, steps }, { reason: "stop", steps: 2 }, "执行之后要带着结果再请求一次模型");
});

test("单工具往返 s7-2：工具报告的错误照样写回，运行继续", async () => {
  const call = toolCall("call-1");
  const failure = toolResultMessage(call, "文件不存在", { isError: true });
  const model = new ScriptedModel([turnOf([call]), assistantMessage("换一个")]);

  const { reason } = await startRun({ model, executor: async () => failure }).result;

  assert.deepEqual(model.requests[1]?.messages.at(-1), failure, "isError 的结果也是结果：交给模型，让它决定下一步");
  assert.equal(reason, "stop", "工具失败不是运行失败");
});

test("单工具往返 s7-2：下一轮可以再用同一个 id", async () => {
  const [first, second] = [toolCall("terminal-0", { command: "ls" }), toolCall("terminal-0", { command: "pwd" })];
  const { executor, calls } = recordedExecutor();

  const { messages } = await startRun({ model: new ScriptedModel([turnOf([first]), turnOf([second]), assistantMessage("完成")]), executor }).result;

  assert.deepEqual(calls, [first, second], "id 只在一条消息里不能重复；有些模型每一轮都从 0 编号，两次都要执行");
  assert.deepEqual(messages.map(({ role }) => role), ["user", "assistant", "toolResult", "assistant", "toolResult", "assistant"], "每一轮的调用后面都紧跟自己的结果");
});

test("单工具往返 s7-2：宣布过的写入依次接上初始消息，就是结果", async () => {
  const model = new ScriptedModel([turnOf([toolCall("call-1")]), turnOf([toolCall("call-2")]), assistantMessage("完成")]);

  const { events, result } = startRun({ model });
  const { messages } = await result;

  assert.equal(messages.length, 6, "两次往返加一条回答：user、两对调用和结果、最终消息");
  assert.deepEqual([...opening.messages, ...announcedMessages(events)], messages, "每次写入都要宣布，宣布的顺序就是写入的顺序；只听事件的人能重建 transcript");
});

test("单工具往返 s7-2：tool_end 之后的进度不再转发", async () => {
  const late: (() => void)[] = [];
  const { executor } = recordedExecutor(async (call, { reportProgress }) => {
    late.push(() => reportProgress({ text: "迟到" }));
    return toolResultMessage(call, "ok");
  });

  const { events, result } = startRun({
    model: new ScriptedModel([turnOf([toolCall("call-1")]), assistantMessage("完成")]),
    executor,
    onEvent: (event) => {
      if (event.type === "tool_end" || event.type === "turn_end") late.forEach((report) => report());
    },
  });
  await result;
  late.forEach((report) => report());

  assert.equal(late.length, 1, "执行器应该被调用一次");
  assert.deepEqual(outline(events, "tool_progress", "tool_end", "turn_end"), ["tool_end 1 call-1", "turn_end stop 2"], "发出 tool_end 之前就要关上这次调用的进度通道；turn_end 之后更不能有事件");
});

test("单工具往返 s7-2：arguments 不像样时，由内置执行器的校验给出错误结果", async () => {
  const model = playedModel({ result: turnOf([toolCall("cut", '{"value":"hi' as unknown as Record<string, unknown>), toolCall("empty")]) }, { result: assistantMessage("重来") });
  const { executor, executionCount } = echoTool();

  const { reason, messages } = await startRun({ model, executor }).result;

  assert.equal(executionCount(), 0, "参数没有通过校验，工具本身不能执行");
  assert.deepEqual(
    answersIn(messages),
    ["cut echo error", "empty echo error"],
    "loop 不看 arguments 的内容，把调用交给执行器；校验失败也是一条结果",
  );
  assert.equal(reason, "stop", "模型看到校验错误之后可以重来，运行不必失败");
});

// 第三步 ─────────────────────────────────────────────────────────────

test("非执行终态 s7-3：length 里的调用不执行，逐个写入拒绝结果", async () => {
  const calls = [toolCall("cut", { value: "hi" }), toolCall("whole", { value: "ho" }, "write")];
  const { executor, calls: executed } = recordedExecutor();
  const model = new ScriptedModel([turnOf(calls, "length")]);

  const { reason, steps, messages } = await startRun({ model, executor }).result;

  assert.deepEqual(executed, [], "被截断的消息里，一个调用也不能执行");
  assert.deepEqual(
    { reason, steps, messages },
    {
      reason: "length",
      steps: 1,
      messages: [
        ...opening.messages,
        turnOf(calls, "length"),
        ...calls.map(({ id, name }) => ({
          role: "toolResult",
          toolCallId: id,
          toolName: name,
          content: [{ type: "text", text: "Tool call was not executed because the model response was truncated." }],
          details: { skipped: true, reason: "length" },
          isError: true,
        })),
      ],
    },
    "每个调用一条拒绝结果，形状和文字照契约；写完以 length 结束",
  );
});

test("非执行终态 s7-3：length 里的参数碰巧完整，工具也不会被执行", async () => {
  const model = new ScriptedModel([turnOf([toolCall("one", { value: "rm -rf build" }), toolCall("two", { value: "rm -rf dist" })], "length")]);
  const { executor, executionCount } = echoTool();

  const { reason } = await startRun({ model, executor }).result;

  assert.equal(executionCount(), 0, "半条命令也能是合法 JSON，也能通过 schema。拦住它的只有 stopReason，副作用必须是 0 次");
  assert.equal(reason, "length", "截断的一轮以 length 结束");
});

test("非执行终态 s7-3：length 没有调用，直接以 length 结束", async () => {
  const answer = assistantMessage("说到一半", "length");

  const { reason, steps, messages } = await startRun({ model: new ScriptedModel([answer]) }).result;

  assert.deepEqual({ reason, steps, messages }, { reason: "length", steps: 1, messages: [...opening.messages, answer] }, "截断的文字也是事实，要写入；没有调用就没有要配对的结果");
});

test("非执行终态 s7-3：stop 却带着调用，拒绝执行并以 error 结束", async () => {
  const call = toolCall("call-1");
  const { executor, calls } = recordedExecutor();
  const model = new ScriptedModel([assistantMessage([text("好了"), call], "stop")]);

  const { events, result } = startRun({ model, executor });
  const { reason, steps, messages } = await result;

  assert.deepEqual(calls, [], "stop 和调用互相矛盾，不要猜模型想做什么");
  assert.deepEqual(messages.slice(2).map(withoutWords), [refusal(call, "unexpected-stop")], "调用已经是事实，要有一条 reason 为 unexpected-stop 的拒绝结果");
  assert.deepEqual({ reason, steps, last: events.at(-1)?.type }, { reason: "error", steps: 1, last: "turn_end" }, "协议矛盾以 error 结束，不再请求模型");
});

test("非执行终态 s7-3：toolUse 却没有调用，以 error 结束，不反复请求", async () => {
  const empty = assistantMessage("我来执行", "toolUse");
  const model = new ScriptedModel([empty, empty, empty]);

  const { reason, messages } = await startRun({ model }).result;

  assert.equal(model.requests.length, 1, "没有结果可以送回，再请求一次也是同一个请求：会无限循环");
  assert.deepEqual({ reason, messages }, { reason: "error", messages: [...opening.messages, empty] }, "消息写入，没有要配对的调用，以 error 结束");
});

test("非执行终态 s7-3：一条消息里 id 重复，一个也不执行", async () => {
  const [first, other, again] = [toolCall("same", { n: 1 }), toolCall("other", { n: 2 }), toolCall("same", { n: 3 })];
  const { executor, calls } = recordedExecutor();
  const model = new ScriptedModel([turnOf([first, other, again])]);

  const { reason, messages } = await startRun({ model, executor }).result;

  assert.deepEqual(calls, [], "id 重复，结果就说不清回答的是谁。整条消息都不执行，不重复的那个也一样");
  assert.deepEqual(messages.slice(2).map(withoutWords), [refusal(first, "duplicate-id"), refusal(other, "duplicate-id")], "每个不同的 id 一条拒绝结果，按第一次出现的顺序");
  assert.deepEqual({ reason, requests: model.requests.length }, { reason: "error", requests: 1 }, "以 error 结束，不再请求模型");
});

test("非执行终态 s7-3：error 消息里的调用不执行，也要配对", async () => {
  const call = toolCall("call-1");
  const broken: AssistantMessage = { ...turnOf([call], "error"), errorMessage: "connection lost" };
  const { executor, calls } = recordedExecutor();

  const { reason, messages } = await startRun({ model: new ScriptedModel([broken]), executor }).result;

  assert.deepEqual(calls, [], "失败的一轮里的调用不可信，不能执行");
  assert.deepEqual(messages[1], broken, "失败的消息也是事实，连同 errorMessage 一起写入");
  assert.deepEqual(messages.slice(2).map(withoutWords), [refusal(call, "error")], "调用要有一条 reason 为 error 的拒绝结果");
  assert.equal(reason, "error", "模型报告失败，运行以 error 结束");
});

test("非执行终态 s7-3：aborted 消息里的调用不执行，也要配对", async () => {
  const call = toolCall("call-1");
  const { executor, calls } = recordedExecutor();
  const model = new ScriptedModel([turnOf([call], "aborted")]);

  const result = await startRun({ model, executor }).result;

  assert.deepEqual(calls, [], "取消的一轮里的调用不能执行");
  assert.deepEqual(result.messages.slice(2).map(withoutWords), [refusal(call, "aborted")], "调用要有一条 reason 为 aborted 的拒绝结果");
  assert.deepEqual({ reason: result.reason, steps: result.steps }, { reason: "aborted", steps: 1 }, "模型说它被取消了，运行就以 aborted 结束，即使没有 signal");
});

test("非执行终态 s7-3：error 和 aborted 没有调用，写入消息就结束", async () => {
  const turns = [{ ...assistantMessage("说到一半", "error"), errorMessage: "connection lost" }, assistantMessage("说到一半", "aborted")];

  for (const turn of turns) {
    const model = new ScriptedModel([turn, assistantMessage("多余")]);
    const { reason, messages } = await startRun({ model }).result;

    assert.deepEqual({ reason, messages }, { reason: turn.stopReason, messages: [...opening.messages, turn] }, `${turn.stopReason}：消息写入，没有要配对的调用，直接结束`);
    assert.equal(model.requests.length, 1, `${turn.stopReason}：终态之后不再请求模型`);
  }
});

test("非执行终态 s7-3：不认识的 stopReason 按失败处理", async () => {
  const call = toolCall("call-1");

  for (const stopReason of ["content_filter", "tool_calls", ""]) {
    const turn = turnWithStopReason(stopReason, [call]);
    const { executor, calls } = recordedExecutor();
    const { reason, messages } = await startRun({ model: playedModel({ result: turn }), executor }).result;

    assert.deepEqual(calls, [], `stopReason 是 "${stopReason}"：看不懂就不执行`);
    assert.deepEqual(messages.slice(1).map(withoutWords), [turn, refusal(call, "error")], `stopReason 是 "${stopReason}"：消息写入，每个调用一条 reason 为 error 的拒绝结果`);
    assert.equal(reason, "error", `stopReason 是 "${stopReason}"：决策表的最后一行，以 error 结束`);
  }
});

test("非执行终态 s7-3：每一种拒绝都是一个 id 一条", async () => {
  const [first, other, again] = [toolCall("same"), toolCall("other"), toolCall("same")];
  const rows = [
    { stopReason: "stop", refused: "unexpected-stop" },
    { stopReason: "toolUse", refused: "duplicate-id" },
    { stopReason: "length", refused: "length" },
    { stopReason: "error", refused: "error" },
    { stopReason: "aborted", refused: "aborted" },
    { stopReason: "content_filter", refused: "error" },
  ];

  for (const { stopReason, refused } of rows) {
    const model = playedModel({ result: turnWithStopReason(stopReason, [first, other, again]) });
    const { messages } = await startRun({ model }).result;

    assert.deepEqual(messages.slice(2).map(withoutWords), [refusal(first, refused), refusal(other, refused)], `${stopReason}：同一个 id 写两条结果，第二条就没有调用可以回答了`);
  }
});

test("非执行终态 s7-3：被拒绝的调用没有 tool_start 和 tool_end，写入照样宣布", async () => {
  for (const stopReason of ["stop", "length", "error", "aborted", "content_filter"]) {
    const model = playedModel({ result: turnWithStopReason(stopReason, [toolCall("a"), toolCall("b")]) });
    const { events, result } = startRun({ model });
    const { reason } = await result;

    assert.deepEqual(
      outline(events),
      ["assistant_message 1", "tool_result_message 1 a", "tool_result_message 1 b", `turn_end ${reason} 1`],
      `${stopReason}：没有开始过，就没有 tool_start 和 tool_end；写入拒绝结果要有 tool_result_message`,
    );
  }
});

test("非执行终态 s7-3：以 error 结束，就说出原因", async () => {
  const call = toolCall("call-1");
  const turns = [
    turnOf([call], "stop"),
    turnOf([]),
    turnOf([call, call]),
    { ...assistantMessage("", "error"), errorMessage: "connection lost" },
    assistantMessage("", "error"),
    turnWithStopReason("content_filter", []),
  ];

  for (const turn of turns) {
    const { reason, errorMessage } = await startRun({ model: playedModel({ result: turn }) }).result;

    assert.equal(reason, "error", `stopReason 是 ${turn.stopReason}，${turn.content.length} 个块：按决策表以 error 结束`);
    assert.match(errorMessage ?? "", /./, `stopReason 是 ${turn.stopReason}，${turn.content.length} 个块：reason 是 error，errorMessage 就必须是一句话，模型没说也要有`);
  }
});

test("非执行终态 s7-3：stream() 抛错，以 error 结束，什么也不写入", async () => {
  const process = listenToProcess();
  const model = modelOf(() => {
    throw new Error("no route to host");
  });

  const { events, result } = startRun({ model });
  const { reason, steps, messages, errorMessage } = await result;
  await process.stop();

  assert.deepEqual({ reason, steps, messages }, { reason: "error", steps: 1, messages: opening.messages }, "没有最终消息就不写入，也不编造；失败的请求也算一步");
  assert.match(errorMessage ?? "", /./, "reason 是 error 时要有 errorMessage");
  assert.deepEqual(outline(events), ["turn_end error 1"], "失败也要有一个 turn_end");
  assert.deepEqual(process.unhandledRejections, [], "runAgentLoop 应该自己接住模型的失败");
});

test("非执行终态 s7-3：流中途失败，已经转发的事件保留，什么也不写入", async () => {
  const stream: ModelStream = new EventStream();
  for (const event of spokenTurn.events) stream.push(event);
  stream.fail(new Error("connection reset"));

  const { events, result } = startRun({ model: modelOf(() => stream) });
  const { reason, messages } = await result;

  assert.deepEqual({ reason, messages }, { reason: "error", messages: opening.messages }, "说了一半的话不是最终消息：不写入，也不拼一条出来");
  assert.deepEqual(
    outline(events),
    ["model_event 1 start", "model_event 1 text_delta", "model_event 1 text_delta", "turn_end error 1"],
    "失败之前的过程事件照样转发，然后只有一个 turn_end",
  );
});

test("非执行终态 s7-3：事件发完了，result() 却失败", async () => {
  const process = listenToProcess();
  const stream = streamOf(
    async function* (): AsyncGenerator<ModelEvent> {
      yield { type: "start" };
    },
    async () => {
      throw new Error("checksum mismatch");
    },
  );

  const { events, result } = startRun({ model: modelOf(() => stream) });
  const { reason, messages } = await result;
  await process.stop();

  assert.deepEqual({ reason, messages }, { reason: "error", messages: opening.messages }, "result() 失败，就是没有最终消息");
  assert.deepEqual(outline(events), ["model_event 1 start", "turn_end error 1"], "只有一个 turn_end");
  assert.deepEqual(process.unhandledRejections, [], "result() 的失败要有人接住");
});

test("非执行终态 s7-3：result() 给的不是 assistant 消息，当作没有", async () => {
  const junk: unknown[] = [undefined, null, "好", 7, [], {}, userMessage("好")];

  for (const value of junk) {
    const { events, result } = startRun({ model: playedModel({ events: spokenTurn.events, result: value }) });
    const { reason, steps, messages } = await result;

    assert.deepEqual({ reason, steps, messages }, { reason: "error", steps: 1, messages: opening.messages }, `result() 是 ${JSON.stringify(value)}：断掉的流不是正常结束，以 error 结束，什么也不写入`);
    assert.deepEqual(outline(events, "assistant_message", "turn_end"), ["turn_end error 1"], `result() 是 ${JSON.stringify(value)}：没有写入，就没有 assistant_message`);
  }
});

test("非执行终态 s7-3：模型抛出的不是 Error，也只是一次失败", async () => {
  for (const thrown of ["plain text", undefined, null, 7]) {
    const model = modelOf(() => {
      throw thrown;
    });
    const { reason, errorMessage } = await startRun({ model }).result;

    assert.equal(reason, "error", `抛出的是 ${String(thrown)}：什么都可能被抛出，loop 不能在描述它的时候自己崩溃`);
    assert.equal(typeof errorMessage, "string", `抛出的是 ${String(thrown)}：以 error 结束，errorMessage 就要是一句话`);
  }
});

test("非执行终态 s7-3：第二步请求失败，第一步写下的都留着", async () => {
  const call = toolCall("call-1");
  const model = playedModel({ result: turnOf([call]) });

  const { reason, steps, messages } = await startRun({ model }).result;

  assert.deepEqual(
    { reason, steps, messages },
    { reason: "error", steps: 2, messages: [...opening.messages, turnOf([call]), toolResultMessage(call, "ok call-1")] },
    "steps 数的是发出的请求，失败的那次也算；已经写入的事实不撤回",
  );
});

test("非执行终态 s7-3：每一种结束都只有一个 turn_end，宣布的写入都对得上", async () => {
  const call = toolCall("call-1");

  for (const { title, result: reply } of everyRow([call])) {
    const { events, result } = startRun({ model: playedModel({ events: spokenTurn.events, result: reply }, { result: assistantMessage("完成") }) });
    const { reason, steps, messages } = await result;
    await atRest();

    assert.deepEqual(outline(events, "turn_end"), [`turn_end ${reason} ${steps}`], `${title}：分支里发过 turn_end，函数末尾就不要再发；它的 reason 和 steps 与结果一致`);
    assert.equal(events.at(-1)?.type, "turn_end", `${title}：turn_end 之后不能再有事件`);
    assert.deepEqual([...opening.messages, ...announcedMessages(events)], messages, `${title}：宣布的写入接上初始消息，就是结果`);
  }
});

test("非执行终态 s7-3：结束之后的 transcript 都是配好对的，能接着跑", async () => {
  for (const { title, result: reply } of everyRow([toolCall("a"), toolCall("b")])) {
    const ended = await startRun({ model: playedModel({ result: reply }, { result: assistantMessage("完成") }) }).result;
    assert.deepEqual(checkPairing(ended.messages), [], `${title}：不管怎样结束，每个调用都恰好有一条结果`);

    const messages = [...ended.messages, userMessage("继续")];
    const { reason } = await startRun({ context: { systemPrompt: "", messages } }).result;
    assert.equal(reason, "stop", `${title}：这份 transcript 应该能作为下一次运行的起点`);
  }
});

// 第四步 ─────────────────────────────────────────────────────────────

test("并发工具 s7-4：一批调用同时启动", async () => {
  const { executor, calls, finish } = gatedExecutor();
  const model = new ScriptedModel([turnOf([toolCall("a"), toolCall("b"), toolCall("c")]), assistantMessage("完成")]);

  const { events, result } = startRun({ model, executor });
  await atRest();
  const started = calls.map(({ id }) => id);
  const announced = outline(events, "tool_start");
  ["a", "b", "c"].forEach((id) => finish(id));
  await result;

  assert.deepEqual(started, ["a", "b", "c"], "没有一个完成之前，三个都应该已经开始：不要一个一个地等，也不要只执行第一个");
  assert.deepEqual(announced, ["tool_start 1 a", "tool_start 1 b", "tool_start 1 c"], "tool_start 按调用顺序，每个调用一次");
});

test("并发工具 s7-4：三种顺序各有各的规则", async () => {
  const { executor, finish } = gatedExecutor();
  const model = new ScriptedModel([turnOf([toolCall("slow"), toolCall("fast")]), assistantMessage("完成")]);

  const { events, result } = startRun({ model, executor });
  await atRest();
  finish("fast");
  await atRest();
  finish("slow");
  await result;

  assert.deepEqual(
    outline(events, "tool_start", "tool_end", "tool_result_message"),
    ["tool_start 1 slow", "tool_start 1 fast", "tool_end 1 fast", "tool_end 1 slow", "tool_result_message 1 slow", "tool_result_message 1 fast"],
    "tool_start 按调用顺序，tool_end 按完成顺序，tool_result_message 按调用顺序、在整批之后",
  );
});

test("并发工具 s7-4：完成的那一刻就发出 tool_end，不等最慢的", async () => {
  const { executor, finish } = gatedExecutor();
  const model = new ScriptedModel([turnOf([toolCall("a"), toolCall("b")]), assistantMessage("完成")]);

  const { events, result } = startRun({ model, executor });
  await atRest();
  finish("b");
  await atRest();
  const whileAIsRunning = outline(events, "tool_end", "tool_result_message");
  finish("a");
  await result;

  assert.deepEqual(whileAIsRunning, ["tool_end 1 b"], "b 完成时 a 还在跑：界面应该马上知道 b 好了，但结果要等整批完成才写入");
});

test("并发工具 s7-4：整批完成之前不写入，也不请求模型", async () => {
  const { executor, finish } = gatedExecutor();
  const model = new ScriptedModel([turnOf([toolCall("a"), toolCall("b"), toolCall("c")]), assistantMessage("完成")]);

  const { events, result } = startRun({ model, executor });
  await atRest();
  finish("a");
  finish("b");
  await atRest();
  const whileCIsRunning = { written: outline(events, "tool_result_message"), requests: model.requests.length };
  finish("c");
  await result;

  assert.deepEqual(whileCIsRunning, { written: [], requests: 1 }, "还有调用没有结果，就不能写入这一批，更不能发下一次请求");
  assert.equal(model.requests.length, 2, "整批写完之后才有第二次请求");
});

test("并发工具 s7-4：完成顺序倒过来，写入还是调用顺序", async () => {
  const calls = [toolCall("a"), toolCall("b"), toolCall("c")];
  const { executor, finish } = gatedExecutor();
  const model = new ScriptedModel([turnOf(calls), assistantMessage("完成")]);

  const { result } = startRun({ model, executor });
  for (const id of ["c", "a", "b"]) {
    await atRest();
    finish(id);
  }
  const { messages } = await result;

  assert.deepEqual(messages.slice(2, 5), calls.map((call) => toolResultMessage(call, `ok ${call.id}`)), "结果的位置由调用顺序决定；按完成顺序写入，有的模型会拒收");
  assert.deepEqual(model.requests[1]?.messages, messages.slice(0, 5), "下一次请求看到的也是这个顺序");
});

test("并发工具 s7-4：各自的进度带各自的 id", async () => {
  const { executor, finish, report } = gatedExecutor();
  const model = new ScriptedModel([turnOf([toolCall("a"), toolCall("b")]), assistantMessage("完成")]);

  const { events, result } = startRun({ model, executor });
  await atRest();
  report("b", "一");
  report("a", "二");
  report("b", "三");
  finish("a");
  finish("b");
  await result;

  assert.deepEqual(
    outline(events, "tool_progress"),
    ["tool_progress 1 b 一", "tool_progress 1 a 二", "tool_progress 1 b 三"],
    "每个调用有自己的 reportProgress，报告的当时就转发",
  );
});

test("并发工具 s7-4：先完成的调用再报进度，同伴还在跑也不转发", async () => {
  const { executor, finish, report } = gatedExecutor();
  const model = new ScriptedModel([turnOf([toolCall("a"), toolCall("b")]), assistantMessage("完成")]);

  const { events, result } = startRun({ model, executor });
  await atRest();
  finish("a");
  await atRest();
  report("a", "迟到");
  report("b", "还在跑");
  finish("b");
  await result;

  assert.deepEqual(outline(events, "tool_progress", "tool_end"), ["tool_end 1 a", "tool_progress 1 b 还在跑", "tool_end 1 b"], "tool_end 关上的是这一个调用的进度，不影响同伴");
});

test("并发工具 s7-4：失败的调用也要交代进度和 tool_end", async () => {
  const { executor, fail, finish, report } = gatedExecutor();
  const model = new ScriptedModel([turnOf([toolCall("a"), toolCall("b")]), assistantMessage("完成")]);

  const { events, result } = startRun({ model, executor });
  await atRest();
  fail("a", new Error("boom"));
  await atRest();
  report("a", "迟到");
  finish("b");
  await result;

  assert.deepEqual(
    outline(events, "tool_start", "tool_progress", "tool_end"),
    ["tool_start 1 a", "tool_start 1 b", "tool_end 1 a", "tool_end 1 b"],
    "失败也是完成：当时就发 tool_end，之后的进度不再转发",
  );
});

test("并发工具 s7-4：一个 reject，变成它自己的错误结果，同伴照样完成", async () => {
  const [a, b] = [toolCall("a", {}, "read"), toolCall("b", {}, "write")];
  const { executor, fail, finish } = gatedExecutor();
  const model = new ScriptedModel([turnOf([a, b]), assistantMessage("完成")]);

  const { events, result } = startRun({ model, executor });
  await atRest();
  fail("a", new Error("disk on fire"));
  await atRest();
  const whileBIsRunning = outline(events, "tool_result_message", "turn_end");
  finish("b");
  const { reason, messages } = await result;

  assert.deepEqual(whileBIsRunning, [], "a 失败时 b 还在跑：要等 b，不能提前离开");
  assert.deepEqual(answersIn(messages), ["a read error", "b write"], "a 得到一条错误结果，带自己的 id 和 name；顺序还是调用顺序");
  assert.deepEqual(messages[3], toolResultMessage(b, "ok b"), "b 的结果不受 a 影响");
  assert.deepEqual({ reason, seen: model.requests[1]?.messages.length }, { reason: "stop", seen: 4 }, "两条结果都进入下一次请求，运行继续");
});

test("并发工具 s7-4：执行器同步抛错，也只影响它自己的调用", async () => {
  const { executor, calls } = recordedExecutor((call) => {
    if (call.id === "a") throw new Error("thrown at once");
    return Promise.resolve(toolResultMessage(call, `ok ${call.id}`));
  });
  const model = new ScriptedModel([turnOf([toolCall("a"), toolCall("b")]), assistantMessage("完成")]);

  const { events, result } = startRun({ model, executor });
  const { messages } = await result;

  assert.deepEqual(calls.map(({ id }) => id), ["a", "b"], "a 还没给出 promise 就抛错，b 也要照样启动");
  assert.deepEqual(answersIn(messages), ["a echo error", "b echo"], "每个调用一条自己的结果");
  assert.deepEqual(outline(events, "tool_end").sort(), ["tool_end 1 a", "tool_end 1 b"], "同步抛错的调用也有 tool_end");
});

test("并发工具 s7-4：答错了对象的结果，变成自己的错误结果", async () => {
  const [a, b] = [toolCall("a"), toolCall("b")];
  const { executor } = recordedExecutor(async () => toolResultMessage(b, "ok b"));
  const model = new ScriptedModel([turnOf([a, b]), assistantMessage("完成")]);

  const { events, result } = startRun({ model, executor });
  const { messages } = await result;

  assert.deepEqual(answersIn(messages), ["a echo error", "b echo"], "回答 a 时给了 b 的 id：a 应该得到一条自己的错误结果，不是把 b 的结果写两次");
  assert.deepEqual(messages[3], toolResultMessage(b, "ok b"), "b 自己的结果照样有效");
  assert.deepEqual(outline(events, "tool_end").sort(), ["tool_end 1 a", "tool_end 1 b"], "tool_end 报告的也是配好对的结果");
});

test("并发工具 s7-4：什么也没回答，也恰好有一条结果", async () => {
  const call = toolCall("a");

  for (const answer of [undefined, null, "ok", {}, userMessage("ok")]) {
    const executor = recordedExecutor(() => answer as never).executor;
    const model = new ScriptedModel([turnOf([call]), assistantMessage("完成")]);
    const { messages } = await startRun({ model, executor }).result;

    assert.equal(messages.length, 4, `执行器回答 ${JSON.stringify(answer)}：一问一答，再加一条最终消息`);
    assert.deepEqual(
      answersIn(messages),
      ["a echo error"],
      `执行器回答 ${JSON.stringify(answer)}：不是这个调用的结果，就写一条错误结果，不能漏掉`,
    );
  }
});

test("并发工具 s7-4：错误结果里有消息，没有 stack", async () => {
  const error = new Error("disk on fire");
  error.stack = `Error: disk on fire\n    at SECRET-PLACE (loop.js:1:1)`;
  const model = new ScriptedModel([turnOf([toolCall("a")]), assistantMessage("完成")]);

  const { messages } = await startRun({ model, executor: () => Promise.reject(error) }).result;

  assert.deepEqual(answersIn(messages), ["a echo error"], "reject 变成这个调用的错误结果");
  const written = JSON.stringify(messages[2]);
  assert.match(written, /disk on fire/, "模型要从错误消息里知道发生了什么");
  assert.doesNotMatch(written, /SECRET-PLACE/, "stack 是给开发者看的，不要写进 transcript");
});

test("并发工具 s7-4：抛出的不是 Error，也变成一条错误结果", async () => {
  const call = toolCall("a");
  for (const thrown of ["plain text", undefined, null, 7]) {
    const executor = recordedExecutor(() => Promise.reject(thrown)).executor;
    const model = new ScriptedModel([turnOf([call]), assistantMessage("完成")]);
    const { reason, messages } = await startRun({ model, executor }).result;

    assert.deepEqual(
      answersIn(messages),
      ["a echo error"],
      "什么都可能被抛出；描述它的时候不能再失败一次，否则调用就没有结果了",
    );
    assert.equal(reason, "stop", "工具失败，运行继续");
  }
});

test("并发工具 s7-4：一批里有成功、失败、答错，写入顺序和数目都不乱", async () => {
  const calls = ["a", "b", "c", "d"].map((id) => toolCall(id));
  const { executor, finish, fail } = gatedExecutor();
  const model = new ScriptedModel([turnOf(calls), assistantMessage("完成")]);

  const { events, result } = startRun({ model, executor });
  await atRest();
  finish("d");
  await atRest();
  finish("c", toolResultMessage(toolCall("a"), "答错了"));
  await atRest();
  fail("b", new Error("boom"));
  await atRest();
  finish("a");
  const { messages } = await result;

  assert.deepEqual(outline(events, "tool_end"), ["tool_end 1 d", "tool_end 1 c", "tool_end 1 b", "tool_end 1 a"], "tool_end 按完成顺序，失败和答错也一样");
  assert.deepEqual(answersIn(messages), ["a echo", "b echo error", "c echo error", "d echo"], "每个调用恰好一条结果，按调用顺序");
  assert.deepEqual([...opening.messages, ...announcedMessages(events)], messages, "宣布的写入接上初始消息，就是结果");
});

// 第五步 ─────────────────────────────────────────────────────────────

test("取消与上限 s7-5：开始前已经 abort，不请求模型", async () => {
  const { signal, abort } = abortSwitch();
  const model = new ScriptedModel([assistantMessage("好")]);
  abort();

  const { events, result } = startRun({ model, signal });
  const { reason, steps, messages } = await result;

  assert.equal(model.requests.length, 0, "请求模型之前先看 signal");
  assert.deepEqual({ reason, steps, messages }, { reason: "aborted", steps: 0, messages: opening.messages }, "一次请求也没有，steps 就是 0；初始消息原样交还");
  assert.deepEqual(events, [{ type: "turn_end", reason: "aborted", steps: 0 }], "没有开始也有一个 turn_end");
});

test("取消与上限 s7-5：工具执行中 abort，它的结果留下，不再请求模型", async () => {
  const call = toolCall("a");
  const { signal, abort } = abortSwitch();
  const { executor, finish } = gatedExecutor();
  const model = new ScriptedModel([turnOf([call]), assistantMessage("不该说")]);

  const { result } = startRun({ model, executor, signal });
  await atRest();
  abort();
  finish("a");
  const { reason, steps, messages } = await result;

  assert.deepEqual(messages, [...opening.messages, turnOf([call]), toolResultMessage(call, "ok a")], "工具已经做完的事是事实，结果要写入");
  assert.deepEqual({ reason, steps, requests: model.requests.length }, { reason: "aborted", steps: 1, requests: 1 }, "写完这一批之后要看 signal，然后才谈下一次请求");
});

test("取消与上限 s7-5：工具因为 abort 而 reject，调用仍然有结果", async () => {
  const { signal, abort } = abortSwitch();
  const { executor, fail } = gatedExecutor();
  const model = new ScriptedModel([turnOf([toolCall("a")]), assistantMessage("不该说")]);

  const { events, result } = startRun({ model, executor, signal });
  await atRest();
  abort();
  fail("a", new DOMException("This operation was aborted", "AbortError"));
  const { reason, messages } = await result;

  assert.deepEqual(answersIn(messages), ["a echo error"], "从取消里退出也要配对，否则这份 transcript 以后的每次请求都会被拒");
  assert.deepEqual({ reason, ends: outline(events, "turn_end") }, { reason: "aborted", ends: ["turn_end aborted 1"] }, "以 aborted 结束，只结束一次");
});

test("取消与上限 s7-5：一批执行到一半 abort，等所有工具返回", async () => {
  const calls = [toolCall("a"), toolCall("b"), toolCall("c")];
  const { signal, abort } = abortSwitch();
  const { executor, finish } = gatedExecutor();
  const model = new ScriptedModel([turnOf(calls), assistantMessage("不该说")]);

  const { events, result } = startRun({ model, executor, signal });
  await atRest();
  finish("a");
  await atRest();
  abort();
  await atRest();
  const whileRunning = outline(events, "tool_result_message", "turn_end");
  finish("c");
  await atRest();
  finish("b");
  const { reason, messages } = await result;

  assert.deepEqual(whileRunning, [], "b 和 c 还在跑：不能丢下它们先结束");
  assert.deepEqual(messages.slice(2), calls.map((call) => toolResultMessage(call, `ok ${call.id}`)), "三条结果都在，按调用顺序");
  assert.equal(reason, "aborted", "结果写完，以 aborted 结束");
});

test("取消与上限 s7-5：完成和 abort 在同一刻，真实的结果不被顶替", async () => {
  const call = toolCall("a");
  const { signal, abort } = abortSwitch();
  const { executor, finish } = gatedExecutor();
  const model = new ScriptedModel([turnOf([call]), assistantMessage("不该说")]);

  const { events, result } = startRun({ model, executor, signal });
  await atRest();
  finish("a", toolResultMessage(call, "写好了 3 个文件"));
  abort();
  const { messages } = await result;

  assert.deepEqual(messages[2], toolResultMessage(call, "写好了 3 个文件"), "副作用已经发生，就要如实告诉模型，不能写成没有执行");
  assert.deepEqual(outline(events, "tool_end"), ["tool_end 1 a"], "完成了就有一个 tool_end");
});

test("取消与上限 s7-5：模型说话时 abort，由模型自己回答", async () => {
  const { signal, abort } = abortSwitch();
  const held = gate();
  const model = new ScriptedModel([{ message: assistantMessage("说了一半的话"), until: held.promise }, assistantMessage("不该说")]);

  const { events, result } = startRun({ model, signal });
  await atRest();
  abort();
  const { reason, steps, messages } = await result;
  held.open();

  assert.deepEqual(messages, [...opening.messages, assistantMessage("说了一半的话", "aborted")], "模型用 aborted 消息收尾：写入它给的消息，不要自己编一条");
  assert.deepEqual({ reason, steps, ends: outline(events, "turn_end") }, { reason: "aborted", steps: 1, ends: ["turn_end aborted 1"] }, "按决策表的 aborted 行结束");
});

test("取消与上限 s7-5：不理 signal 的模型仍说 stop，就是 stop", async () => {
  const { signal, abort } = abortSwitch();
  const stream: ModelStream = new EventStream();

  const { result } = startRun({ model: modelOf(() => stream), signal });
  await atRest();
  abort();
  await atRest();
  stream.end(assistantMessage("我说完了"));
  const { reason, messages } = await result;

  assert.deepEqual({ reason, messages }, { reason: "stop", messages: [...opening.messages, assistantMessage("我说完了")] }, "一轮说到什么程度由模型回答；完整的回答不会因为 signal 变成 aborted");
});

test("取消与上限 s7-5：不理 signal 的模型仍要工具，执行器拿到已经 abort 的 signal", async () => {
  const { signal, abort } = abortSwitch();
  const stream: ModelStream = new EventStream();
  const { executor, contexts } = recordedExecutor(async (call, context) => toolResultMessage(call, `aborted: ${String(context.signal?.aborted)}`));

  const { result } = startRun({ model: modelOf(() => stream), executor, signal });
  await atRest();
  abort();
  stream.end(turnOf([toolCall("a"), toolCall("b")]));
  const { reason, messages } = await result;

  assert.equal(contexts.length, 2, "要不要在 abort 之后执行由执行器决定，loop 照样把调用交给它");
  assert.deepEqual(messages.slice(2), [toolResultMessage(toolCall("a"), "aborted: true"), toolResultMessage(toolCall("b"), "aborted: true")], "执行器看到的 signal 已经是 aborted；它的回答照样写入");
  assert.equal(reason, "aborted", "写完结果再看 signal");
});

test("取消与上限 s7-5：在 tool_start 里 abort，内置执行器不再执行任何工具", async () => {
  const { signal, abort } = abortSwitch();
  const { executor, executionCount } = echoTool();
  const model = new ScriptedModel([turnOf([toolCall("a", { value: "1" }), toolCall("b", { value: "2" })]), assistantMessage("不该说")]);

  const { events, result } = startRun({
    model,
    executor,
    signal,
    onEvent: (event) => {
      if (event.type === "tool_start" && event.call.id === "a") abort();
    },
  });
  const { reason, messages } = await result;

  assert.equal(executionCount(), 0, "tool_start 先发，执行器后调用：监听者在 tool_start 里喊停，还来得及");
  assert.deepEqual(answersIn(messages), ["a echo error", "b echo error"], "没有执行的两个调用也各有一条结果");
  assert.deepEqual({ reason, ends: outline(events, "turn_end") }, { reason: "aborted", ends: ["turn_end aborted 1"] }, "以 aborted 结束，只结束一次");
});

test("取消与上限 s7-5：写入结果时 abort，也不再请求模型", async () => {
  const { signal, abort } = abortSwitch();
  const model = new ScriptedModel([turnOf([toolCall("a"), toolCall("b")]), assistantMessage("不该说")]);

  const { result } = startRun({
    model,
    signal,
    onEvent: (event) => {
      if (event.type === "tool_result_message" && event.message.toolCallId === "b") abort();
    },
  });
  const { reason, messages } = await result;

  assert.deepEqual({ reason, requests: model.requests.length, written: messages.length }, { reason: "aborted", requests: 1, written: 4 }, "signal 要在结果全部写入之后检查：这时的 abort 也算数");
});

test("取消与上限 s7-5：不论在哪个事件里 abort，都配好对、只结束一次、不再请求", async () => {
  const turns = [turnOf([toolCall("a"), toolCall("b")]), turnOf([toolCall("c")]), assistantMessage("完成")];
  const rehearsal = startRun({ model: new ScriptedModel(turns) });
  await rehearsal.result;

  for (const abortAt of rehearsal.events.keys()) {
    const { signal, abort } = abortSwitch();
    const model = new ScriptedModel(turns);
    let seen = 0;
    let requestsBefore = 0;
    const { events, result } = startRun({
      model,
      signal,
      onEvent: () => {
        if (seen++ !== abortAt) return;
        requestsBefore = model.requests.length;
        abort();
      },
    });
    const { messages } = await result;
    await atRest();

    const place = `在第 ${abortAt + 1} 个事件（${outline(rehearsal.events)[abortAt]}）里 abort`;
    assert.deepEqual(checkPairing(messages), [], `${place}：每个调用都要有结果`);
    assert.equal(model.requests.length, requestsBefore, `${place}：之后不能再请求模型`);
    assert.deepEqual(outline(events, "turn_end").length, 1, `${place}：只有一个 turn_end`);
    assert.equal(events.at(-1)?.type, "turn_end", `${place}：turn_end 是最后一个事件`);
    assert.deepEqual([...opening.messages, ...announcedMessages(events)], messages, `${place}：宣布的写入接上初始消息，就是结果`);
  }
});

test("取消与上限 s7-5：到了上限，最后一批工具照样执行并写入", async () => {
  const turns = [turnOf([toolCall("a")]), turnOf([toolCall("b")]), turnOf([toolCall("c")])];
  const { executor, calls } = recordedExecutor();
  const model = new ScriptedModel(turns);

  const { events, result } = startRun({ model, executor, maxSteps: 2 });
  const { reason, steps, messages } = await result;

  assert.deepEqual(calls.map(({ id }) => id), ["a", "b"], "maxSteps 限制的是请求次数；最后一轮要的工具还是要执行");
  assert.deepEqual(
    { reason, steps, messages },
    {
      reason: "maxSteps",
      steps: 2,
      messages: [...opening.messages, turnOf([toolCall("a")]), toolResultMessage(toolCall("a"), "ok a"), turnOf([toolCall("b")]), toolResultMessage(toolCall("b"), "ok b")],
    },
    "结果写完，以 maxSteps 结束；不要编造一条模型没说过的 stop 消息，也不要装作成功",
  );
  assert.deepEqual({ requests: model.requests.length, last: outline(events).at(-1) }, { requests: 2, last: "turn_end maxSteps 2" }, "不多请求一次，turn_end 说出原因");
});

test("取消与上限 s7-5：最后一步正好说 stop，就是正常结束", async () => {
  const model = new ScriptedModel([turnOf([toolCall("a")]), assistantMessage("完成")]);

  const { reason, steps } = await startRun({ model, maxSteps: 2 }).result;

  assert.deepEqual({ reason, steps }, { reason: "stop", steps: 2 }, "用完了步数不等于超过；只有还想继续才是 maxSteps");
});

test("取消与上限 s7-5：不给 maxSteps，上限是 50", async () => {
  const model = new ScriptedModel(Array.from({ length: 60 }, (_, turn) => turnOf([toolCall(`call-${turn}`)])));

  const { reason, steps, messages } = await startRun({ model }).result;

  assert.deepEqual({ reason, steps, requests: model.requests.length, written: messages.length }, { reason: "maxSteps", steps: 50, requests: 50, written: 101 }, "默认最多请求 50 次");
});

test("取消与上限 s7-5：aborted 胜过 maxSteps", async () => {
  const { signal, abort } = abortSwitch();
  const { executor, finish } = gatedExecutor();

  const { result } = startRun({ model: new ScriptedModel([turnOf([toolCall("a")])]), executor, signal, maxSteps: 1 });
  await atRest();
  abort();
  finish("a");
  const { reason, steps } = await result;

  assert.deepEqual({ reason, steps }, { reason: "aborted", steps: 1 }, "两个理由都成立时，用户喊停更要紧：先看 signal，再看上限");
});

test("取消与上限 s7-5：maxSteps 不是 ≥ 1 的整数就拒绝，什么也不发生", async () => {
  for (const maxSteps of [0, -1, 1.5, NaN, Infinity, "3" as unknown as number]) {
    const model = new ScriptedModel([assistantMessage("好")]);
    const { events, result } = startRun({ model, maxSteps });

    await assert.rejects(result, RangeError, `maxSteps 是 ${String(maxSteps)}：应该以 RangeError 拒绝`);
    assert.deepEqual({ events, requests: model.requests.length }, { events: [], requests: 0 }, `maxSteps 是 ${String(maxSteps)}：在任何事件和请求之前拒绝`);
  }
});

test("取消与上限 s7-5：初始消息没有配好对就拒绝，说出是哪一个", async () => {
  const call = toolCall("call-7");
  const answer = toolResultMessage(call, "ok");
  const cases: { kind: string; messages: Message[] }[] = [
    { kind: "missing-result", messages: [userMessage("问"), turnOf([call]), userMessage("再问")] },
    { kind: "orphan-result", messages: [userMessage("问"), answer] },
    { kind: "duplicate-call", messages: [turnOf([call, call]), answer] },
    { kind: "duplicate-result", messages: [turnOf([call]), answer, answer] },
    { kind: "name-mismatch", messages: [turnOf([call]), toolResultMessage(toolCall("call-7", {}, "other"), "ok")] },
    { kind: "out-of-order", messages: [turnOf([call, toolCall("call-8")]), toolResultMessage(toolCall("call-8"), "ok"), answer] },
  ];

  for (const { kind, messages } of cases) {
    const { toolCallId } = checkPairing(messages)[0] ?? {};
    const model = new ScriptedModel([assistantMessage("好")]);
    const { events, result } = startRun({ model, context: { systemPrompt: "", messages } });

    await assert.rejects(result, { message: new RegExp(`(?=.*${kind})(?=.*${toolCallId})`, "s") }, `${kind}：错误里要有第一个问题的 kind 和 id，用第 01 章的 checkPairing`);
    assert.deepEqual({ events, requests: model.requests.length }, { events: [], requests: 0 }, `${kind}：在任何事件和请求之前拒绝`);
  }
});

test("取消与上限 s7-5：有几处没配好对，说的是第一处", async () => {
  const messages = [turnOf([toolCall("first")]), userMessage("问"), toolResultMessage(toolCall("second"), "ok")];

  const { result } = startRun({ context: { systemPrompt: "", messages } });

  await assert.rejects(result, { message: /(?=.*missing-result)(?=.*first)/s }, "从前往后修最省事：报告 checkPairing 的第一项");
});

test("取消与上限 s7-5：配好对的历史可以接着跑", async () => {
  const call = toolCall("call-1");
  const messages = [userMessage("问"), turnOf([call]), toolResultMessage(call, "ok"), turnOf([call]), toolResultMessage(call, "ok"), userMessage("再问")];
  const model = new ScriptedModel([turnOf([call]), assistantMessage("完成")]);

  const { reason, steps } = await startRun({ model, context: { systemPrompt: "", messages } }).result;

  assert.deepEqual({ reason, steps }, { reason: "stop", steps: 2 }, "历史里用过的 id 这一次还能再用；步数只数这一次运行");
  assert.deepEqual(model.requests[0]?.messages, messages, "第一次请求带着全部历史");
});

test("取消与上限 s7-5：一百轮共用一个 signal，不留下监听器", async () => {
  const { signal } = abortSwitch();
  const before = getEventListeners(signal, "abort").length;
  const turns = Array.from({ length: 100 }, (_, turn) => turnOf([toolCall(`call-${turn}`)]));
  const model = new ScriptedModel([...turns, assistantMessage("完成")]);

  const { steps } = await startRun({ model, signal, maxSteps: 101 }).result;

  assert.equal(steps, 101, "一百轮工具加一次回答");
  assert.equal(getEventListeners(signal, "abort").length, before, "每一轮都挂一个 abort 监听器，signal 就会越拖越重；检查 aborted 就够了");
});

test("取消与上限 s7-5：监听者在任何一个事件里抛错，运行都不受影响", async () => {
  const setup = (): Parameters<typeof startRun>[0] => ({
    model: new ScriptedModel([turnOf([toolCall("a"), toolCall("b")]), assistantMessage("完成")]),
    executor: async (call, { reportProgress }) => {
      reportProgress({ text: "一半" });
      return toolResultMessage(call, `ok ${call.id}`);
    },
  });
  const undisturbed = startRun(setup());
  const expected = await undisturbed.result;

  for (const failAt of undisturbed.events.keys()) {
    const process = listenToProcess();
    let seen = 0;
    const { events, result } = startRun({
      ...setup(),
      onEvent: () => {
        if (seen++ === failAt) throw new Error("the listener is broken");
      },
    });
    const ended = await result.catch((error: unknown) => error);
    await process.stop();

    const place = `监听者在第 ${failAt + 1} 个事件（${outline(undisturbed.events)[failAt]}）里抛错`;
    assert.deepEqual(ended, expected, `${place}：transcript 和结果都和没有监听者时一样`);
    assert.equal(outline(events, "turn_end").length, 1, `${place}：还是只有一个 turn_end`);
    assert.equal(process.warnings.length > 0, true, `${place}：用 process.emitWarning 报告，不要悄悄吞掉`);
  }
});

test("取消与上限 s7-5：监听者在 tool_end 里抛错，成功不会变成失败", async () => {
  const process = listenToProcess();
  const model = new ScriptedModel([turnOf([toolCall("a"), toolCall("b")]), assistantMessage("完成")]);

  const { events, result } = startRun({
    model,
    onEvent: (event) => {
      if (event.type === "tool_end") throw new Error("the listener is broken");
    },
  });
  const ended = await result.catch(() => undefined);
  await process.stop();

  assert.deepEqual(
    answersIn(ended?.messages ?? []),
    ["a echo", "b echo"],
    "通知 tool_end 不能和执行放在同一个 try 里：监听者的错误不是工具的错误",
  );
  assert.equal(outline(events, "tool_end").length, 2, "每个调用只有一个 tool_end");
});

test("取消与上限 s7-5：监听者的 promise 失败，不成为 unhandledRejection", async () => {
  const process = listenToProcess();
  const model = new ScriptedModel([turnOf([toolCall("a")]), assistantMessage("完成")]);

  const { events, result } = startRun({ model, onEvent: () => Promise.reject(new Error("the listener is broken")) });
  const { reason } = await result;
  await process.stop();

  assert.deepEqual(process.unhandledRejections, [], "onEvent 返回的 promise 也要有人接住，否则整个进程会退出");
  assert.equal(process.warnings.length > 0, true, "用 process.emitWarning 报告它");
  assert.deepEqual({ reason, ends: outline(events, "turn_end") }, { reason: "stop", ends: ["turn_end stop 2"] }, "运行不受影响");
});

test("取消与上限 s7-5：不等监听者的 promise", async () => {
  const never = gate();
  const model = new ScriptedModel([turnOf([toolCall("a")]), assistantMessage("完成")]);
  const ended: string[] = [];

  const { result } = startRun({ model, onEvent: () => never.promise });
  void result.then(({ reason }) => ended.push(reason), () => {});
  for (let round = 0; round < 8; round++) await atRest();
  const beforeItSettles = [...ended];
  never.open();
  await result;

  assert.deepEqual(beforeItSettles, ["stop"], "onEvent 只是通知：监听者慢，运行不能跟着慢");
});

test("取消与上限 s7-5：事件当场送到监听者手里", async () => {
  const heard: string[] = [];
  const heardWhenExecuted: string[][] = [];
  const { executor } = recordedExecutor(async (call, { reportProgress }) => {
    reportProgress({ text: "一半" });
    heardWhenExecuted.push([...heard]);
    return toolResultMessage(call, "ok");
  });
  const model = playedModel({ result: turnOf([toolCall("a")]) }, { result: assistantMessage("完成") });

  await startRun({ model, executor, onEvent: (event: LoopEvent) => heard.push(event.type) }).result;

  assert.deepEqual(heardWhenExecuted, [["assistant_message", "tool_start", "tool_progress"]], "onEvent 要同步调用：reportProgress 返回时，监听者已经听到了");
});

// 测试自己的小工具 ───────────────────────────────────────────────────

/** A conversation in which every kind of message has something nested in it. */
function conversationWithTool(): Message[] {
  const call = toolCall("call-1", { path: "a.txt", options: { lines: [1, 2] } });
  return [userMessage("看看 a.txt"), turnOf([call]), toolResultMessage(call, "两行", { details: { lines: [1, 2] } })];
}

/** Changes a conversation of that kind at every level. */
function scribbleOver(messages: Message[]): void {
  const [user, assistant, result] = messages as [Message, AssistantMessage, Message & { details: { lines: number[] } }];
  (user.content as unknown[])[0] = text("被改过");
  const [call] = assistant.content as unknown as [{ arguments: { options: { lines: number[] } } }];
  call.arguments.options.lines.push(3);
  result.details.lines.push(3);
  messages.push(userMessage("后来的一句"));
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

/** The built-in executor over one tool that does nothing but count. */
function echoTool(): { executor: ReturnType<typeof createExecutor>; executionCount(): number } {
  let count = 0;
  const echo = defineTool({
    name: "echo",
    description: "Says it again.",
    parameters: object({ value: string() }),
    execute: async ({ value }) => {
      count += 1;
      return { content: [text(value)] };
    },
  });
  return { executor: createExecutor(new ToolRegistry([echo])), executionCount: () => count };
}

/** What a model can answer, a row of the decision table each. Only the row of the double id leaves no sound transcript. */
function everyRow(calls: ReturnType<typeof toolCall>[]): { title: string; result: unknown }[] {
  return [
    { title: "stop，没有调用", result: assistantMessage("好") },
    { title: "stop，有调用", result: turnOf(calls, "stop") },
    { title: "toolUse，有调用", result: turnOf(calls) },
    { title: "toolUse，没有调用", result: turnOf([]) },
    { title: "length，有调用", result: turnOf(calls, "length") },
    { title: "error，有调用", result: turnOf(calls, "error") },
    { title: "aborted，有调用", result: turnOf(calls, "aborted") },
    { title: "不认识的 stopReason，有调用", result: turnWithStopReason("content_filter", calls) },
    { title: "没有最终消息", result: undefined },
  ];
}

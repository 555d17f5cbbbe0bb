/** Chapter 04: a model that says what its script says. Whatever it plays, chapter 03's check is the judge. */

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";

import { assistantMessage, text, textOf, userMessage, type AssistantMessage, type StopReason } from "../src/messages.ts";
import { checkModelTrace, foldModelEvents, type ModelEvent, type ModelRequest, type ModelStream } from "../src/model.ts";
import { ScriptedModel, type ScriptedTurn } from "../src/scripted-model.ts";
import { atRest, gate } from "./support/gate.ts";
import { deepFreeze, start, toolCall } from "./support/model-trace.ts";

const LOOK = "见 src/scripted-model.ts";
const LOOK_STREAM = `${LOOK} › ScriptedModel.stream`;

function request(...texts: string[]): ModelRequest {
  return { systemPrompt: "你是助手", messages: texts.map(userMessage), tools: [{ name: "read", description: "Reads a file.", parameters: { type: "object" } }] };
}

interface PlayedTurn {
  readonly events: ModelEvent[];
  readonly message: AssistantMessage;
}

/** Reads a whole turn. `onEvent` runs as each event arrives, with the number of events before it. */
async function read(stream: ModelStream, onEvent: (event: ModelEvent, place: number) => void = () => {}): Promise<PlayedTurn> {
  const events: ModelEvent[] = [];
  for await (const event of stream) {
    events.push(event);
    onEvent(event, events.length - 1);
  }
  return { events, message: await stream.result() };
}

/** What comes without any gate being opened. A turn that never ends is a failed assertion, not a test that hangs. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  const outcome = await Promise.race([promise.then((value) => ({ value })), atRest().then(() => undefined)]);
  assert.notEqual(outcome, undefined, `没有东西拦着，回合却没有结束：不论怎样收场，流都要以一条结果结束。${LOOK_STREAM}`);
  return outcome!.value;
}

function play(...reading: Parameters<typeof read>): Promise<PlayedTurn> {
  return settled(read(...reading));
}

/** Reads one event and leaves. */
async function readFirst(stream: ModelStream): Promise<void> {
  for await (const _ of stream) break;
}

/** Whether the stream's result is there by now; a promise alone does not tell. */
function watch(stream: ModelStream): { readonly settled: boolean } {
  const state = { settled: false };
  const settle = (): void => void (state.settled = true);
  stream.result().then(settle, settle);
  return state;
}

function deltasOf(events: readonly ModelEvent[]): string[] {
  return events.flatMap((event) => ("delta" in event ? [event.delta] : []));
}

/** The one turn of a script of one. */
function playOnce(turn: ScriptedTurn, chunkSize?: number): Promise<PlayedTurn> {
  return play(new ScriptedModel([turn], chunkSize === undefined ? {} : { chunkSize }).stream(request("开始")));
}

function thrower(thrown: unknown): ScriptedTurn {
  return () => {
    throw thrown;
  };
}

const stopReasons: StopReason[] = ["stop", "length", "toolUse", "error", "aborted"];

const rich = deepFreeze(
  assistantMessage(
    [
      { type: "thinking", thinking: "先想一想：文件在哪里，要读多少行，读完做什么。" },
      text("我来读两个文件，然后告诉你它们有什么不同。"),
      toolCall("call-1", { path: "目录/a.txt", options: { lines: [1, 2, 3], "空": null } }),
      text(""),
      toolCall("call-2", {}, "list"),
      text("好。"),
    ],
    "toolUse",
  ),
);

// ── 按轮播放 ──────────────────────────────────────────────────────────────────────────────────

test("按轮播放 s4-1：每次 stream() 播放一轮，次序就是脚本的次序", async () => {
  const model = new ScriptedModel([assistantMessage("一"), assistantMessage("二"), assistantMessage("三")]);

  const before = model.remaining;
  const first = await play(model.stream(request("a")));
  const between = model.remaining;
  const second = await play(model.stream(request("b")));
  const third = await play(model.stream(request("c")));

  assert.deepEqual([first, second, third].map(({ message }) => textOf(message)), ["一", "二", "三"], `第 n 次 stream() 播放第 n 轮。${LOOK_STREAM}`);
  assert.deepEqual([before, between, model.remaining], [3, 2, 0], `remaining 是还没有播放的轮数。${LOOK} › remaining`);
});

test("按轮播放 s4-1：事件守住第 03 章的契约，片段大小不论", async () => {
  for (const chunkSize of [1, 2, 3, 16, 10_000]) {
    const { events, message } = await playOnce(rich, chunkSize);

    assert.deepEqual(checkModelTrace(events, message), [], `chunkSize ${chunkSize}：播放出来的轨迹要守约。${LOOK_STREAM}`);
    assert.deepEqual(foldModelEvents(events), rich.content, `chunkSize ${chunkSize}：折叠回来就是脚本里的内容。${LOOK_STREAM}`);
  }
});

test("按轮播放 s4-1：以脚本里的消息结束，一个字段不少", async () => {
  const usage = { input: 10, output: 2, totalTokens: 12 };

  for (const stopReason of stopReasons) {
    const scripted: AssistantMessage = { ...rich, stopReason, usage, ...(stopReason === "error" && { errorMessage: "服务不可用" }) };
    const { message } = await playOnce(scripted);

    assert.deepEqual(message, scripted, `stopReason、usage、errorMessage 都照脚本（${stopReason}）。${LOOK_STREAM}`);
  }
});

test("按轮播放 s4-1：一片最多 chunkSize 个字符，不给就是 16", async () => {
  const message = assistantMessage("abcdefghijklmnopqrstuvwxyz0123456789");

  const byDefault = await playOnce(message);
  const byTen = await playOnce(message, 10);
  const thinking = await playOnce(assistantMessage([{ type: "thinking", thinking: "abcdefg" }]), 3);
  const call = await playOnce(assistantMessage([toolCall("call-1", { path: "a" })], "toolUse"), 4);

  assert.deepEqual(deltasOf(byDefault.events), ["abcdefghijklmnop", "qrstuvwxyz012345", "6789"], `默认每片 16 个字符。${LOOK} › chunkSize`);
  assert.deepEqual(deltasOf(byTen.events), ["abcdefghij", "klmnopqrst", "uvwxyz0123", "456789"], `最后一片可以短。${LOOK} › chunkSize`);
  assert.deepEqual(deltasOf(thinking.events), ["abc", "def", "g"], `思考也这样切。${LOOK} › chunkSize`);
  assert.deepEqual(deltasOf(call.events).filter((delta) => delta.length > 4), [], `参数的 JSON 文本也这样切。${LOOK} › chunkSize`);
});

test("按轮播放 s4-1：一片不会切开一个代理对", async () => {
  const emoji = "a😀😀b👍🏽c𠮷";
  const message = assistantMessage([text(emoji), { type: "thinking", thinking: emoji }, toolCall("call-1", { [emoji]: emoji })], "toolUse");
  const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

  for (const chunkSize of [1, 2, 3, 4, 5]) {
    const { events } = await playOnce(message, chunkSize);

    const deltas = deltasOf(events);
    assert.deepEqual(deltas.filter((delta) => loneSurrogate.test(delta)), [], `chunkSize ${chunkSize}：表情由两个 UTF-16 单元组成，切在中间就成了乱码。${LOOK} › chunkSize`);
    assert.deepEqual(deltas.filter((delta) => [...delta].length > chunkSize), [], `chunkSize ${chunkSize}：一片不超过这么多个字符。${LOOK} › chunkSize`);
    assert.deepEqual(foldModelEvents(events), message.content, `chunkSize ${chunkSize}：拼回来一个字不少。${LOOK} › chunkSize`);
  }
});

test("按轮播放 s4-1：空的块是一个空片段，空的消息只有 start", async () => {
  const empty = await playOnce(assistantMessage([]));
  const blocks = await playOnce(assistantMessage([text(""), { type: "thinking", thinking: "" }]));

  assert.deepEqual(empty.events, [start], `没有块可播，也从 start 开始。${LOOK_STREAM}`);
  assert.deepEqual(blocks.events, [start, { type: "text_delta", index: 0, delta: "" }, { type: "thinking_delta", index: 1, delta: "" }], `没有片段的块折叠时会丢。${LOOK_STREAM}`);
});

test("按轮播放 s4-1：chunkSize 不是大于 0 的整数就抛 RangeError", async () => {
  for (const chunkSize of [0, -1, 1.5, NaN, Infinity]) {
    assert.throws(() => new ScriptedModel([], { chunkSize }), RangeError, `chunkSize ${chunkSize} 切不出片段，构造时就要说。${LOOK} › constructor`);
  }
  const smallest = await playOnce(assistantMessage("好的"), 1);
  assert.deepEqual(deltasOf(smallest.events), ["好", "的"], `1 是最小的 chunkSize。${LOOK} › constructor`);
});

test("按轮播放 s4-1：脚本和结果互不共享", async () => {
  const args = { list: [1] };
  const scripted = assistantMessage([toolCall("call-1", args)], "toolUse");
  const script: ScriptedTurn[] = [scripted, { message: scripted }, () => scripted];
  const model = new ScriptedModel(script);
  args.list.push(2);
  script.length = 0;

  const first = await play(model.stream(request("a")), (event) => {
    if (event.type === "toolcall_end") (event.call.arguments["list"] as number[]).push(3);
  });
  const second = await play(model.stream(request("b")));
  (second.message.content as unknown[]).pop();
  args.list.pop();
  const third = await play(model.stream(request("c")));
  (third.message.content as unknown[]).pop();

  const expected = [toolCall("call-1", { list: [1] })];
  assert.deepEqual(first.message.content, expected, `构造之后改脚本，读的时候改事件里的调用，都不影响结果。${LOOK} › constructor`);
  assert.deepEqual(foldModelEvents(second.events), expected, `第二轮不受第一轮的读者影响。${LOOK_STREAM}`);
  assert.deepEqual(scripted.content, expected, `读者改了结果，脚本不变。${LOOK_STREAM}`);
});

test("按轮播放 s4-1：函数轮看着请求决定说什么", async () => {
  const echo: ScriptedTurn = ({ systemPrompt, messages, tools }) => assistantMessage([systemPrompt, ...messages.map((message) => textOf(message)), ...tools.map(({ name }) => name)].join("|"));
  const model = new ScriptedModel([echo, echo]);

  const first = await play(model.stream(request("你好")));
  const second = await play(model.stream(request("你好", "再见")));

  assert.deepEqual([first, second].map(({ message }) => textOf(message)), ["你是助手|你好|read", "你是助手|你好|再见|read"], `函数得到这一次的请求，它返回的消息就是这一轮。${LOOK_STREAM}`);
  assert.deepEqual(checkModelTrace(second.events, second.message), [], `函数轮也守约。${LOOK_STREAM}`);
});

test("按轮播放 s4-1：until 拦住的是结尾，不是内容", async () => {
  const held = gate();
  const message = assistantMessage("已经说完");
  const model = new ScriptedModel([{ message, until: held.promise }]);

  const stream = model.stream(request("开始"));
  const state = watch(stream);
  const events: ModelEvent[] = [];
  const reading = read(stream, (event) => events.push(event));
  await atRest();
  const [contentBefore, settledBefore] = [foldModelEvents(events), state.settled];
  held.open();
  const played = await settled(reading);

  assert.deepEqual(contentBefore, message.content, `闸门还关着，片段已经全部流出。${LOOK_STREAM}`);
  assert.equal(settledBefore, false, `闸门打开之前没有结果。${LOOK_STREAM}`);
  assert.deepEqual(played.message, message, `闸门打开，照常结束。${LOOK_STREAM}`);
});

test("按轮播放 s4-1：没有 until 的 { message } 和 until 已经放行的一样播放", async () => {
  const message = assistantMessage("好");

  const without = await playOnce({ message });
  const already = await playOnce({ message, until: Promise.resolve("随便什么值") });

  assert.deepEqual([without.message, already.message], [message, message], `没有东西拦着就直接结束。${LOOK_STREAM}`);
});

test("按轮播放 s4-1：until 拒绝也算落定，回合照样结束", async () => {
  const message = assistantMessage("好");
  const early: ScriptedTurn = { message, until: Promise.reject(new Error("闸门坏了")) };
  const late = gate();
  const model = new ScriptedModel([early, { message, until: late.promise }]);

  const first = await play(model.stream(request("a")));
  const pending = read(model.stream(request("b")));
  await atRest();
  late.fail("晚到的拒绝");
  const second = await settled(pending);

  const folded = [first, second].map(({ events }) => foldModelEvents(events));
  assert.deepEqual(folded, [message.content, message.content], `until 只管什么时候结束；它拒绝时不留下没人接的 rejection。${LOOK} › until`);
});

test("按轮播放 s4-1：没有人读，读的人走了，结果都照样到", async () => {
  const model = new ScriptedModel([rich, rich]);

  const unread = model.stream(request("a"));
  const left = model.stream(request("b"));
  await settled(readFirst(left));
  const results = [await settled(unread.result()), await settled(left.result())];

  assert.deepEqual(results, [rich, rich], `结果是事实，不取决于有没有人看过程。${LOOK_STREAM}`);
});

test("按轮播放 s4-1：两个回合同时播放，各播各的", async () => {
  const model = new ScriptedModel([assistantMessage("一".repeat(50)), assistantMessage("二".repeat(50))], { chunkSize: 1 });

  const [first, second] = [model.stream(request("a")), model.stream(request("b"))];
  const later = await play(second);
  const earlier = await play(first);

  assert.deepEqual([textOf(earlier.message), textOf(later.message)], ["一".repeat(50), "二".repeat(50)], `先调用 stream() 的得到前一轮，与谁先读无关。${LOOK_STREAM}`);
  assert.deepEqual([earlier, later].map(({ events, message }) => checkModelTrace(events, message)), [[], []], `两个回合的事件不混在一起。${LOOK_STREAM}`);
});

test("按轮播放 s4-1：播放只用微任务，不等时间", async () => {
  const long = assistantMessage("字".repeat(500));
  const model = new ScriptedModel([long], { chunkSize: 1 });

  const stream = model.stream(request("开始"));
  const state = watch(stream);
  await atRest();

  assert.equal(state.settled, true, `没有闸门拦着，一轮在下一个宏任务之前播完：不用定时器，同样的脚本才有同样的次序。${LOOK_STREAM}`);
});

test("按轮播放 s4-1：同样的脚本，逐个事件相同", async () => {
  const [first, second] = [await playOnce(rich, 5), await playOnce(rich, 5)];

  assert.deepEqual(first.events, second.events, `脚本定了，事件就定了。${LOOK_STREAM}`);
  assert.equal(first.events.length > rich.content.length, true, `内容是一片一片流出来的。${LOOK_STREAM}`);
});

// ── 请求快照 ──────────────────────────────────────────────────────────────────────────────────

test("请求快照 s4-2：每次 stream() 记下一条请求，次序不变", async () => {
  const model = new ScriptedModel([assistantMessage("一"), assistantMessage("二")]);
  const before = [...model.requests];

  await play(model.stream(request("a")));
  await play(model.stream(request("a", "b")));

  assert.deepEqual(before, [], `还没有请求时是空列表。${LOOK} › requests`);
  assert.deepEqual(model.requests, [request("a"), request("a", "b")], `requests 记下模型看到的每一条请求。${LOOK} › requests`);
});

test("请求快照 s4-2：之后对请求的改动到不了快照", async () => {
  const messages = [userMessage("a")];
  const tools = [{ name: "read", description: "Reads a file.", parameters: { type: "object", required: ["path"] } }];
  const model = new ScriptedModel([assistantMessage("一")]);

  await play(model.stream({ systemPrompt: "你是助手", messages, tools }));
  messages.push(userMessage("b"));
  messages[0]?.content.push(text("c"));
  tools[0]?.parameters.required.push("limit");
  tools.pop();

  const expected = [{ systemPrompt: "你是助手", messages: [userMessage("a")], tools: [{ name: "read", description: "Reads a file.", parameters: { type: "object", required: ["path"] } }] }];
  assert.deepEqual(model.requests, expected, `快照要深：数组、消息的内容、工具的参数都是副本。${LOOK} › requests`);
});

test("请求快照 s4-2：快照在调用 stream() 的那一刻拍下", async () => {
  const messages = [userMessage("a")];
  const model = new ScriptedModel([assistantMessage("一")]);

  const stream = model.stream({ systemPrompt: "你是助手", messages, tools: [] });
  const atOnce = model.requests.length;
  messages.push(userMessage("紧接着加的"));
  await play(stream);

  assert.equal(atOnce, 1, `stream() 返回时快照已经在了。${LOOK_STREAM}`);
  assert.deepEqual(model.requests, [{ systemPrompt: "你是助手", messages: [userMessage("a")], tools: [] }], `stream() 返回后加的消息，模型没有看到。${LOOK_STREAM}`);
});

test("请求快照 s4-2：函数轮改了它的请求，快照不变", async () => {
  const careless: ScriptedTurn = ({ messages }) => {
    (messages as unknown[]).length = 0;
    return assistantMessage("改了");
  };
  const model = new ScriptedModel([careless]);

  await play(model.stream(request("a", "b")));

  assert.deepEqual(model.requests, [request("a", "b")], `快照只用来看，不交给别人改。${LOOK} › requests`);
});

test("请求快照 s4-2：请求里有不能克隆的东西，stream() 也不抛错", async () => {
  const details = { callback: () => "不是数据" };
  const model = new ScriptedModel([assistantMessage("一")]);

  const stream = model.stream({ ...request("a"), messages: [{ role: "toolResult", toolCallId: "call-1", toolName: "read", content: [], details, isError: false }] });
  const { events, message } = await play(stream);

  assert.deepEqual(checkModelTrace(events, message), [], `stream() 从不抛错；回合照样有头有尾。${LOOK_STREAM}`);
});

// ── 错误回合 ──────────────────────────────────────────────────────────────────────────────────

test("错误回合 s4-3：函数抛错，回合以 error 结束，带着它的话", async () => {
  const { events, message } = await playOnce(thrower(new TypeError("脚本里没有这个文件")));

  assert.deepEqual(message, { ...assistantMessage([], "error"), errorMessage: "脚本里没有这个文件" }, `失败写在结果里：stopReason 是 error，errorMessage 是错误的话。${LOOK_STREAM}`);
  assert.deepEqual(events, [start], `失败的回合也从 start 开始。${LOOK_STREAM}`);
  assert.deepEqual(checkModelTrace(events, message), [], `失败的回合也守约。${LOOK_STREAM}`);
});

test("错误回合 s4-3：抛出的不论是什么值，都成为一句话", async () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const silent = Object.defineProperty(new Error(), "message", { get: () => { throw new Error("不许看"); } });
  const unspeakable = { toString: () => { throw new Error("不许看"); } };
  const thrown: unknown[] = ["只是一句话", undefined, null, 404, Symbol("记号"), Object.create(null), unspeakable, silent, proxy];
  const model = new ScriptedModel(thrown.map(thrower));

  const played: AssistantMessage[] = [];
  for (const _ of thrown) played.push((await play(model.stream(request("a")))).message);

  assert.deepEqual(played.map(({ stopReason }) => stopReason), thrown.map(() => "error"), `抛出的不一定是 Error；是什么都以 error 结束。${LOOK_STREAM}`);
  assert.deepEqual(played.map(({ errorMessage }) => typeof errorMessage), thrown.map(() => "string"), `errorMessage 总是一句话。${LOOK_STREAM}`);
  assert.match(played[0]?.errorMessage ?? "", /只是一句话/, `抛出字符串时，话就是它。${LOOK_STREAM}`);
});

test("错误回合 s4-3：出错的那一轮用掉了，下一轮照常", async () => {
  const model = new ScriptedModel([thrower(new Error("坏了")), assistantMessage("好了")]);

  const first = await play(model.stream(request("a")));
  const second = await play(model.stream(request("b")));

  assert.deepEqual([first.message.stopReason, textOf(second.message)], ["error", "好了"], `每次 stream() 用掉一轮，出错的也算。${LOOK_STREAM}`);
  assert.equal(model.remaining, 0, `两轮都用掉了。${LOOK} › remaining`);
});

test("错误回合 s4-3：JSON 装不下的参数，回合以 error 结束", async () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  const model = new ScriptedModel([assistantMessage([text("先说一句"), toolCall("call-1", { n: 1n })], "toolUse"), assistantMessage([toolCall("call-2", cycle)], "toolUse")]);

  const bigint = await play(model.stream(request("a")));
  const cyclic = await play(model.stream(request("b")));

  assert.deepEqual([bigint, cyclic].map(({ message }) => message.stopReason), ["error", "error"], `stream() 从不抛错；播不出来的调用写成失败。${LOOK_STREAM}`);
  assert.deepEqual([bigint, cyclic].map(({ events, message }) => checkModelTrace(events, message)), [[], []], `失败的回合留下已经流出的块，别的不留。${LOOK_STREAM}`);
});

test("错误回合 s4-3：没有人等结果，也没有无人处理的 rejection", async () => {
  const unhandled: unknown[] = [];
  const listener = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", listener);
  const model = new ScriptedModel([thrower(new Error("坏了")), { message: assistantMessage("好"), until: Promise.reject(new Error("闸门坏了")) }]);

  for (const name of ["抛错的函数", "拒绝的闸门"]) model.stream(request(name));
  await atRest();
  await atRest();
  process.off("unhandledRejection", listener);

  assert.deepEqual(unhandled, [], `错误在结果里，不在没人接的 promise 里。${LOOK_STREAM}`);
});

// ── 脚本耗尽 ──────────────────────────────────────────────────────────────────────────────────

test("脚本耗尽 s4-4：再请求就以 error 结束，说出脚本有几轮、这是第几次请求", async () => {
  const model = new ScriptedModel([assistantMessage("一"), assistantMessage("二"), assistantMessage("三")]);
  for (const name of ["a", "b", "c"]) await play(model.stream(request(name)));

  const fourth = await play(model.stream(request("d")));
  const fifth = await play(model.stream(request("e")));

  assert.deepEqual([fourth.message.stopReason, fifth.message.stopReason], ["error", "error"], `脚本没有了，是失败，不是正常的 stop。${LOOK_STREAM}`);
  assert.match(fourth.message.errorMessage ?? "", /\b3\b.*\b4\b|\b4\b.*\b3\b/s, `errorMessage 说出脚本有 3 轮，这是第 4 次请求。${LOOK_STREAM}`);
  assert.match(fifth.message.errorMessage ?? "", /\b3\b.*\b5\b|\b5\b.*\b3\b/s, `下一次是第 5 次请求，脚本还是 3 轮。${LOOK_STREAM}`);
});

test("脚本耗尽 s4-4：没有东西可播，也从 start 开始，守约结束", async () => {
  const model = new ScriptedModel([]);

  const { events, message } = await play(model.stream(request("a")));

  assert.deepEqual(events, [start], `每个回合都从 start 开始。${LOOK_STREAM}`);
  assert.deepEqual(message.content, [], `没有流出任何块。${LOOK_STREAM}`);
  assert.deepEqual(checkModelTrace(events, message), [], `耗尽的回合也守约。${LOOK_STREAM}`);
  assert.match(message.errorMessage ?? "", /\b0\b.*\b1\b|\b1\b.*\b0\b/s, `空脚本有 0 轮，这是第 1 次请求。${LOOK_STREAM}`);
});

test("脚本耗尽 s4-4：remaining 停在 0，请求照样记下", async () => {
  const model = new ScriptedModel([assistantMessage("一")]);

  for (const name of ["a", "b", "c"]) await play(model.stream(request(name)));

  assert.equal(model.remaining, 0, `剩下的轮数不会是负数。${LOOK} › remaining`);
  assert.deepEqual(model.requests, [request("a"), request("b"), request("c")], `多出来的请求正是要查的东西。${LOOK} › requests`);
});

// ── 取消播放 ──────────────────────────────────────────────────────────────────────────────────

test("取消播放 s4-5：事先取消，只有 start，内容是空的", async () => {
  const controller = new AbortController();
  controller.abort();
  const model = new ScriptedModel([rich, { message: rich, until: gate().promise }, () => rich]);

  const played: PlayedTurn[] = [];
  for (const name of ["a", "b", "c"]) played.push(await play(model.stream(request(name), { signal: controller.signal })));

  assert.deepEqual(played.map(({ events }) => events), [[start], [start], [start]], `已经取消的回合什么也不播，还是从 start 开始。${LOOK_STREAM}`);
  assert.deepEqual(played.map(({ message }) => [message.stopReason, message.content]), [["aborted", []], ["aborted", []], ["aborted", []]], `以 aborted 结束，内容是已经流出的块：没有。${LOOK_STREAM}`);
});

test("取消播放 s4-5：片段之间取消，留下到此为止的文本", async () => {
  const controller = new AbortController();
  const whole = "字".repeat(200);
  const model = new ScriptedModel([assistantMessage(whole)], { chunkSize: 1 });

  const { events, message } = await play(model.stream(request("a"), { signal: controller.signal }), (event, place) => {
    if (place === 3) controller.abort();
  });

  assert.equal(message.stopReason, "aborted", `读的人看到第三片就取消了，后面还有很多片：播放要一片一片来，每一片之前看一次 signal。${LOOK_STREAM}`);
  assert.deepEqual(message.content, foldModelEvents(events), `内容就是已经流出的片段，不多不少。${LOOK_STREAM}`);
  assert.equal(textOf(message).length < 100, true, `取消以后不再往下播：流出了 ${textOf(message).length} 片。${LOOK_STREAM}`);
});

test("取消播放 s4-5：取消在调用中间，没有结束的调用不进入内容", async () => {
  const controller = new AbortController();
  const [done, cut] = [toolCall("call-1", { n: 1 }), toolCall("call-2", { text: "长".repeat(200) }, "write")];
  const model = new ScriptedModel([assistantMessage([text("先"), done, cut], "toolUse")], { chunkSize: 1 });

  const { events, message } = await play(model.stream(request("a"), { signal: controller.signal }), (event) => {
    if (event.type === "toolcall_delta" && event.index === 2) controller.abort();
  });

  assert.deepEqual(message.content, [text("先"), done], `结束了的调用留下，参数只来了一半的不留。${LOOK_STREAM}`);
  assert.equal(message.stopReason, "aborted", `原来的 stopReason 是 toolUse，取消以后是 aborted。${LOOK_STREAM}`);
  assert.deepEqual(checkModelTrace(events, message), [], `取消的回合也守约。${LOOK_STREAM}`);
});

test("取消播放 s4-5：在哪个事件取消都守约，取消的理由不论", async () => {
  const { events: whole } = await playOnce(rich, 3);
  const reasons: unknown[] = [undefined, new Error("用户走了"), "一句话", null];

  for (let place = 0; place < whole.length; place += 1) {
    const controller = new AbortController();
    const model = new ScriptedModel([rich], { chunkSize: 3 });

    const { events, message } = await play(model.stream(request("a"), { signal: controller.signal }), (event, seen) => {
      if (seen === place) controller.abort(reasons[place % reasons.length]);
    });

    assert.deepEqual(checkModelTrace(events, message), [], `在第 ${place} 个事件取消：内容和已经流出的事件要相等。${LOOK_STREAM}`);
    // Near the end a model may have nothing left to cut.
    if (place < whole.length / 2) assert.equal(message.stopReason, "aborted", `在第 ${place} 个事件取消，后面还有一半没有播。${LOOK_STREAM}`);
  }
});

test("取消播放 s4-5：until 还拦着时取消，立刻结束", async () => {
  const controller = new AbortController();
  const held = gate();
  const scripted = assistantMessage([text("说完了"), toolCall("call-1", { n: 1 })], "toolUse");
  const model = new ScriptedModel([{ message: scripted, until: held.promise }]);

  const stream = model.stream(request("a"), { signal: controller.signal });
  const state = watch(stream);
  await atRest();
  const settledBefore = state.settled;
  controller.abort();
  await atRest();
  const settledAfter = state.settled;
  held.open();
  const message = await settled(stream.result());

  assert.deepEqual([settledBefore, settledAfter], [false, true], `取消不等闸门：闸门可能永远不开。${LOOK} › until`);
  assert.deepEqual([message.stopReason, message.content], ["aborted", scripted.content], `片段已经全部流出，内容是完整的；没有正常结束，所以是 aborted。${LOOK} › until`);
});

test("取消播放 s4-5：闸门开之前就取消，闸门再开也不改结果", async () => {
  const controller = new AbortController();
  const held = gate();
  const model = new ScriptedModel([{ message: assistantMessage("好"), until: held.promise }]);

  const stream = model.stream(request("a"), { signal: controller.signal });
  await atRest();
  controller.abort();
  held.open();
  const message = await settled(stream.result());

  assert.equal(message.stopReason, "aborted", `先取消、后开门，取消算数。${LOOK} › until`);
});

test("取消播放 s4-5：结束以后再取消，什么也不改", async () => {
  const controller = new AbortController();
  const model = new ScriptedModel([rich, rich]);

  const stream = model.stream(request("a"), { signal: controller.signal });
  const message = await settled(stream.result());
  controller.abort();
  const { events } = await play(stream);
  const other = await play(model.stream(request("b")));

  assert.deepEqual([message, await settled(stream.result()), other.message], [rich, rich, rich], `结果是事实，取消改不了已经发生的事，也不影响没有 signal 的回合。${LOOK_STREAM}`);
  assert.deepEqual(checkModelTrace(events, message), [], `事件还在队列里，一个不少。${LOOK_STREAM}`);
});

test("取消播放 s4-5：用同一个 signal 播放一百轮，不留下监听器", async () => {
  const { signal } = new AbortController();
  const message = assistantMessage([toolCall("call-1", { n: 1 })], "toolUse");
  const turn = (n: number): ScriptedTurn => [message, { message, until: Promise.resolve() }, () => message, thrower("坏了")][n % 4]!;
  const model = new ScriptedModel(Array.from({ length: 100 }, (_, n) => turn(n)));
  const before = getEventListeners(signal, "abort").length;

  for (let n = 0; n < 101; n += 1) await play(model.stream(request("a"), { signal }));

  assert.equal(getEventListeners(signal, "abort").length, before, `一次对话只有一个 signal，却有很多回合：每一轮都要把自己的监听器取下。${LOOK_STREAM}`);
  assert.equal(model.remaining, 0, `一百轮都播放了。${LOOK} › remaining`);
});

test("取消播放 s4-5：请求不论怎样结束都记下", async () => {
  const model = new ScriptedModel([thrower(new Error("坏了")), assistantMessage("一")]);
  const aborted = new AbortController();
  aborted.abort();

  await play(model.stream(request("出错")));
  await play(model.stream(request("取消"), { signal: aborted.signal }));
  await play(model.stream(request("超出")));

  assert.deepEqual(model.requests, [request("出错"), request("取消"), request("超出")], `请求发生过就要记下，不论回合怎样结束。${LOOK_STREAM}`);
});

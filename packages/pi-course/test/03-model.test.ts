/** Chapter 03: the model boundary. Traces are written by hand here; chapter 04 makes them from messages. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { EventStream } from "../src/event-stream.ts";
import { assistantMessage, userMessage, type AssistantMessage, type StopReason } from "../src/messages.ts";
import { checkModelTrace, foldModelEvents, type Model, type ModelEvent, type ModelRequest, type ModelStream } from "../src/model.ts";
import { callBlock, deepFreeze, start, textBlock, thinkingBlock, toolCall, unfinishedCallBlock } from "./support/model-trace.ts";

/** A model that understands nothing and says so: it quotes the request in its error message. */
class LostModel implements Model {
  stream(request: ModelRequest): ModelStream {
    const stream: ModelStream = new EventStream();
    const { systemPrompt, messages, tools } = request;
    stream.push(start);
    stream.end(failed(`${systemPrompt} / ${messages.length} / ${tools.map((tool) => tool.name).join()}`));
    return stream;
  }
}

function failed(errorMessage: string, content: AssistantMessage["content"] = []): AssistantMessage {
  return { ...assistantMessage(content, "error"), errorMessage };
}

async function read(stream: ModelStream): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** Puts `parse` in the place of JSON.parse while `work` runs. */
function withJsonParse(parse: typeof JSON.parse, work: () => void): void {
  const original = JSON.parse;
  JSON.parse = parse;
  try {
    work();
  } finally {
    JSON.parse = original;
  }
}

const LOOK_FOLD = "见 src/model.ts › foldModelEvents";
const LOOK_CHECK = "见 src/model.ts › checkModelTrace";

const stopReasons: StopReason[] = ["stop", "length", "toolUse", "error", "aborted"];

/** Thinking, text, an empty text and two calls: every rule about blocks has something to hold on to. */
const richContent: AssistantMessage["content"] = [
  { type: "thinking", thinking: "先看文件" },
  { type: "text", text: "我来读。" },
  { type: "text", text: "" },
  toolCall("call-1", { path: "a.txt", lines: [1, 2] }),
  toolCall("call-2", {}, "list"),
];
const richTrace: ModelEvent[] = [
  start,
  ...thinkingBlock(0, "先看", "文件"),
  ...textBlock(1, "我来", "读。"),
  ...textBlock(2, ""),
  ...callBlock(3, toolCall("call-1", { path: "a.txt", lines: [1, 2] }), '{"path":"a', '.txt","lin', 'es":[1,2]}'),
  ...callBlock(4, toolCall("call-2", {}, "list"), "{}"),
];

/** Each of these traces must be refused beside the message, for the reason that names it. */
function assertBroken(traces: Record<string, readonly ModelEvent[]>, message: AssistantMessage, rule: string): void {
  for (const [name, events] of Object.entries(traces)) {
    assert.notDeepEqual(checkModelTrace(events, message), [], `${rule}；这条轨迹没有守住：${name}。${LOOK_CHECK}`);
  }
}

function assertKept(events: readonly ModelEvent[], message: AssistantMessage, rule: string): void {
  assert.deepEqual(checkModelTrace(events, message), [], `${rule}。这条轨迹守约，应得到空列表。${LOOK_CHECK}`);
}

// ── 请求形状 ──────────────────────────────────────────────────────────────────────────────────

test("请求形状 s3-1：三部分请求得到一个回合，没有块的回合折叠为空", async () => {
  const request: ModelRequest = deepFreeze({
    systemPrompt: "你是助手",
    messages: [userMessage("读 a.txt"), userMessage("快一点")],
    tools: [{ name: "read", description: "Reads a file.", parameters: { type: "object" } }],
  });

  const stream = new LostModel().stream(request);
  const events = await read(stream);
  const message = await stream.result();

  assert.equal(message.errorMessage, "你是助手 / 2 / read", "模型能看到的只有请求的三部分：systemPrompt、messages、tools");
  assert.deepEqual(foldModelEvents(events), [], `start 不属于任何块，折叠后什么也没有。${LOOK_FOLD}`);
  assertKept(events, message, "失败写在结果里，事件照样从 start 开始");
});

test("请求形状 s3-1：没有 start 的回合不守约", async () => {
  const message = assistantMessage([], "stop");

  assertBroken({ "一个事件也没有": [] }, message, "每个回合都从 start 开始，没有内容的回合也一样");
});

test("请求形状 s3-1：start 只来一次", async () => {
  const message = assistantMessage([], "stop");

  assertKept([start], message, "一个 start、没有块");
  assertBroken({ "两个 start": [start, start], "三个 start": [start, start, start] }, message, "start 恰好一次");
});

test("请求形状 s3-1：start 是第一个事件", async () => {
  const message = assistantMessage("好");

  const broken = {
    "start 在块之后": [...textBlock(0, "好"), start],
    "start 在块的中间": [...textBlock(0, "好"), start, ...textBlock(0, "")],
    "只有块、没有 start": textBlock(0, "好"),
  };

  assertBroken(broken, message, "start 在所有块之前");
});

test("请求形状 s3-1：回合的结果是一条 assistant 消息", async () => {
  const results = [userMessage(""), { ...userMessage(""), content: [] }, { role: "assistant", stopReason: "stop" }, { role: "assistant", content: "好", stopReason: "stop" }];

  const kept = checkModelTrace([start], assistantMessage([], "stop"));
  const broken = results.map((result) => checkModelTrace([start], result as unknown as AssistantMessage).length > 0);

  assert.deepEqual(kept, [], `空的 assistant 消息是合格的结果。${LOOK_CHECK}`);
  assert.deepEqual(broken, [true, true, true, true], `结果的 role 是 assistant，content 是数组；别的都要指出来。${LOOK_CHECK}`);
});

// ── 增量折叠 ──────────────────────────────────────────────────────────────────────────────────

test("增量折叠 s3-2：一块的片段按到达的顺序接起来", async () => {
  const events = [start, ...textBlock(0, "你", "好，", "", "世", "界")];

  const content = foldModelEvents(events);

  assert.deepEqual(content, [{ type: "text", text: "你好，世界" }], `同一个 index 的片段属于同一块，先到的在前。${LOOK_FOLD}`);
});

test("增量折叠 s3-2：不同 index 的片段是不同的块，同类也不合并", async () => {
  const events = [start, ...textBlock(0, "一", "二"), ...textBlock(1, "三"), ...textBlock(2, "四")];

  const content = foldModelEvents(events);

  const expected = [{ type: "text", text: "一二" }, { type: "text", text: "三" }, { type: "text", text: "四" }];
  assert.deepEqual(content, expected, `一块从哪里开始由 index 决定，不由类型决定。${LOOK_FOLD}`);
});

test("增量折叠 s3-2：思考折叠成思考块，不混进文本", async () => {
  const events = [start, ...thinkingBlock(0, "想", "一想"), ...textBlock(1, "答"), ...thinkingBlock(2, "再想")];

  const content = foldModelEvents(events);

  const expected = [{ type: "thinking", thinking: "想一想" }, { type: "text", text: "答" }, { type: "thinking", thinking: "再想" }];
  assert.deepEqual(content, expected, `thinking_delta 折叠成 { type: "thinking", thinking }。${LOOK_FOLD}`);
});

test("增量折叠 s3-2：一个空片段也是一块", async () => {
  const events = [start, ...textBlock(0, ""), ...thinkingBlock(1, ""), ...textBlock(2, "", "")];

  const content = foldModelEvents(events);

  const expected = [{ type: "text", text: "" }, { type: "thinking", thinking: "" }, { type: "text", text: "" }];
  assert.deepEqual(content, expected, `空块用一个空片段表示；跳过空片段，块就丢了。${LOOK_FOLD}`);
});

test("增量折叠 s3-2：到一半也能折叠，得到此刻已有的文本", async () => {
  const events = [start, ...thinkingBlock(0, "想"), ...textBlock(1, "一", "二", "三")];

  const soFar = events.map((_, count) => foldModelEvents(events.slice(0, count)));

  const thought = { type: "thinking", thinking: "想" };
  const expected = [[], [], [thought], [thought, { type: "text", text: "一" }], [thought, { type: "text", text: "一二" }]];
  assert.deepEqual(soFar, expected, `回合的任何一段开头都能折叠。${LOOK_FOLD}`);
});

test("增量折叠 s3-2：折叠只读事件，每次给出新的内容", async () => {
  const events = deepFreeze([start, ...textBlock(0, "一", "二"), ...thinkingBlock(1, "想")]);

  const first = foldModelEvents(events);
  const second = foldModelEvents(events);
  first.pop();

  const expected = [{ type: "text", text: "一二" }, { type: "thinking", thinking: "想" }];
  assert.deepEqual(second, expected, `事件不被改动；两次折叠互不相干。${LOOK_FOLD}`);
});

test("增量折叠 s3-2：折叠的代价随片段数线性增长", async () => {
  let reads = 0;
  const counted = (event: ModelEvent): ModelEvent =>
    new Proxy(event, {
      get(target, key) {
        reads += 1;
        return Reflect.get(target, key);
      },
    });
  const events = [counted(start), ...Array.from({ length: 400 }, (_, index) => textBlock(index, "字").map(counted)).flat()];

  const content = foldModelEvents(events);

  assert.equal(content.length, 400, `每个 index 一块。${LOOK_FOLD}`);
  // A linear fold reads a handful of fields an event; one that searches all events for every block, hundreds.
  assert.ok(reads <= 40 * events.length, `每个事件只读固定的次数，这里 ${events.length} 个事件读了 ${reads} 次字段：不要为每一块把全部事件再找一遍。${LOOK_FOLD}`);
});

// ── 参数拼接 ──────────────────────────────────────────────────────────────────────────────────

test("参数拼接 s3-3：片段先拼成完整的 JSON，再解析成参数", async () => {
  const args = { path: "目录/a b.txt", text: 'say "hi"\n', n: -1.5, list: [true, null, { deep: "值" }] };
  const json = JSON.stringify(args);

  for (const size of [1, 2, 3, 7, json.length]) {
    const pieces = Array.from({ length: Math.ceil(json.length / size) }, (_, n) => json.slice(n * size, n * size + size));
    const content = foldModelEvents([start, ...callBlock(0, toolCall("call-1", args), ...pieces)]);

    assert.deepEqual(content, [toolCall("call-1", args)], `切在哪里都一样：每 ${size} 个字符一片时也要拼回原样。${LOOK_FOLD}`);
  }
});

test("参数拼接 s3-3：每个调用只拼自己的片段", async () => {
  const [first, second] = [toolCall("call-1", { n: 1 }), toolCall("call-2", { m: [2] }, "write")];
  const events = [start, ...callBlock(0, first, '{"n"', ":1}"), ...callBlock(1, second, '{"m":', "[2]}")];

  const content = foldModelEvents(events);

  assert.deepEqual(content, [first, second], `两个调用各有各的 id、名字和参数。${LOOK_FOLD}`);
});

test("参数拼接 s3-3：没有结束的调用不进入内容", async () => {
  const done = toolCall("call-1", { n: 1 });
  const cut = toolCall("call-2", { path: "a" });
  const events = [start, ...textBlock(0, "先"), ...callBlock(1, done, '{"n":1}')];

  const justStarted = foldModelEvents([...events, ...unfinishedCallBlock(2, cut)]);
  const halfWay = foldModelEvents([...events, ...unfinishedCallBlock(2, cut, '{"pa')]);
  const allPieces = foldModelEvents([...events, ...unfinishedCallBlock(2, cut, '{"path"', ':"a"}')]);

  const expected = [{ type: "text", text: "先" }, done];
  assert.deepEqual(justStarted, expected, `只有开头的调用不算数。${LOOK_FOLD}`);
  assert.deepEqual(halfWay, expected, `参数只来了一半的调用不算数。${LOOK_FOLD}`);
  assert.deepEqual(allPieces, expected, `片段碰巧已是合法 JSON，没有 toolcall_end 就还是没有结束。${LOOK_FOLD}`);
});

test("参数拼接 s3-3：空参数是一片 {}", async () => {
  const events = [start, ...callBlock(0, toolCall("call-1"), "{}")];

  const content = foldModelEvents(events);

  assert.deepEqual(content, [toolCall("call-1", {})], `没有参数的调用，参数是空对象。${LOOK_FOLD}`);
});

test("参数拼接 s3-3：__proto__ 是普通的键，不改变原型", async () => {
  const args = JSON.parse('{"__proto__":{"admin":true},"n":1}') as Record<string, unknown>;
  const events = [start, ...callBlock(0, toolCall("call-1", args), '{"__proto__":{"ad', 'min":true},"n":1}')];

  const [call] = foldModelEvents(events);

  const folded = call?.type === "toolCall" ? call.arguments : {};
  assert.deepEqual(Object.keys(folded), ["__proto__", "n"], `键一个不少，都是自己的数据。${LOOK_FOLD}`);
  assert.equal(folded["admin"], undefined, `参数里的 __proto__ 不能变成原型。${LOOK_FOLD}`);
});

test("参数拼接 s3-3：一个调用至多解析一次，在它结束的时候", async () => {
  const args = { words: Array.from({ length: 50 }, (_, n) => `词${n}`) };
  const whole = [start, ...callBlock(0, toolCall("call-1", args), ...JSON.stringify(args)), ...callBlock(1, toolCall("call-2", args), ...JSON.stringify(args))];
  const open = [start, ...unfinishedCallBlock(0, toolCall("call-1", args), ...JSON.stringify(args))];
  let parses = 0;
  const parse = JSON.parse;
  const counting: typeof JSON.parse = (...given) => {
    parses += 1;
    return parse(...given);
  };

  let content: AssistantMessage["content"] = [];
  withJsonParse(counting, () => (content = foldModelEvents(whole)));
  const perCall = Math.ceil(parses / 2);
  parses = 0;
  withJsonParse(counting, () => foldModelEvents(open));

  assert.deepEqual(content, [toolCall("call-1", args), toolCall("call-2", args)], `几百个片段也拼回原来的参数。${LOOK_FOLD}`);
  assert.equal(Math.max(perCall, 1), 1, `一个调用只解析一次，不是每来一片就解析一次。${LOOK_FOLD}`);
  assert.equal(parses, 0, `还没有结束的调用不解析：半截 JSON 解析不出可信的东西。${LOOK_FOLD}`);
});

// ── 契约检查 ──────────────────────────────────────────────────────────────────────────────────

test("契约检查 s3-4：守约的轨迹得到空列表，不论 stopReason", async () => {
  const events = deepFreeze(richTrace);

  for (const stopReason of stopReasons) {
    assertKept(events, deepFreeze(assistantMessage(richContent, stopReason)), `块完整、有序，${stopReason} 的消息内容与折叠相等`);
  }
});

test("契约检查 s3-4：块从 0 开始，按 index 一个接一个", async () => {
  const message = assistantMessage([{ type: "text", text: "一" }, { type: "text", text: "二" }]);

  const broken = {
    "从 1 开始": [start, ...textBlock(1, "一"), ...textBlock(2, "二")],
    "中间有空缺": [start, ...textBlock(0, "一"), ...textBlock(2, "二")],
    "次序颠倒": [start, ...textBlock(1, "二"), ...textBlock(0, "一")],
    "从 -1 开始": [start, ...textBlock(-1, "一"), ...textBlock(0, "二")],
    "不是整数": [start, ...textBlock(0, "一"), ...textBlock(0.5, "二")],
  };

  assertKept([start, ...textBlock(0, "一"), ...textBlock(1, "二")], message, "0 之后是 1");
  assertBroken(broken, message, "index 是块在最终内容里的位置");
});

test("契约检查 s3-4：下一块开始以后，上一块不再有片段", async () => {
  const message = assistantMessage([{ type: "text", text: "一三" }, { type: "text", text: "二" }]);
  const late = [start, ...textBlock(0, "一"), ...textBlock(1, "二"), ...textBlock(0, "三")];
  const empty = [start, ...textBlock(0, "一三"), ...textBlock(1, "二"), ...textBlock(0, "")];

  assertBroken({ "片段迟到": late, "迟到的是空片段": empty }, message, "一块的片段都在它的第一个和最后一个事件之间，不与别的块交错");
});

test("契约检查 s3-4：一块只有一种内容", async () => {
  const call = toolCall("call-1");

  const textFirst = { "思考混进文本": [start, ...textBlock(0, "好"), ...thinkingBlock(0, "")], "调用混进文本": [start, ...textBlock(0, "好"), ...callBlock(0, call, "{}")] };
  const thinkingFirst = { "文本混进思考": [start, ...thinkingBlock(0, "好"), ...textBlock(0, "")] };
  const callFirst = { "文本混进调用": [start, ...unfinishedCallBlock(0, call, "{}"), ...textBlock(0, ""), { type: "toolcall_end", index: 0, call } satisfies ModelEvent] };

  assertBroken(textFirst, assistantMessage("好"), "同一个 index 的事件属于同一种块");
  assertBroken(thinkingFirst, assistantMessage([{ type: "thinking", thinking: "好" }]), "同一个 index 的事件属于同一种块");
  assertBroken(callFirst, assistantMessage([call], "toolUse"), "同一个 index 的事件属于同一种块");
});

test("契约检查 s3-4：调用从 toolcall_start 开始，而且只开始一次", async () => {
  const call = toolCall("call-1", { n: 1 });
  const whole = callBlock(0, call, '{"n"', ":1}");
  const [begin, first, ...rest] = whole;

  const broken = {
    "没有 toolcall_start": [start, ...whole.slice(1)],
    "只有 toolcall_end": [start, ...whole.slice(-1)],
    "start 来了两次": [start, begin!, begin!, first!, ...rest],
    "start 在片段之后又来": [start, begin!, first!, begin!, ...rest],
  };

  assertKept([start, ...whole], assistantMessage([call], "toolUse"), "完整的调用：一个开头，若干片段，一个结束");
  assertBroken(broken, assistantMessage([call], "toolUse"), "每个调用恰好有一个 toolcall_start，在片段之前");
});

test("契约检查 s3-4：toolcall_end 之后，这个调用什么也没有了", async () => {
  const call = toolCall("call-1", { n: 1 });
  const whole = callBlock(0, call, '{"n":1}');
  const end = whole.at(-1)!;

  const broken = {
    "又来一片": [start, ...whole, { type: "toolcall_delta", index: 0, delta: "" } satisfies ModelEvent],
    "又来一个结束": [start, ...whole, end],
    "又来一个开头": [start, ...whole, whole[0]!],
    "隔着别的块又来一片": [start, ...whole, ...textBlock(1, ""), { type: "toolcall_delta", index: 0, delta: "" } satisfies ModelEvent],
  };

  for (const stopReason of stopReasons) {
    assertBroken(broken, assistantMessage([call], stopReason), `toolcall_end 是这个调用的最后一个事件（${stopReason}）`);
  }
});

test("契约检查 s3-4：正常结束的回合里，每个调用都要结束", async () => {
  const call = toolCall("call-1", { n: 1 });

  for (const stopReason of ["stop", "length", "toolUse"] as const) {
    const last = { "最后的调用没有结束": [start, ...textBlock(0, "好"), ...unfinishedCallBlock(1, call, '{"n":1}')] };
    const middle = { "中间的调用没有结束": [start, ...unfinishedCallBlock(0, call, '{"n":1}'), ...textBlock(1, "好")] };

    assertBroken(last, assistantMessage("好", stopReason), `只有被打断的回合才可以缺 toolcall_end（${stopReason}）`);
    assertBroken(last, assistantMessage([{ type: "text", text: "好" }, call], stopReason), `消息里有这个调用，事件里就要有它的结束（${stopReason}）`);
    assertBroken(middle, assistantMessage([call, { type: "text", text: "好" }], stopReason), `下一块开始之前，调用已经结束（${stopReason}）`);
  }
});

test("契约检查 s3-4：被打断的回合，内容是已有的文本和结束了的调用", async () => {
  const done = toolCall("call-1", { n: 1 });
  const cut = toolCall("call-2", { m: 2 });
  const events = [start, ...textBlock(0, "说到一"), ...callBlock(1, done, '{"n":1}')];
  const cutEvents = [...events, ...unfinishedCallBlock(2, cut, '{"m"')];
  const soFar: AssistantMessage["content"] = [{ type: "text", text: "说到一" }, done];

  for (const stopReason of ["aborted", "error"] as const) {
    assertKept(events, assistantMessage(soFar, stopReason), `${stopReason}：断在两块之间`);
    assertKept(cutEvents, assistantMessage(soFar, stopReason), `${stopReason}：断在调用中间，这个调用不进入内容`);
    assertKept([start, ...textBlock(0, "说到")], assistantMessage("说到", stopReason), `${stopReason}：断在文本中间，留下已有的文本`);
    assertBroken({ "没有结束的调用进了内容": cutEvents }, assistantMessage([...soFar, cut], stopReason), `${stopReason}：没有 toolcall_end 的调用不算发生过`);
    assertBroken({ "结束了的调用不见了": events }, assistantMessage("说到一", stopReason), `${stopReason}：已经结束的调用是事实，不能丢`);
    assertBroken({ "内容比事件多": events }, assistantMessage([{ type: "text", text: "说到一半" }, done], stopReason), `${stopReason}：没有流出来的文本不进入内容`);
  }
});

test("契约检查 s3-4：结束时的 id 和名字与开头相同", async () => {
  const call = toolCall("call-1", { n: 1 });
  const withStart = (id: string, name: string): ModelEvent[] => [start, { type: "toolcall_start", index: 0, id, name }, ...callBlock(0, call, '{"n":1}').slice(1)];

  assertKept(withStart("call-1", "read"), assistantMessage([call], "toolUse"), "开头和结束说的是同一个调用");
  assertBroken({ "id 变了": withStart("call-9", "read") }, assistantMessage([call], "toolUse"), "toolcall_end 的 id 就是 toolcall_start 的 id");
  assertBroken({ "名字变了": withStart("call-1", "write") }, assistantMessage([call], "toolUse"), "toolcall_end 的名字就是 toolcall_start 的名字");
});

test("契约检查 s3-4：片段拼起来是 JSON，而且解析出同样的参数", async () => {
  const call = toolCall("call-1", { a: { b: 1 }, c: [1, 2] });
  const message = assistantMessage([call], "toolUse");
  const withPieces = (...pieces: string[]): ModelEvent[] => [start, ...callBlock(0, call, ...pieces)];

  const broken = {
    "一片也没有": withPieces(),
    "半截 JSON": withPieces('{"a":{"b":1},"c":[1'),
    "不是 JSON": withPieces("a=1"),
    "多出一截": withPieces('{"a":{"b":1},"c":[1,2]}', "}"),
    "值不同": withPieces('{"a":{"b":2},"c":[1,2]}'),
    "类型不同": withPieces('{"a":{"b":"1"},"c":[1,2]}'),
    "少一个键": withPieces('{"a":{"b":1}}'),
    "多一个键": withPieces('{"a":{"b":1},"c":[1,2],"d":null}'),
    "数组的次序不同": withPieces('{"a":{"b":1},"c":[2,1]}'),
    "不是对象": withPieces("[]"),
  };

  assertKept(withPieces('{"c":[1,', '2],"a":{"b":1}}'), message, "键的次序不算数");
  assertBroken(broken, message, "片段的文本解析出来就是调用的参数");
});

test("契约检查 s3-4：折叠出的块与消息的内容相等", async () => {
  const other = richContent.with(3, toolCall("call-1", { path: "b.txt", lines: [1, 2] }));
  const messages = {
    "文本不同": assistantMessage(richContent.with(1, { type: "text", text: "我来读" }), "toolUse"),
    "类型不同": assistantMessage(richContent.with(1, { type: "thinking", thinking: "我来读。" }), "toolUse"),
    "少了空文本块": assistantMessage(richContent.toSpliced(2, 1), "toolUse"),
    "消息多出一块": assistantMessage([...richContent, { type: "text", text: "" }], "toolUse"),
    "消息少了最后一块": assistantMessage(richContent.slice(0, -1), "toolUse"),
    "块的次序不同": assistantMessage(richContent.toReversed(), "toolUse"),
    "调用的参数不同": assistantMessage(other, "toolUse"),
    "内容是空的": assistantMessage([], "toolUse"),
  };

  for (const [name, message] of Object.entries(messages)) assertBroken({ [name]: richTrace }, message, "事件是过程，结果是事实，两者说的是同一件事");
  assertBroken({ "只有 start": [start] }, assistantMessage(""), "消息里有一块空文本，事件里就要有它的空片段");
});

test("契约检查 s3-4：违反的规则用文字说出来", async () => {
  const broken = [
    checkModelTrace([], assistantMessage("好")),
    checkModelTrace([start, ...textBlock(1, "好")], assistantMessage("好")),
    checkModelTrace([start, ...callBlock(0, toolCall("call-1"), "{")], assistantMessage([toolCall("call-1")], "toolUse")),
  ];

  const kinds = broken.map((rules) => [rules.length > 0, rules.every((rule) => typeof rule === "string" && rule.trim().length > 0)]);

  assert.deepEqual(kinds, [[true, true], [true, true], [true, true]], `每条违反的规则是一句话，不是空串，也不是别的东西。${LOOK_CHECK}`);
});

test("契约检查 s3-4：不论给它什么都不抛错", async () => {
  const hostile = new Proxy({}, { get: () => { throw new Error("不许看"); } });
  const deep = JSON.parse("[".repeat(20_000) + "]".repeat(20_000)) as unknown;
  const traces: unknown[] = [
    undefined, null, 7, "start", {}, new Set([start]), [undefined], [null], [start, null], [start, 7], [start, {}], [start, hostile],
    [start, { type: "image_delta", index: 0 }], [start, { type: "text_delta" }], [start, { type: "text_delta", index: 0, delta: 7 }], [start, { type: "text_delta", index: Symbol("0"), delta: "" }],
    [start, { type: "toolcall_start", index: 0 }, { type: "toolcall_end", index: 0 }], [start, { type: "toolcall_end", index: 0, call: hostile }],
    [start, { type: "toolcall_start", index: 0, id: "a", name: "b" }, { type: "toolcall_delta", index: 0, delta: "{}" }, { type: "toolcall_end", index: 0, call: null }],
  ];
  const messages: unknown[] = [undefined, null, 7, "assistant", {}, { role: "assistant" }, { role: "assistant", content: null }, { role: "assistant", content: [null], stopReason: "stop" }, { role: "assistant", content: [{ type: "text", text: deep }], stopReason: 7 }, hostile];
  const check = (events: unknown, message: unknown): string[] => checkModelTrace(events as ModelEvent[], message as AssistantMessage);

  const ofTraces = traces.map((events) => check(events, assistantMessage("好")).length > 0);
  const ofMessages = messages.map((message) => check([start, ...textBlock(0, "好")], message).length > 0);

  assert.deepEqual(ofTraces, traces.map(() => true), `读不懂的事件也是违约，用文字说出来，不抛错。${LOOK_CHECK}`);
  assert.deepEqual(ofMessages, messages.map(() => true), `读不懂的结果也是违约，用文字说出来，不抛错。${LOOK_CHECK}`);
});

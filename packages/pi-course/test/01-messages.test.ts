/** Chapter 01: messages are facts that can be replayed, and every call has its result. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  assistantMessage,
  MessageFormatError,
  parseMessage,
  text,
  textOf,
  toolCallsOf,
  toolResultMessage,
  userMessage,
  type AssistantMessage,
  type Message,
  type ThinkingContent,
  type ToolCall,
  type ToolResultMessage,
  type UserMessage,
} from "../src/messages.ts";
import { checkPairing } from "../src/transcript.ts";

const LOOK_BUILD = "见 src/messages.ts 开头的几个构造函数";
const LOOK_PARSE = "见 src/messages.ts › parseMessage";
const LOOK_PAIR = "见 src/transcript.ts › checkPairing";

function toolCall(id: string, name = "echo", args: Record<string, unknown> = {}): ToolCall {
  return { type: "toolCall", id, name, arguments: args };
}

function thinking(value: string): ThinkingContent {
  return { type: "thinking", thinking: value };
}

/** An assistant's message that asks for these calls; a string stands for a call of `echo` with that id. */
function asks(...calls: (string | ToolCall)[]): AssistantMessage {
  return assistantMessage(calls.map((call) => (typeof call === "string" ? toolCall(call) : call)), "toolUse");
}

/** The result of a call of `name` with this id. */
function answers(id: string, name = "echo"): Message {
  return toolResultMessage(toolCall(id, name), `结果 ${id}`);
}

const usage = { input: 12, output: 7, totalTokens: 19 };

/** One message of each role, with every optional field; written out, so that they need no code under test. */
const user: UserMessage = { role: "user", content: [{ type: "text", text: "读一下 a.txt" }] };
const assistant: AssistantMessage = {
  role: "assistant",
  content: [
    { type: "thinking", thinking: "先看文件" },
    { type: "text", text: "我来读。" },
    { type: "toolCall", id: "call-1", name: "read", arguments: { path: "a.txt", range: { lines: [1, 2.5] }, all: true, note: null } },
  ],
  stopReason: "toolUse",
  usage,
  errorMessage: "第一次没有连上",
};
const result: ToolResultMessage = {
  role: "toolResult",
  toolCallId: "call-1",
  toolName: "read",
  content: [{ type: "text", text: "第一行" }],
  details: { lines: [1], deep: { ok: false } },
  isError: true,
};

/** `message` with other fields, as data that nobody has checked. */
function altered(message: Message, fields: Record<string, unknown>): unknown {
  return { ...message, ...fields };
}

/** An assistant's message with these blocks, as data that nobody has checked. */
function withBlocks(...content: unknown[]): unknown {
  return altered(assistant, { content });
}

/** An assistant's message whose second block is a call with these arguments, as data that nobody has checked. */
function withArguments(args: unknown): unknown {
  return withBlocks(text("好"), { type: "toolCall", id: "call-1", name: "read", arguments: args });
}

function without(source: object, key: string): unknown {
  return Object.fromEntries(Object.entries(source).filter(([name]) => name !== key));
}

/** What a session file gives back after `value` was written to it. */
function written(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function refusal(value: unknown, about: string): MessageFormatError {
  try {
    parseMessage(value);
  } catch (error) {
    if (error instanceof MessageFormatError) return error;
    assert.fail(`${about}：应当抛出 MessageFormatError，抛出的却是 ${String(error)}。${LOOK_PARSE}`);
  }
  assert.fail(`${about}：应当被拒绝，却被接受了。${LOOK_PARSE}`);
}

function refusedAt(path: string, value: unknown, about: string): void {
  assert.equal(refusal(value, about).path, path, `${about}：path 要指出是哪里不对。${LOOK_PARSE}`);
}

/** For faults whose exact place is a matter of taste: at `path` or below it. */
function refusedWithin(path: string, value: unknown, about: string): void {
  const found = refusal(value, about).path;
  assert.equal(found.slice(0, path.length), path, `${about}：path 要指向 ${path} 或它的内部。${LOOK_PARSE}`);
}

/** Every object inside `value`, itself included. */
function objectsIn(value: unknown, found: Set<unknown> = new Set()): Set<unknown> {
  if (typeof value !== "object" || value === null || found.has(value)) return found;
  found.add(value);
  for (const entry of Object.values(value)) objectsIn(entry, found);
  return found;
}

function deepFrozen<T>(value: T): T {
  for (const object of objectsIn(value)) Object.freeze(object);
  return value;
}

function revokedProxy(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

// 构造消息

test("构造消息 s1-1：text 把文字原样放进一个文本块", () => {
  const block = text("  你好\n");

  assert.deepEqual(block, { type: "text", text: "  你好\n" }, `文本块只有 type 和 text，文字照写。${LOOK_BUILD}`);
});

test("构造消息 s1-1：userMessage 把一句话放进一个文本块", () => {
  const message = userMessage("你好\n在吗");

  assert.deepEqual(message, { role: "user", content: [{ type: "text", text: "你好\n在吗" }] }, `用户消息的内容是一个文本块。${LOOK_BUILD}`);
});

test("构造消息 s1-1：空的一句话也是一个文本块", () => {
  const messages = [userMessage(""), assistantMessage(""), toolResultMessage(toolCall("call-1"), "")];

  for (const message of messages) {
    assert.deepEqual(message.content, [{ type: "text", text: "" }], `${message.role}：空字符串是一个空的文本块，不是没有块。${LOOK_BUILD}`);
  }
});

test("构造消息 s1-1：assistantMessage 收一个字符串，停止原因默认是 stop", () => {
  const message = assistantMessage("做完了");

  assert.deepEqual(
    message,
    { role: "assistant", content: [{ type: "text", text: "做完了" }], stopReason: "stop" },
    `字符串变成一个文本块；没有给的 usage 和 errorMessage 不留下键。${LOOK_BUILD}`,
  );
});

test("构造消息 s1-1：assistantMessage 收一组块，次序和停止原因照写", () => {
  const blocks = [toolCall("call-1"), text("后说"), thinking("再想"), toolCall("call-2")];

  const message = assistantMessage(blocks, "length");

  assert.deepEqual(
    message,
    { role: "assistant", content: [toolCall("call-1"), text("后说"), thinking("再想"), toolCall("call-2")], stopReason: "length" },
    `块的次序是模型说话的次序，不能重排；停止原因用给的那个。${LOOK_BUILD}`,
  );
});

test("构造消息 s1-1：构造之后再改原来的数组，消息不变", () => {
  const blocks = [text("一")];
  const asked = assistantMessage(blocks);
  const answered = toolResultMessage(toolCall("call-1"), blocks);

  blocks.push(text("二"));

  assert.deepEqual(asked.content, [text("一")], `消息是事实：它要有自己的 content 数组。${LOOK_BUILD}`);
  assert.deepEqual(answered.content, [text("一")], `工具结果也一样，要有自己的 content 数组。${LOOK_BUILD}`);
});

test("构造消息 s1-1：toolResultMessage 记下是哪个调用的结果，默认不是错误", () => {
  const message = toolResultMessage(toolCall("call-7", "read"), "第一行");

  assert.deepEqual(
    message,
    { role: "toolResult", toolCallId: "call-7", toolName: "read", content: [{ type: "text", text: "第一行" }], isError: false },
    `id 和名字来自 call，isError 默认 false，没有 details 就没有这个键。${LOOK_BUILD}`,
  );
});

test("构造消息 s1-1：toolResultMessage 收下 isError 和 details，假值的 details 也算", () => {
  const failed = toolResultMessage(toolCall("call-1"), [text("一"), text("二")], { isError: true, details: { code: 2 } });
  const falsy = [null, false, 0, ""].map((details) => toolResultMessage(toolCall("call-1"), "好", { details }).details);

  assert.deepEqual(
    failed,
    { role: "toolResult", toolCallId: "call-1", toolName: "echo", content: [text("一"), text("二")], details: { code: 2 }, isError: true },
    `isError 和 details 照写，一组文本块照放。${LOOK_BUILD}`,
  );
  assert.deepEqual(falsy, [null, false, 0, ""], `只有 undefined 才算没有 details；null、false、0 和空字符串都是值。${LOOK_BUILD}`);
});

test("构造消息 s1-1：toolCallsOf 按次序给出工具调用，别的消息没有调用", () => {
  const message = assistantMessage([text("先说"), toolCall("b"), thinking("想"), toolCall("a")], "toolUse");

  assert.deepEqual(toolCallsOf(message), [toolCall("b"), toolCall("a")], `调用的次序就是它们在 content 里的次序。${LOOK_BUILD}`);
  assert.deepEqual(toolCallsOf(user), [], `用户消息没有工具调用。${LOOK_BUILD}`);
  assert.deepEqual(toolCallsOf(result), [], `工具结果没有工具调用。${LOOK_BUILD}`);
});

test("构造消息 s1-1：textOf 只取文本块，用换行接起来", () => {
  const message = assistantMessage([thinking("不算"), text("一"), toolCall("call-1"), text(""), text("三\n四")], "toolUse");

  assert.equal(textOf(message), "一\n\n三\n四", `文本块之间是一个换行，空文本块也占一行；思考和调用不算文本。${LOOK_BUILD}`);
  assert.equal(textOf(user), "读一下 a.txt", `textOf 也收用户消息。${LOOK_BUILD}`);
  assert.equal(textOf(result), "第一行", `textOf 也收工具结果。${LOOK_BUILD}`);
  assert.equal(textOf(asks("call-1")), "", `没有文本块就是空字符串。${LOOK_BUILD}`);
});

// 严格解析

test("严格解析 s1-2：不是对象的值不是消息，path 是空字符串", () => {
  for (const value of [undefined, null, true, 1, "user", [], [user], () => user, Symbol("user")]) {
    refusedAt("", value, `parseMessage(${String(JSON.stringify(value))})`);
  }
});

test("严格解析 s1-2：角色必须是三个里的一个", () => {
  for (const role of ["system", "User", "", "constructor", "__proto__", null, undefined, 1, ["user"]]) {
    refusedAt("role", altered(user, { role }), `role 是 ${String(JSON.stringify(role))}`);
  }
  refusedAt("role", without(user, "role"), "没有 role");
});

test("严格解析 s1-2：三种消息的 content 都必须是数组", () => {
  for (const message of [user, assistant, result]) {
    refusedAt("content", without(message, "content"), `${message.role} 没有 content`);
    for (const content of [null, "你好", { 0: text("你好"), length: 1 }]) {
      refusedAt("content", altered(message, { content }), `${message.role} 的 content 是 ${JSON.stringify(content)}`);
    }
  }
});

test("严格解析 s1-2：每个块必须是对象，path 带着它的位置", () => {
  for (const message of [user, assistant, result]) {
    for (const block of [null, undefined, "你好", 1, [text("你好")]]) {
      const content = [text("好"), block, text("好")];
      refusedAt("content[1]", altered(message, { content }), `${message.role} 的第二块是 ${String(JSON.stringify(block))}`);
    }
  }
});

test("严格解析 s1-2：数组里的空洞不是块", () => {
  const content: unknown[] = [text("好")];
  content[2] = text("好");

  for (const message of [user, assistant, result]) refusedAt("content[1]", altered(message, { content }), `${message.role} 的 content 有一个空洞`);
});

test("严格解析 s1-2：不认识的块类型被拒绝", () => {
  for (const type of ["image", "Text", "toolcall", "", "constructor", null, undefined, 1, ["text"]]) {
    refusedAt("content[1].type", withBlocks(text("好"), { ...text("好"), type }), `块的 type 是 ${String(JSON.stringify(type))}`);
  }
  refusedAt("content[0].type", withBlocks({ text: "好" }), "块没有 type");
});

test("严格解析 s1-2：用户消息和工具结果里只能有文本块", () => {
  for (const message of [user, result]) {
    for (const block of [thinking("想"), toolCall("call-1")]) {
      refusedAt("content[0].type", altered(message, { content: [block] }), `${message.role} 里有一个 ${block.type} 块`);
    }
  }
});

test("严格解析 s1-2：文本和思考必须是字符串", () => {
  for (const value of [null, undefined, 1, ["好"], new String("好")]) {
    for (const message of [user, assistant, result]) {
      refusedAt("content[0].text", altered(message, { content: [{ type: "text", text: value }] }), `${message.role} 的 text 不是字符串`);
    }
    refusedAt("content[1].thinking", withBlocks(text("好"), { type: "thinking", thinking: value }), "thinking 不是字符串");
  }
  refusedAt("content[0].thinking", withBlocks({ type: "thinking", text: "想" }), "thinking 块的字段叫 thinking");
});

test("严格解析 s1-2：工具调用的 id 和 name 必须是字符串", () => {
  for (const key of ["id", "name"]) {
    refusedAt(`content[1].${key}`, withBlocks(text("好"), without(toolCall("call-1"), key)), `调用没有 ${key}`);
    for (const value of [null, 1, {}]) {
      refusedAt(`content[0].${key}`, withBlocks({ ...toolCall("call-1"), [key]: value }), `调用的 ${key} 是 ${JSON.stringify(value)}`);
    }
  }
});

test("严格解析 s1-2：arguments 必须是对象，不能是字符串或数组", () => {
  for (const args of ['{"path":"a.txt"}', [], [{ path: "a.txt" }], null, undefined, 1, true, () => ({})]) {
    refusedAt("content[1].arguments", withArguments(args), `arguments 是 ${String(JSON.stringify(args))}`);
  }
  refusedAt("content[0].arguments", withBlocks(without(toolCall("call-1"), "arguments")), "没有 arguments");
});

test("严格解析 s1-2：arguments 里只能是 JSON 装得下的值", () => {
  for (const value of [NaN, Infinity, -Infinity, undefined, () => 1, Symbol("s"), 1n, new Date(0), new Map(), new Number(1)]) {
    refusedAt("content[1].arguments.limit", withArguments({ limit: value }), `arguments.limit 是 ${String(value)}`);
    refusedAt("content[1].arguments.list[1].deep", withArguments({ list: [0, { deep: value }] }), `深处的值是 ${String(value)}`);
    refusedAt("content[1].arguments.list[0]", withArguments({ list: [value] }), `数组里的值是 ${String(value)}`);
  }
  refusedAt("content[1].arguments", withArguments(new Date(0)), "arguments 是一个 Date");
});

test("严格解析 s1-2：停止原因必须是五个里的一个", () => {
  for (const stopReason of ["end_turn", "tool_use", "Stop", "", "toString", "__proto__", null, undefined, 0, ["stop"]]) {
    refusedAt("stopReason", altered(assistant, { stopReason }), `stopReason 是 ${String(JSON.stringify(stopReason))}`);
  }
  refusedAt("stopReason", without(assistant, "stopReason"), "没有 stopReason");
});

test("严格解析 s1-2：五个停止原因都被接受", () => {
  for (const stopReason of ["stop", "length", "toolUse", "error", "aborted"] as const) {
    const message = assistantMessage("好", stopReason);

    assert.deepEqual(parseMessage(message), message, `${stopReason} 是合法的停止原因。${LOOK_PARSE}`);
  }
});

test("严格解析 s1-2：usage 的三个数都要有，而且有限", () => {
  for (const key of Object.keys(usage)) {
    refusedAt(`usage.${key}`, altered(assistant, { usage: without(usage, key) }), `usage 没有 ${key}`);
    for (const value of [NaN, Infinity, -Infinity, "1", null, 1n]) {
      refusedAt(`usage.${key}`, altered(assistant, { usage: { ...usage, [key]: value } }), `usage.${key} 是 ${String(value)}`);
    }
  }
  for (const value of [null, 12, "12", [12, 7, 19]]) refusedAt("usage", altered(assistant, { usage: value }), `usage 是 ${JSON.stringify(value)}`);
});

test("严格解析 s1-2：errorMessage 有就必须是字符串", () => {
  for (const errorMessage of [null, 1, {}, ["坏了"]]) {
    refusedAt("errorMessage", altered(assistant, { errorMessage }), `errorMessage 是 ${JSON.stringify(errorMessage)}`);
  }
});

test("严格解析 s1-2：工具结果的 id、名字和 isError 都要有，类型都要对", () => {
  for (const key of ["toolCallId", "toolName", "isError"]) {
    refusedAt(key, without(result, key), `没有 ${key}`);
    refusedAt(key, altered(result, { [key]: null }), `${key} 是 null`);
    refusedAt(key, altered(result, { [key]: 0 }), `${key} 是 0`);
  }
  refusedAt("isError", altered(result, { isError: "false" }), "isError 是字符串");
});

test("严格解析 s1-2：details 也只能是 JSON 装得下的值", () => {
  for (const value of [NaN, -Infinity, 1n, () => 1, new Date(0)]) {
    refusedAt("details", altered(result, { details: value }), `details 是 ${String(value)}`);
    refusedAt("details.list[0].size", altered(result, { details: { list: [{ size: value }] } }), `details 深处的值是 ${String(value)}`);
  }
});

test("严格解析 s1-2：不认识的键被丢掉，不算错", () => {
  const extra = JSON.parse('{"timestamp": 1, "api": {"x": 1}, "__proto__": {"role": "system"}, "toString": 1}');

  const parsed = [
    parseMessage({ ...user, ...extra, content: [{ ...text("读一下 a.txt"), ...extra }] }),
    parseMessage({ ...assistant, ...extra, content: assistant.content.map((block) => ({ ...block, ...extra })), usage: { ...usage, cost: 1 } }),
    parseMessage({ ...result, ...extra, stopReason: "stop", content: [{ ...text("第一行"), thinking: "想" }] }),
  ];

  assert.deepEqual(parsed, [user, assistant, result], `消息、块和 usage 里多出来的键不进结果，也不让解析失败。${LOOK_PARSE}`);
});

test("严格解析 s1-2：只认值自己的属性，继承来的不算", () => {
  const inheritedRole = Object.assign(Object.create({ role: "user" }), { content: [] });
  const inheritedText = Object.assign(Object.create({ text: "好" }), { type: "text" });
  const inheritedUsage = Object.assign(Object.create({ errorMessage: "坏了" }), { ...assistantMessage("好") });

  refusedAt("role", inheritedRole, "role 是继承来的");
  refusedAt("content[0].text", altered(user, { content: [inheritedText] }), "text 是继承来的");
  assert.deepEqual(parseMessage(inheritedUsage), assistantMessage("好"), `继承来的可选字段等于没有。${LOOK_PARSE}`);
});

test("严格解析 s1-2：读的时候抛错的值，也得到 MessageFormatError", () => {
  const throwing = (key: string): object =>
    Object.defineProperty({}, key, {
      enumerable: true,
      get: () => {
        throw new Error("别读我");
      },
    });

  refusedWithin("", revokedProxy({}), "消息是失效的代理");
  refusedWithin("", throwing("role"), "role 的 getter 抛错");
  refusedWithin("content", altered(user, { content: revokedProxy([]) }), "content 是失效的代理");
  refusedWithin("content[0]", altered(user, { content: [revokedProxy({})] }), "块是失效的代理");
  refusedWithin("content[0]", altered(user, { content: [Object.assign(throwing("text"), { type: "text" })] }), "text 的 getter 抛错");
  refusedWithin("content[1].arguments", withArguments(revokedProxy({})), "arguments 是失效的代理");
  refusedWithin("content[1].arguments", withArguments({ list: [throwing("deep")] }), "arguments 深处的 getter 抛错");
  refusedWithin("details", altered(result, { details: { list: revokedProxy([]) } }), "details 里有失效的代理");
});

test("严格解析 s1-2：检查过的值就是结果里的值，第二次读会变的也骗不过", () => {
  let reads = 0;
  const block = {
    type: "text",
    get text(): unknown {
      reads += 1;
      return reads === 1 ? "好" : 42;
    },
  };

  let found: unknown;
  try {
    found = textOf(parseMessage({ role: "user", content: [block] }));
  } catch (error) {
    found = error instanceof MessageFormatError ? "好" : error;
  }

  assert.equal(found, "好", `每个属性只读一次：检查第一次读到的，用的也是它。${LOOK_PARSE}`);
});

test("严格解析 s1-2：循环和深不见底的 arguments 被拒绝，不会撑爆调用栈", () => {
  const circle: Record<string, unknown> = { list: [] };
  circle.self = circle;
  circle.again = circle;
  let abyss: unknown = 1;
  for (let level = 0; level < 100_000; level++) abyss = level % 2 === 0 ? [abyss] : { abyss };

  refusedWithin("content[1].arguments", withArguments(circle), "arguments 里有循环");
  refusedWithin("content[1].arguments", withArguments({ abyss }), "arguments 有十万层");
  refusedWithin("details", altered(result, { details: abyss }), "details 有十万层");
});

test("严格解析 s1-2：arguments 最多一千层，它自己是第一层", () => {
  const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
    let value: unknown = {};
    for (let level = 1; level < levels; level++) value = wrap(value);
    return value;
  };
  const objects = (levels: number): unknown => nested(levels, (inner) => ({ inner }));
  const arrays = (levels: number): unknown => ({ inner: nested(levels - 1, (inner) => [inner]) });

  for (const build of [objects, arrays]) {
    const [call] = toolCallsOf(parseMessage(withArguments(build(1_000))));
    assert.equal(JSON.stringify(call.arguments), JSON.stringify(build(1_000)), `一千层的对象或数组还读得进来。${LOOK_PARSE}`);
    refusedWithin("content[1].arguments", withArguments(build(1_001)), "arguments 有一千零一层");
  }
});

test("严格解析 s1-2：打印出来的错误，也看得到类型和路径", () => {
  const inside = refusal(withArguments([]), "arguments 是数组");
  const whole = refusal(null, "消息是 null");

  assert.equal(String(inside).startsWith("MessageFormatError: content[1].arguments"), true, `日志里只有一行字：先说是什么错，再说在哪里。这一行是：${String(inside)}`);
  assert.equal(/^MessageFormatError: \w/.test(String(whole)), true, `没有路径的时候，直接说哪里不对。这一行是：${String(whole)}`);
});

// 往返不丢

test("往返不丢 s1-3：三种消息写成 JSON 再读回来，一点不差", () => {
  for (const message of [user, assistant, result]) {
    assert.deepEqual(parseMessage(written(message)), message, `${message.role} 消息往返之后要深相等，可选字段也在内。${LOOK_PARSE}`);
  }
});

test("往返不丢 s1-3：空的、假的值也原样回来", () => {
  const messages: Message[] = [
    { role: "user", content: [] },
    userMessage(""),
    { ...assistantMessage([], "aborted"), errorMessage: "" },
    { ...assistantMessage("", "error"), usage: { input: 0, output: 0, totalTokens: 0 } },
    asks(toolCall("", "", {})),
    asks(toolCall("call-1", "echo", { none: null, no: false, zero: 0, empty: "", list: [], object: {}, nested: [[null]] })),
    ...[null, false, 0, "", [], {}].map((details) => toolResultMessage(toolCall("call-1"), [], { details })),
  ];

  for (const message of messages) {
    assert.deepEqual(parseMessage(written(message)), message, `空和假也是值，不能当成没有。${LOOK_PARSE}`);
  }
});

test("往返不丢 s1-3：没有的可选字段，读回来还是没有", () => {
  const bare = [assistantMessage("好"), toolResultMessage(toolCall("call-1"), "好")];
  const explicit = [altered(bare[0], { usage: undefined, errorMessage: undefined }), altered(bare[1], { details: undefined })];

  assert.deepEqual(bare.map((message) => parseMessage(written(message))), bare, `缺席的字段不能变成值为 undefined 的键。${LOOK_PARSE}`);
  assert.deepEqual(explicit.map(parseMessage), bare, `值是 undefined 的可选字段等于没有。${LOOK_PARSE}`);
});

test("往返不丢 s1-3：arguments 里叫 __proto__ 的键是自己的数据", () => {
  const json = '{"__proto__":{"admin":true},"list":[{"__proto__":{"__proto__":1}}],"constructor":{"prototype":{"admin":true}}}';

  const [call] = toolCallsOf(parseMessage(withArguments(JSON.parse(json))));

  assert.equal(JSON.stringify(call.arguments), json, `每一层的 __proto__ 和 constructor 都要原样留下。${LOOK_PARSE}`);
  assert.equal(Object.getPrototypeOf(call.arguments), Object.prototype, `不能让 __proto__ 键变成 arguments 的原型。${LOOK_PARSE}`);
  assert.equal(call.arguments.admin, undefined, `从 __proto__ 里的数据不能读到 admin。${LOOK_PARSE}`);
  assert.equal(Reflect.get({}, "admin"), undefined, `Object.prototype 绝不能被改。${LOOK_PARSE}`);
});

test("往返不丢 s1-3：details 里叫 __proto__ 的键也是自己的数据", () => {
  const json = '[{"__proto__":null},{"deep":{"__proto__":{"admin":true}}}]';

  const parsed = parseMessage(altered(result, { details: JSON.parse(json) }));

  assert.equal(JSON.stringify("details" in parsed ? parsed.details : undefined), json, `details 里每一层的 __proto__ 都要原样留下。${LOOK_PARSE}`);
});

test("往返不丢 s1-3：读出来的是新值，和原来的值没有共用的部分", () => {
  const originals = [user, assistant, result].map((message) => structuredClone(message));

  const parsed = originals.map(parseMessage);

  const shared = [...objectsIn(parsed)].filter((object) => objectsIn(originals).has(object));
  assert.deepEqual(parsed, originals, `读一个好消息，内容不变。${LOOK_PARSE}`);
  assert.deepEqual(shared, [], `以后改原来的值，事实不能跟着变：每一层都要新建。${LOOK_PARSE}`);
});

test("往返不丢 s1-3：冻结的值也能读，读不会改动它", () => {
  const originals = deepFrozen([user, assistant, result].map((message) => structuredClone(message)));

  assert.deepEqual(originals.map(parseMessage), [user, assistant, result], `parseMessage 只读不写。${LOOK_PARSE}`);
});

test("往返不丢 s1-3：没有原型的对象也是对象", () => {
  const bare = (fields: object): object => Object.assign(Object.create(null), fields);
  const message = bare({ role: "assistant", content: [bare({ ...toolCall("call-1"), arguments: bare({ deep: bare({ n: 1 }) }) })], stopReason: "toolUse" });

  assert.deepEqual(parseMessage(message), asks(toolCall("call-1", "echo", { deep: { n: 1 } })), `没有原型的对象只是数据，读出来是普通对象。${LOOK_PARSE}`);
});

test("往返不丢 s1-3：文字和数字一位不改", () => {
  const strings = ["\u0000\n\t\"\\", "你好 🌏", "\ud800 半个代理对", "\u2028", " 两头的空格 "];
  const numbers = [0.1, -1.5, 5e-324, 1.7976931348623157e308, 9007199254740993];
  const message = assistantMessage([...strings.map(text), toolCall(strings[1], strings[2], { strings, numbers })], "toolUse");

  assert.deepEqual(parseMessage(written(message)), message, `不修剪、不规整、不取整。${LOOK_PARSE}`);
});

test("往返不丢 s1-3：读出来的消息再往返一次，还是它", () => {
  const raw = '{"role":"assistant","content":[{"type":"toolCall","id":"call-1","name":"move","arguments":{"dx":-0,"path":[-0.0]}}],"stopReason":"toolUse","usage":{"input":-0,"output":1,"totalTokens":1}}';

  const once = parseMessage(JSON.parse(raw));
  const twice = parseMessage(written(once));

  assert.deepEqual(twice, once, `JSON 写不出 -0，所以读进来时它就要变成 0，事实才能重放。${LOOK_PARSE}`);
});

test("往返不丢 s1-3：五百层深的 arguments 也能回来", () => {
  let nested: unknown = "底";
  for (let level = 0; level < 250; level++) nested = [{ nested }];
  const message = asks(toolCall("call-1", "echo", { nested }));

  assert.equal(JSON.stringify(parseMessage(written(message))), JSON.stringify(message), `深一点的数据不是错。${LOOK_PARSE}`);
});

// 配对检查

test("配对检查 s1-4：没有调用的对话是完好的", () => {
  const transcripts: Message[][] = [[], [userMessage("在吗")], [userMessage("在吗"), assistantMessage("在"), assistantMessage("说吧", "length"), userMessage("好")]];

  for (const messages of transcripts) assert.deepEqual(checkPairing(messages), [], `没有调用，就没有要配对的。${LOOK_PAIR}`);
});

test("配对检查 s1-4：每个调用有一条结果，次序相同，就是完好的", () => {
  const messages = [userMessage("读"), asks("b", "a"), answers("b"), answers("a"), asks("c"), answers("c"), assistantMessage("读完了")];

  assert.deepEqual(checkPairing(messages), [], `结果按调用的次序紧跟在后，这份记录没有问题。${LOOK_PAIR}`);
});

test("配对检查 s1-4：错误的结果也是结果，失败的消息也要配对", () => {
  const failed = { ...asks("a"), stopReason: "error" as const };
  const aborted = { ...asks("b"), stopReason: "aborted" as const };

  const sound = checkPairing([failed, toolResultMessage(toolCall("a"), "没有执行", { isError: true }), aborted, answers("b")]);
  const unsound = checkPairing([failed, aborted, assistantMessage([toolCall("c")], "stop")]);

  assert.deepEqual(sound, [], `isError 不影响配对。${LOOK_PAIR}`);
  assert.deepEqual(
    unsound,
    [
      { kind: "missing-result", index: 0, toolCallId: "a" },
      { kind: "missing-result", index: 1, toolCallId: "b" },
      { kind: "missing-result", index: 2, toolCallId: "c" },
    ],
    `不管停止原因是什么，写进记录的调用都要有结果。${LOOK_PAIR}`,
  );
});

test("配对检查 s1-4：没有结果的调用是 missing-result，记在助手消息上", () => {
  const messages = [userMessage("读"), asks("a", "b", "c"), answers("a"), answers("c")];

  assert.deepEqual(
    checkPairing(messages),
    [{ kind: "missing-result", index: 1, toolCallId: "b" }],
    `只少了 b 的结果；a 和 c 的次序没有错，少一个不让后面的错位。${LOOK_PAIR}`,
  );
});

test("配对检查 s1-4：隔了别的消息才来的结果不算，缺一条，又多一条", () => {
  const byUser = checkPairing([asks("a"), userMessage("快点"), answers("a")]);
  const byAssistant = checkPairing([asks("a", "b"), answers("a"), assistantMessage("等等"), answers("b")]);

  assert.deepEqual(
    byUser,
    [
      { kind: "missing-result", index: 0, toolCallId: "a" },
      { kind: "orphan-result", index: 2, toolCallId: "a" },
    ],
    `结果要紧跟在调用后面；隔开以后，调用缺结果，结果没有主人。${LOOK_PAIR}`,
  );
  assert.deepEqual(
    byAssistant,
    [
      { kind: "missing-result", index: 0, toolCallId: "b" },
      { kind: "orphan-result", index: 3, toolCallId: "b" },
    ],
    `助手的下一条消息也会把结果隔开。${LOOK_PAIR}`,
  );
});

test("配对检查 s1-4：没有主人的结果是 orphan-result，记在结果自己身上", () => {
  const atTheStart = checkPairing([answers("a"), userMessage("读")]);
  const afterTheUser = checkPairing([userMessage("读"), answers("a")]);
  const unknownId = checkPairing([asks("a", "b"), answers("a"), answers("x"), answers("b")]);
  const ofEarlierTurn = checkPairing([asks("a"), answers("a"), asks("b"), answers("b"), answers("a")]);

  assert.deepEqual(atTheStart, [{ kind: "orphan-result", index: 0, toolCallId: "a" }], `记录的开头没有调用。${LOOK_PAIR}`);
  assert.deepEqual(afterTheUser, [{ kind: "orphan-result", index: 1, toolCallId: "a" }], `用户消息没有调用。${LOOK_PAIR}`);
  assert.deepEqual(unknownId, [{ kind: "orphan-result", index: 2, toolCallId: "x" }], `这条消息没有叫 x 的调用；b 不因为它而错位。${LOOK_PAIR}`);
  assert.deepEqual(ofEarlierTurn, [{ kind: "orphan-result", index: 4, toolCallId: "a" }], `a 是上一轮的调用，这一轮没有它。${LOOK_PAIR}`);
});

test("配对检查 s1-4：一条消息里用了两次的 id 是 duplicate-call", () => {
  const messages = [userMessage("读"), asks("a", "b", "a"), answers("a"), answers("b")];

  assert.deepEqual(
    checkPairing(messages),
    [{ kind: "duplicate-call", index: 1, toolCallId: "a" }],
    `同一条消息里 id 不能重复；两个 a 共用一条结果，不再算缺。${LOOK_PAIR}`,
  );
});

test("配对检查 s1-4：两个同 id 的调用共用一条结果，用谁的名字都行", () => {
  const calls = asks(toolCall("a", "read"), toolCall("a", "write"));

  for (const name of ["read", "write"]) {
    assert.deepEqual(
      checkPairing([calls, answers("a", name)]),
      [{ kind: "duplicate-call", index: 0, toolCallId: "a" }],
      `错在 id 重复，不在 ${name} 这个名字。${LOOK_PAIR}`,
    );
  }
});

test("配对检查 s1-4：一条助手消息有几个问题，按调用的次序报告", () => {
  const messages = [asks("b", "b", "a", "c", "a")];

  assert.deepEqual(
    checkPairing(messages),
    [
      { kind: "missing-result", index: 0, toolCallId: "b" },
      { kind: "duplicate-call", index: 0, toolCallId: "b" },
      { kind: "missing-result", index: 0, toolCallId: "a" },
      { kind: "missing-result", index: 0, toolCallId: "c" },
      { kind: "duplicate-call", index: 0, toolCallId: "a" },
    ],
    `走过每个调用一遍：第一次看见，看有没有结果；再看见，就是重复。${LOOK_PAIR}`,
  );
});

test("配对检查 s1-4：同一个 id 以后的轮次可以再用", () => {
  const messages = [asks("a"), answers("a"), asks("a"), answers("a"), userMessage("再来"), asks("a"), answers("a")];

  assert.deepEqual(checkPairing(messages), [], `id 只在一条消息的块里比较，不看整份记录。${LOOK_PAIR}`);
});

test("配对检查 s1-4：第二条同 id 的结果是 duplicate-result", () => {
  const messages = [asks("a", "b"), answers("a"), answers("a"), answers("b"), answers("a")];

  assert.deepEqual(
    checkPairing(messages),
    [
      { kind: "duplicate-result", index: 2, toolCallId: "a" },
      { kind: "duplicate-result", index: 4, toolCallId: "a" },
    ],
    `一个调用一条结果；多出来的各记一次，b 不因为它们而错位。${LOOK_PAIR}`,
  );
});

test("配对检查 s1-4：名字和调用不同的结果是 name-mismatch", () => {
  const messages = [asks(toolCall("a", "read"), toolCall("b", "write")), answers("a", "write"), answers("b", "write")];

  assert.deepEqual(checkPairing(messages), [{ kind: "name-mismatch", index: 1, toolCallId: "a" }], `id 对上了，名字也要对上。${LOOK_PAIR}`);
});

test("配对检查 s1-4：站在别人位置上的结果是 out-of-order", () => {
  const swapped = checkPairing([asks("a", "b"), answers("b"), answers("a")]);
  const lastTwo = checkPairing([asks("a", "b", "c"), answers("a"), answers("c"), answers("b")]);
  const oneMissing = checkPairing([asks("a", "b", "c"), answers("c"), answers("a")]);

  assert.deepEqual(
    swapped,
    [
      { kind: "out-of-order", index: 1, toolCallId: "b" },
      { kind: "out-of-order", index: 2, toolCallId: "a" },
    ],
    `b 站在 a 的位置，a 站在 b 的位置：两条都错位。${LOOK_PAIR}`,
  );
  assert.deepEqual(
    lastTwo,
    [
      { kind: "out-of-order", index: 2, toolCallId: "c" },
      { kind: "out-of-order", index: 3, toolCallId: "b" },
    ],
    `a 在自己的位置上，只有后两条错位。${LOOK_PAIR}`,
  );
  assert.deepEqual(
    oneMissing,
    [
      { kind: "missing-result", index: 0, toolCallId: "b" },
      { kind: "out-of-order", index: 1, toolCallId: "c" },
      { kind: "out-of-order", index: 2, toolCallId: "a" },
    ],
    `位置只在有结果的调用之间排：a 应当在前，c 应当在后。${LOOK_PAIR}`,
  );
});

test("配对检查 s1-4：所有问题都报告，按消息的位置排", () => {
  const messages = [
    answers("z"),
    asks("a", toolCall("b", "read")),
    answers("b", "write"),
    answers("b", "read"),
    userMessage("再来"),
    asks("c", "c"),
    answers("c"),
    asks("d"),
  ];

  assert.deepEqual(
    checkPairing(messages),
    [
      { kind: "orphan-result", index: 0, toolCallId: "z" },
      { kind: "missing-result", index: 1, toolCallId: "a" },
      { kind: "name-mismatch", index: 2, toolCallId: "b" },
      { kind: "duplicate-result", index: 3, toolCallId: "b" },
      { kind: "duplicate-call", index: 5, toolCallId: "c" },
      { kind: "missing-result", index: 7, toolCallId: "d" },
    ],
    `不是只报第一个；次序是消息在记录里的次序。${LOOK_PAIR}`,
  );
});

test("配对检查 s1-4：id 可以是 __proto__ 和 constructor", () => {
  const ids = ["__proto__", "constructor", "toString", ""];

  const sound = checkPairing([asks(...ids), ...ids.map((id) => answers(id))]);
  const unsound = checkPairing([asks("a"), answers("constructor"), answers("__proto__"), answers("a")]);

  assert.deepEqual(sound, [], `id 是什么字符串都行；普通对象当表用会认错。${LOOK_PAIR}`);
  assert.deepEqual(
    unsound,
    [
      { kind: "orphan-result", index: 1, toolCallId: "constructor" },
      { kind: "orphan-result", index: 2, toolCallId: "__proto__" },
    ],
    `没有人调用过 constructor，不能因为对象上有这个属性就当成有。${LOOK_PAIR}`,
  );
});

test("配对检查 s1-4：检查只读，不改动记录", () => {
  const messages = deepFrozen([asks("a", "b"), answers("b"), answers("a"), answers("a")]);

  assert.equal(checkPairing(messages).length, 3, `冻结的记录也能检查：两条错位，一条多余。${LOOK_PAIR}`);
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { createExecutor, errorResult, type ExecutorContext } from "../src/executor.ts";
import { parseMessage, textOf, type ToolCall, type ToolResultMessage } from "../src/messages.ts";
import { array, integer, object, optional, string } from "../src/schema.ts";
import { defineTool, ToolRegistry, type Tool, type ToolContext, type ToolOutput, type ToolProgress } from "../src/tool-registry.ts";
import { atRest, gate } from "./support/gate.ts";
import { echoTool, output, toolThat } from "./support/sample-tools.ts";
import { unhandledDuring } from "./support/unhandled.ts";

// 第一步：成功结果

test("成功结果 s6-1：输出写成一条配对的结果", async () => {
  const executor = createExecutor(new ToolRegistry([echoTool()]));

  const result = await executor(callOf("echo", { text: "hello" }, "call-7"), listener());

  assert.deepEqual(
    result,
    { role: "toolResult", toolCallId: "call-7", toolName: "echo", content: [{ type: "text", text: "hello" }], isError: false },
    "结果带着这次调用自己的 id 和 name；没有 details 就没有这个键。看 toolResultMessage()。",
  );
});

test("成功结果 s6-1：工具收到检查过的参数", async () => {
  const received: unknown[] = [];
  const tool = defineTool({
    name: "read",
    description: "Reads.",
    parameters: object({ path: string(), limit: optional(integer()) }),
    execute: async (args) => {
      received.push(args);
      return output("done");
    },
  });

  await createExecutor(new ToolRegistry([tool]))(callOf("read", { path: "a", limit: null, extra: true }), listener());

  assert.deepEqual(received, [{ path: "a" }], "交给 execute 的是 parse 的 value：多余的键已经丢掉，null 已经当作缺席。不要把 call.arguments 直接交出去。");
});

test("成功结果 s6-1：工具改动参数，改不到调用", async () => {
  const tool = defineTool({
    name: "sort",
    description: "Sorts.",
    parameters: object({ list: array(object({ name: string() })) }),
    execute: async (args) => {
      args.list[0].name = "changed";
      args.list.length = 1;
      return output("done");
    },
  });
  const call = callOf("sort", { list: [{ name: "b" }, { name: "a" }] });

  const result = await createExecutor(new ToolRegistry([tool]))(call, listener());

  assert.equal(result.isError, false, "参数是工具自己的副本，它可以随意改。");
  assert.deepEqual(call.arguments, { list: [{ name: "b" }, { name: "a" }] }, "调用是 transcript 里的事实，工具改不到它。");
});

test("成功结果 s6-1：schema 原样交回参数时，工具拿到的仍是副本", async () => {
  const tool = toolThat(async (args) => {
    (args as { list: string[] }).list.push("added by the tool");
    return output("done");
  });
  const call = callOf("work", { list: ["a"] });

  await createExecutor(new ToolRegistry([tool]))(call, listener());

  assert.deepEqual(call.arguments, { list: ["a"] }, "别人写的 schema 可能把输入原样交回。executor 自己保证副本，里层也要复制。看 structuredClone。");
});

test("成功结果 s6-1：工具知道它回答的是哪次调用", async () => {
  const ids: string[] = [];
  const executor = createExecutor(
    new ToolRegistry([
      toolThat(async (_args, context) => {
        ids.push(context.toolCallId);
        return output("done");
      }),
    ]),
  );

  await executor(callOf("work", {}, "first"), listener());
  await executor(callOf("work", {}, "second"), listener());

  assert.deepEqual(ids, ["first", "second"], "context.toolCallId 是这次调用的 id。");
});

test("成功结果 s6-1：工具自己报告的错误和 details 都保留", async () => {
  const executor = createExecutor(new ToolRegistry([toolThat(async () => ({ ...output("exit code 2"), details: { exitCode: 2 }, isError: true }))]));

  const result = await executor(callOf("work"), listener());

  assert.equal(result.isError, true, "输出里的 isError 原样保留：命令失败了，输出仍然有用。");
  assert.deepEqual(result.content, [{ type: "text", text: "exit code 2" }], "isError 为 true 时，content 也是工具给出的那些。");
  assert.deepEqual(result.details, { exitCode: 2 }, "details 是给程序看的数据，原样保留。");
});

test("成功结果 s6-1：内容块一个不少，顺序不变，空的也行", async () => {
  const blocks = ["first", "", "third"].map((text) => ({ type: "text" as const, text }));
  const executor = createExecutor(new ToolRegistry([toolThat(async () => ({ content: blocks }), "several"), toolThat(async () => ({ content: [] }), "none")]));

  const several = await executor(callOf("several"), listener());
  const none = await executor(callOf("none"), listener());

  assert.deepEqual(several.content, [{ type: "text", text: "first" }, { type: "text", text: "" }, { type: "text", text: "third" }], "所有内容块按工具给出的顺序写进结果。");
  assert.deepEqual([none.content, none.isError], [[], false], "没有内容块也是合法的输出。");
});

test("成功结果 s6-1：工具后来改动输出，改不到结果", async () => {
  const kept: { content: { type: "text"; text: string }[] } = { content: [{ type: "text", text: "as answered" }] };
  const executor = createExecutor(new ToolRegistry([toolThat(async () => kept)]));

  const result = await executor(callOf("work"), listener());
  kept.content[0].text = "changed later";
  kept.content.push({ type: "text", text: "added later" });

  assert.deepEqual(result.content, [{ type: "text", text: "as answered" }], "结果里的内容是副本：数组和每个内容块都是新的。");
});

test("成功结果 s6-1：同时进行的调用各有各的结果", async () => {
  const gates = { slow: gate<string>(), fast: gate<string>() };
  const executor = createExecutor(new ToolRegistry([toolThat(async () => output(await gates.slow.promise), "slow"), toolThat(async () => output(await gates.fast.promise), "fast")]));

  const slow = executor(callOf("slow", {}, "a"), listener());
  const fast = executor(callOf("fast", {}, "b"), listener());
  gates.fast.open("fast is done");
  const second = await fast;
  gates.slow.open("slow is done");
  const first = await slow;

  assert.deepEqual([second.toolCallId, second.toolName, textOf(second)], ["b", "fast", "fast is done"], "后开始的可以先完成，结果仍是它自己的。不要在 executor 里共享一次调用的状态。");
  assert.deepEqual([first.toolCallId, first.toolName, textOf(first)], ["a", "slow", "slow is done"], "先开始的后完成，也没有拿到别人的结果。");
});

test("成功结果 s6-1：后来登记的工具也能执行", async () => {
  const registry = new ToolRegistry();
  const executor = createExecutor(registry);

  registry.register(echoTool());
  const result = await executor(callOf("echo", { text: "late" }), listener());

  assert.deepEqual([result.isError, textOf(result)], [false, "late"], "definitions() 会把后来登记的工具告诉模型，executor 也要在调用时才去表里找。");
});

// 第二步：三类失败

test("三类失败 s6-2：未知的工具是一条结果，说出有哪些工具", async () => {
  const executor = createExecutor(new ToolRegistry([echoTool("read"), echoTool("write")]));

  const result = await executor(callOf("delete_all", {}, "call-9"), listener());

  assertFailure(result, { id: "call-9", name: "delete_all" });
  assert.deepEqual(["read", "write"].filter((name) => !textOf(result).includes(name)), [], "列出的工具没有在错误里提到。模型要知道有哪些名字可用，才能改正。");
});

test("三类失败 s6-2：一个工具也没有时，未知的工具仍是一条结果", async () => {
  const executor = createExecutor(new ToolRegistry());

  const results = [await executor(callOf("read", {}, "call-1"), listener()), await executor(callOf("toString", {}, "call-2"), listener())];

  assertFailure(results[0], { id: "call-1", name: "read" });
  assertFailure(results[1], { id: "call-2", name: "toString" });
});

test("三类失败 s6-2：参数不对时点出每一处，工具不执行", async () => {
  let executions = 0;
  const tool = defineTool({
    name: "edit",
    description: "Edits.",
    parameters: object({ path: string(), limit: optional(integer()), edits: array(object({ oldText: string() })) }),
    execute: async () => {
      executions += 1;
      return output("done");
    },
  });

  const result = await createExecutor(new ToolRegistry([tool]))(callOf("edit", { limit: "2", edits: [{ oldText: "a" }, {}] }, "call-3"), listener());

  assert.equal(executions, 0, "参数没有通过检查，工具就不能执行：截断的参数可能只剩一半命令。");
  assertFailure(result, { id: "call-3", name: "edit" });
  assert.deepEqual(["path", "limit", "edits[1].oldText"].filter((path) => !textOf(result).includes(path)), [], "列出的路径没有在错误里提到。把 parse 给出的每个 issue 的 path 都写进文本。");
});

test("三类失败 s6-2：参数根本不是对象，也是一条结果", async () => {
  const executor = createExecutor(new ToolRegistry([echoTool()]));
  const broken = ['{"text": "cut of', [], null, undefined, 7];

  const results = await Promise.all(broken.map((value, index) => executor({ ...callOf("echo", {}, `call-${index}`), arguments: value as never }, listener())));

  for (const [index, result] of results.entries()) assertFailure(result, { id: `call-${index}`, name: "echo" });
});

test("三类失败 s6-2：参数检查自己出了错，也是一条结果，工具不执行", async () => {
  let executions = 0;
  const broken: Tool["parameters"]["parse"][] = [
    () => {
      throw new Error("the schema is broken");
    },
    () => {
      throw undefined;
    },
    () => undefined as never,
  ];
  const executor = createExecutor(
    new ToolRegistry(
      broken.map((parse, index) => ({
        ...toolThat(async () => {
          executions += 1;
          return output("done");
        }, `tool-${index}`),
        parameters: { jsonSchema: {}, parse },
      })),
    ),
  );

  const settled = await Promise.allSettled(broken.map((_, index) => executor(callOf(`tool-${index}`, {}, `call-${index}`), listener())));

  assert.deepEqual([...new Set(settled.map((one) => one.status))], ["fulfilled"], "别人写的 schema 也会抛出。executor 从不拒绝：检查参数也要放在 try 里面。");
  assert.equal(executions, 0, "检查没有做完，就不知道参数对不对，工具不能执行。");
  for (const [index, one] of settled.entries()) if (one.status === "fulfilled") assertFailure(one.value, { id: `call-${index}`, name: `tool-${index}` });
});

test("三类失败 s6-2：工具拒绝时，结果说出原因，不带 stack", async () => {
  const failure = new Error("disk is full");
  const executor = createExecutor(new ToolRegistry([toolThat(() => Promise.reject(failure))]));

  const result = await executor(callOf("work", {}, "call-4"), listener());

  assertFailure(result, { id: "call-4", name: "work" });
  assert.equal(textOf(result).includes("disk is full"), true, "模型要看到错误的 message。看 catch 里造出的文本。");
  assert.equal(JSON.stringify(result).includes("06-executor.test"), false, "stack 里有文件路径，不属于给模型的结果，content 和 details 里都不要有。");
});

test("三类失败 s6-2：工具同步抛出时，executor 仍给出 Promise", async () => {
  const executor = createExecutor(
    new ToolRegistry([
      toolThat(() => {
        throw new Error("thrown at once");
      }),
    ]),
  );

  const returned = executor(callOf("work", {}, "call-5"), listener());

  assert.equal(returned instanceof Promise, true, "executor 从不抛出：同步的异常也要变成结果。");
  const result = await returned;
  assertFailure(result, { id: "call-5", name: "work" });
  assert.equal(textOf(result).includes("thrown at once"), true, "同步抛出的错误，message 也要写进结果。");
});

test("三类失败 s6-2：抛出什么都行，结果总有一句话", async () => {
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  const refuse = (): never => {
    throw new Error("do not touch");
  };
  const thrown: unknown[] = [
    "just a string",
    undefined,
    null,
    42,
    {},
    Symbol("odd"),
    Object.create(null),
    new Error(""),
    Object.defineProperty(new Error("hidden"), "message", { get: refuse }),
    Object.assign(new Error("odd"), { message: 7n }),
    { toString: refuse, [Symbol.toPrimitive]: refuse },
    revoked,
  ];
  const executor = createExecutor(new ToolRegistry(thrown.map((value, index) => toolThat(() => Promise.reject(value), `tool-${index}`))));

  const results = await Promise.all(thrown.map((_, index) => executor(callOf(`tool-${index}`, {}, `call-${index}`), listener())));

  for (const [index, result] of results.entries()) assertFailure(result, { id: `call-${index}`, name: `tool-${index}` });
  assert.equal(textOf(results[0]).includes("just a string"), true, "抛出的字符串本身就是原因，要写进结果。");
});

test("三类失败 s6-2：什么也不返回，或者返回的不是输出，都是错误", async () => {
  const junk: unknown[] = [undefined, null, "done", 7, {}, [], { text: "done" }, { content: "done" }, { content: null }, { content: { length: 0 } }, { content: new Set([{ type: "text", text: "done" }]) }];
  const executor = createExecutor(new ToolRegistry(junk.map((value, index) => toolThat(async () => value as ToolOutput, `tool-${index}`))));

  const results = await Promise.all(junk.map((_, index) => executor(callOf(`tool-${index}`, {}, `call-${index}`), listener())));

  for (const [index, result] of results.entries()) assertFailure(result, { id: `call-${index}`, name: `tool-${index}` });
});

test("三类失败 s6-2：内容块里有一块不对，也是错误", async () => {
  const good = { type: "text", text: "good" };
  const junk: unknown[] = ["text", null, { type: "image", data: "" }, { type: "text" }, { type: "text", text: 7 }, { text: "no type" }];
  const executor = createExecutor(new ToolRegistry(junk.map((block, index) => toolThat(async () => ({ content: [good, block] }) as ToolOutput, `tool-${index}`))));

  const results = await Promise.all(junk.map((_, index) => executor(callOf(`tool-${index}`, {}, `call-${index}`), listener())));

  for (const [index, result] of results.entries()) assertFailure(result, { id: `call-${index}`, name: `tool-${index}` });
});

test("三类失败 s6-2：isError 不是布尔值，也是错误", async () => {
  const junk: unknown[] = ["no", "false", 0, 1, {}];
  const executor = createExecutor(new ToolRegistry(junk.map((isError, index) => toolThat(async () => ({ ...output("done"), isError }) as ToolOutput, `tool-${index}`))));

  const results = await Promise.all(junk.map((_, index) => executor(callOf(`tool-${index}`, {}, `call-${index}`), listener())));

  for (const [index, result] of results.entries()) assertFailure(result, { id: `call-${index}`, name: `tool-${index}` });
});

test("三类失败 s6-2：返回值一碰就抛出，也是一条结果", async () => {
  const refuse = (): never => {
    throw new Error("do not touch");
  };
  const hostile: Tool["execute"][] = [
    () => ({ then: refuse }) as never,
    () => Object.defineProperty({}, "then", { get: refuse }) as never,
    async () => Object.defineProperty({ content: [] }, "content", { get: refuse }),
    async () => ({ content: new Proxy([{ type: "text" as const, text: "x" }], { get: refuse }) }),
  ];
  const executor = createExecutor(new ToolRegistry(hostile.map((execute, index) => toolThat(execute, `tool-${index}`))));

  const results = await Promise.all(hostile.map((_, index) => executor(callOf(`tool-${index}`, {}, `call-${index}`), listener())));

  for (const [index, result] of results.entries()) assertFailure(result, { id: `call-${index}`, name: `tool-${index}` });
});

test("三类失败 s6-2：事先已中止的 signal，什么也不执行", async () => {
  let executions = 0;
  const executor = createExecutor(
    new ToolRegistry([
      toolThat(async () => {
        executions += 1;
        return output("done");
      }),
    ]),
  );

  const result = await executor(callOf("work", {}, "call-6"), listener({ signal: AbortSignal.abort() }));

  assert.equal(executions, 0, "signal 事先已中止，工具的代码一行也不能跑。先看 signal.aborted，再执行。");
  assertFailure(result, { id: "call-6", name: "work" });
});

test("三类失败 s6-2：errorResult 造出一条错误结果", async () => {
  const call = callOf("read", {}, "call-2");

  const plain = errorResult(call, "No such file.");
  const detailed = errorResult(call, "No such file.", { path: "a" });

  const expected = { role: "toolResult", toolCallId: "call-2", toolName: "read", content: [{ type: "text", text: "No such file." }], isError: true };
  assert.deepEqual(plain, expected, "错误结果也是配对的结果：call 的 id 和 name，一段文本，isError 为 true；没有 details 就没有这个键。");
  assert.deepEqual(detailed, { ...expected, details: { path: "a" } }, "给出的 details 写进结果。");
});

// 第三步：进度与信号

test("进度与信号 s6-3：工具拿到的是同一个 signal", async () => {
  const signals: unknown[] = [];
  const { signal } = new AbortController();
  const executor = createExecutor(
    new ToolRegistry([
      toolThat(async (_args, context) => {
        signals.push(context.signal);
        return output("done");
      }),
    ]),
  );

  await executor(callOf("work"), listener({ signal }));
  await executor(callOf("work"), listener());

  assert.equal(signals[0], signal, "signal 原样交给工具，不是另造的一个。");
  assert.equal(signals[1], undefined, "没有 signal 时，也不要造一个。");
});

test("进度与信号 s6-3：进度按顺序到达，不等工具结束", async () => {
  const held = gate();
  const heard: ToolProgress[] = [];
  const executor = createExecutor(
    new ToolRegistry([
      toolThat(async (_args, context) => {
        context.reportProgress({ text: "1 of 2" });
        context.reportProgress({ text: "2 of 2", details: { percent: 100 } });
        await held.promise;
        return output("done");
      }),
    ]),
  );

  const pending = executor(callOf("work"), listener({ reportProgress: (progress) => void heard.push(progress) }));
  await atRest();
  const heardMeanwhile = [...heard];
  held.open();
  await pending;

  assert.deepEqual(heardMeanwhile, [{ text: "1 of 2" }, { text: "2 of 2", details: { percent: 100 } }], "工具还在工作，它报告的进度就已经转交给调用者的 reportProgress，顺序不变。");
  assert.deepEqual(heard, heardMeanwhile, "工具结束时不重复报告。");
});

test("进度与信号 s6-3：工具成功之后的进度被丢掉", async () => {
  const heard: ToolProgress[] = [];
  const contexts: ToolContext[] = [];
  const executor = createExecutor(
    new ToolRegistry([
      toolThat(async (_args, context) => {
        contexts.push(context);
        context.reportProgress({ text: "in time" });
        return output("done");
      }),
    ]),
  );

  await executor(callOf("work"), listener({ reportProgress: (progress) => void heard.push(progress) }));
  contexts[0].reportProgress({ text: "too late" });

  assert.deepEqual(heard, [{ text: "in time" }], "工具已有结果，迟到的进度不再转交。结果一出来就关上通道。");
});

test("进度与信号 s6-3：工具失败之后的进度也被丢掉", async () => {
  const heard: ToolProgress[] = [];
  const contexts: ToolContext[] = [];
  const fail: Tool["execute"] = (_args, context) => {
    contexts.push(context);
    throw new Error("failed");
  };
  const executor = createExecutor(new ToolRegistry([toolThat(fail, "throws"), toolThat(async (args, context) => fail(args, context), "rejects")]));

  await executor(callOf("throws"), listener({ reportProgress: (progress) => void heard.push(progress) }));
  await executor(callOf("rejects"), listener({ reportProgress: (progress) => void heard.push(progress) }));
  for (const context of contexts) context.reportProgress({ text: "too late" });

  assert.equal(contexts.length, 2, "两个工具都要执行到，各拿到自己的 context。");
  assert.deepEqual(heard, [], "失败也是结束：抛出或拒绝之后，进度同样不再转交。看 finally。");
});

test("进度与信号 s6-3：一次调用结束，不影响另一次的进度", async () => {
  const held = gate();
  const heard: string[] = [];
  const executor = createExecutor(
    new ToolRegistry([
      toolThat(async () => output("done"), "fast"),
      toolThat(async (_args, context) => {
        await held.promise;
        context.reportProgress({ text: "still at work" });
        return output("done");
      }, "slow"),
    ]),
  );

  const slow = executor(callOf("slow"), listener({ reportProgress: (progress) => void heard.push(progress.text) }));
  await executor(callOf("fast"), listener());
  held.open();
  await slow;

  assert.deepEqual(heard, ["still at work"], "每次调用有自己的进度通道，别的调用结束时不能把它关掉。");
});

test("进度与信号 s6-3：reportProgress 抛出，工具照常完成", async () => {
  const executor = createExecutor(
    new ToolRegistry([
      toolThat(async (_args, context) => {
        context.reportProgress({ text: "first" });
        context.reportProgress({ text: "second" });
        return output("done in spite of the listener");
      }),
    ]),
  );
  const broken = listener({
    reportProgress: () => {
      throw new Error("the listener is broken");
    },
  });

  const result = await executor(callOf("work"), broken);

  assert.deepEqual([result.isError, textOf(result)], [false, "done in spite of the listener"], "听进度的人出了错，不是工具的错。转交进度时要接住异常。");
});

test("进度与信号 s6-3：reportProgress 返回的 Promise 被拒绝，谁也不惊动", async () => {
  const executor = createExecutor(
    new ToolRegistry([
      toolThat(async (_args, context) => {
        context.reportProgress({ text: "first" });
        context.reportProgress({ text: "second" });
        return output("done in spite of the listener");
      }),
    ]),
  );
  const broken = listener({ reportProgress: () => Promise.reject(new Error("the listener is broken")) });
  const results: ToolResultMessage[] = [];

  const unhandled = await unhandledDuring(async () => {
    results.push(await executor(callOf("work"), broken));
  });

  assert.deepEqual(results.map((result) => [result.isError, textOf(result)]), [[false, "done in spite of the listener"]], "听进度的人晚一点才出错，也不是工具的错。");
  assert.deepEqual(unhandled, [], "async 的 reportProgress 会返回 Promise。它被拒绝而没有人接，就成了 unhandledRejection，进程会倒下。转交进度时，也要接住它返回的东西。");
});

test("进度与信号 s6-3：进度不成样子，工具照常完成", async () => {
  const heard: unknown[] = [];
  const junk: unknown[] = [undefined, null, 7, Object.defineProperty({}, "text", { get: () => { throw new Error("do not touch"); } })];
  const executor = createExecutor(
    new ToolRegistry([
      toolThat(async (_args, context) => {
        for (const progress of junk) context.reportProgress(progress as ToolProgress);
        return output("done");
      }),
    ]),
  );
  const readsText = listener({ reportProgress: (progress) => void heard.push(progress.text.length) });

  const result = await executor(callOf("work"), readsText);

  assert.deepEqual([result.isError, textOf(result)], [false, "done"], "进度只是顺便一说，不成样子的进度不能让结果变成错误。");
});

test("进度与信号 s6-3：执行途中中止，工具自己的结果留下", async () => {
  const held = gate();
  const controller = new AbortController();
  const executor = createExecutor(
    new ToolRegistry([
      toolThat(async () => {
        await held.promise;
        return output("finished all the same");
      }),
    ]),
  );

  const pending = executor(callOf("work"), listener({ signal: controller.signal }));
  controller.abort();
  await atRest();
  held.open();
  const result = await pending;

  assert.deepEqual([result.isError, textOf(result)], [false, "finished all the same"], "已经开始的工具做了什么，只有它自己知道。等它结束，保留它的结果，不要用“已中止”顶替。");
});

// 第四步：结果可序列化

test("结果可序列化 s6-4：JSON 带不走的 details 换成说明，内容留下", async () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const uncarriable: unknown[] = [1n, { lines: 3, size: 1n }, { lines: 3, cycle }, () => {}, Symbol("odd"), { toJSON: () => { throw new Error("no"); } }];
  const executor = createExecutor(new ToolRegistry(uncarriable.map((details, index) => toolThat(async () => ({ ...output("kept"), details }), `tool-${index}`))));

  const results = await Promise.all(uncarriable.map((_, index) => executor(callOf(`tool-${index}`, {}, `call-${index}`), listener())));

  for (const result of results) {
    assert.deepEqual([result.isError, textOf(result)], [false, "kept"], "details 写不成 JSON，不是工具失败：content 和 isError 都不变。");
    assert.equal(typeof result.details, "string", "details 不能悄悄消失，也不留下半个：整个换成一句说明，一个字符串。");
    assertSerializable(result);
  }
});

test("结果可序列化 s6-4：藏在 details 里的函数不会被悄悄丢掉", async () => {
  const hidden: unknown[] = [{ lines: 3, undo: () => {} }, { lines: 3, marks: [() => {}] }, { lines: 3, deep: { tag: Symbol("odd") } }];
  const executor = createExecutor(new ToolRegistry(hidden.map((details, index) => toolThat(async () => ({ ...output("kept"), details }), `tool-${index}`))));

  const results = await Promise.all(hidden.map((_, index) => executor(callOf(`tool-${index}`), listener())));

  for (const result of results) {
    assert.equal(typeof result.details, "string", "JSON.stringify 会不声不响地丢掉函数和 symbol，读到的人以为 details 本来就这样。有一处带不走，整个 details 就换成一句说明。看 JSON.stringify 的第二个参数。");
    assertSerializable(result);
  }
});

test("结果可序列化 s6-4：普通的 details 原样留下，null 也是", async () => {
  const carriable: unknown[] = [null, false, 0, "", [], {}, { path: "a", ranges: [{ from: 1, to: 2 }] }];
  const executor = createExecutor(new ToolRegistry(carriable.map((details, index) => toolThat(async () => ({ ...output("done"), details }), `tool-${index}`))));

  const results = await Promise.all(carriable.map((_, index) => executor(callOf(`tool-${index}`), listener())));

  assert.deepEqual(results.map((result) => result.details), carriable, "JSON 带得走的数据都要留下，null、false、0 和空字符串也是数据。");
  for (const result of results) assertSerializable(result);
});

test("结果可序列化 s6-4：details 为 undefined 就没有这个键", async () => {
  const executor = createExecutor(new ToolRegistry([toolThat(async () => ({ ...output("done"), details: undefined, isError: undefined }))]));

  const result = await executor(callOf("work"), listener());

  assert.equal("details" in result, false, "JSON 里没有 undefined：没有 details，就没有这个键。");
  assert.equal(result.isError, false, "没有给出 isError，就是 false。");
  assertSerializable(result);
});

test("结果可序列化 s6-4：工具后来改动 details，改不到结果", async () => {
  const details = { lines: [1, 2] };
  const executor = createExecutor(new ToolRegistry([toolThat(async () => ({ ...output("done"), details }))]));

  const result = await executor(callOf("work"), listener());
  details.lines.push(3);

  assert.deepEqual(result.details, { lines: [1, 2] }, "details 和 content 一样是副本，里层也是。");
});

test("结果可序列化 s6-4：JSON 会改样子的 details，写进结果时就定下来", async () => {
  const changed: unknown[] = [Number.NaN, { ratio: Number.POSITIVE_INFINITY }, { at: new Map([["a", 1]]) }, { note: undefined }, [undefined], new Error("odd"), { at: { toJSON: () => "1970-01-01" } }];
  const executor = createExecutor(new ToolRegistry(changed.map((details, index) => toolThat(async () => ({ ...output("kept"), details }), `tool-${index}`))));

  const results = await Promise.all(changed.map((_, index) => executor(callOf(`tool-${index}`), listener())));

  for (const result of results) {
    assert.equal(textOf(result), "kept", "不管 details 怎样处理，content 不变。");
    assertSerializable(result);
  }
});

test("结果可序列化 s6-4：每一种失败的结果都能写下来再读回来", async () => {
  const executor = createExecutor(new ToolRegistry([echoTool(), toolThat(() => Promise.reject(Object.assign(new Error("failed"), { size: 1n })))]));
  const nothing = undefined as unknown as ToolOutput;
  const silent = createExecutor(new ToolRegistry([toolThat(async () => nothing)]));

  const results = [
    await executor(callOf("unknown"), listener()),
    await executor(callOf("echo", { text: 7 }), listener()),
    await executor(callOf("work"), listener()),
    await silent(callOf("work"), listener()),
    await executor(callOf("echo", { text: "a" }), listener({ signal: AbortSignal.abort() })),
  ];

  for (const result of results) {
    assert.equal(result.isError, true, "五次调用都没有成功，每条结果的 isError 都是 true。");
    assertSerializable(result);
  }
});

test("结果可序列化 s6-4：errorResult 的 details 守同一条规则", async () => {
  const details: { size: bigint; self?: unknown } = { size: 1n };
  details.self = details;

  const result = errorResult(callOf("work"), "It failed.", details);

  assert.equal(textOf(result), "It failed.", "details 带不走，说明失败的那句话要留下。");
  assert.equal(typeof result.details, "string", "带不走的 details 整个换成一句说明。");
  assertSerializable(result);
});

/** A call as a model makes it. */
function callOf(name: string, args: Record<string, unknown> = {}, id: string = "call-1"): ToolCall {
  return { type: "toolCall", id, name, arguments: args };
}

/** A caller's context; what is not given is absent, and progress is ignored. */
function listener(context: Partial<ExecutorContext> = {}): ExecutorContext {
  return { reportProgress() {}, ...context };
}

function assertFailure(result: ToolResultMessage, { id, name }: { id: string; name: string }): void {
  assert.deepEqual([result.role, result.toolCallId, result.toolName, result.isError], ["toolResult", id, name, true], "每种失败都是一条结果：调用自己的 id 和 name，isError 为 true。");
  assert.deepEqual([...new Set(result.content.map((block) => block.type))], ["text"], "失败的结果带着文本，告诉模型发生了什么。");
  assert.notEqual(textOf(result).trim(), "", "失败的结果要有一句话，不能是空的。抛出的值没有 message 时，用自己的话说。");
}

function assertSerializable(result: ToolResultMessage): void {
  const overTheWire: unknown = JSON.parse(JSON.stringify(result));
  assert.deepEqual(overTheWire, result, "结果写成 JSON 再读回来，应该一模一样：没有 undefined 的键，没有 JSON 会改样子的值。");
  assert.deepEqual(parseMessage(overTheWire), result, "读回来的结果要通过第 01 章的 parseMessage。");
}

/** Chapter 02: many events, one result. Nothing here is awaited that might never come: see `outcomeOf`. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { EventStream } from "../src/event-stream.ts";
import { arrayMovesDuring } from "./support/array-moves.ts";
import { atRest } from "./support/gate.ts";
import { outcomeOf, type Outcome } from "./support/outcome.ts";
import { unhandledDuring } from "./support/unhandled.ts";

const LOOK_PUSH = "见 src/event-stream.ts › push";
const LOOK_NEXT = "见 src/event-stream.ts › [Symbol.asyncIterator] 的 next()";
const LOOK_END = "见 src/event-stream.ts › end 和 result";
const LOOK_LEAVE = "见 src/event-stream.ts › [Symbol.asyncIterator] 的 return()";
const LOOK_FAIL = "见 src/event-stream.ts › fail";

const DONE = { status: "fulfilled", value: { value: undefined, done: true } } as const;
const PENDING = { status: "pending" } as const;

/** A queue long enough to tell apart who moves everything for each item (half of LONG on average) and who tidies up now and then. */
const LONG = 4_000;
const FEW = 100;

function event<T>(value: T): Outcome<IteratorResult<T>> {
  return { status: "fulfilled", value: { value, done: false } };
}

/** The next `count` values, asked for one after the other; what does not come is left out. */
async function taken<T>(iterator: AsyncIterator<T>, count: number): Promise<T[]> {
  const values: T[] = [];
  const reading = (async () => {
    while (values.length < count) {
      const { value, done } = await iterator.next();
      if (done) return;
      values.push(value);
    }
  })();
  reading.catch(() => {});
  await outcomeOf(reading);
  return values;
}

/** What an ordinary `for await` loop over the stream has seen so far, and what became of the loop. */
function looping<T>(stream: AsyncIterable<T>): { readonly seen: T[]; readonly loop: Promise<void> } {
  const seen: T[] = [];
  const loop = (async () => {
    for await (const value of stream) seen.push(value);
  })();
  loop.catch(() => {});
  return { seen, loop };
}

/** Leaves the stream as `break` does, after its first event. */
async function leftAfterOne<T>(stream: AsyncIterable<T>): Promise<AsyncIterator<T>> {
  const iterator = stream[Symbol.asyncIterator]();
  const [first, left] = [outcomeOf(iterator.next()), outcomeOf(Promise.resolve(iterator.return?.()))];
  await Promise.all([first, left]);
  return iterator;
}

// 事件先到

test("事件先到 s2-1：没人听的时候推的事件不会丢，次序不变", async () => {
  const stream = new EventStream<string, void>();
  for (const value of ["一", "二", "三"]) stream.push(value);

  const values = await taken(stream[Symbol.asyncIterator](), 3);

  assert.deepEqual(values, ["一", "二", "三"], `事件先到就排队，等消费者来取，先推的先给。${LOOK_PUSH}`);
});

test("事件先到 s2-1：流还开着，push 返回 true", () => {
  const stream = new EventStream<string, void>();

  const accepted = [stream.push("一"), stream.push("二")];

  assert.deepEqual(accepted, [true, true], `true 表示事件收下了。${LOOK_PUSH}`);
});

test("事件先到 s2-1：undefined、null、false 和空字符串也是事件", async () => {
  const events = [undefined, null, false, 0, "", "最后"];
  const stream = new EventStream<unknown, void>();
  for (const value of events) stream.push(value);

  const values = await taken(stream[Symbol.asyncIterator](), events.length);

  assert.deepEqual(values, events, `队列空不空，看长度，不看取到的值真不真。${LOOK_NEXT}`);
});

test("事件先到 s2-1：给消费者的就是推进来的那个对象", async () => {
  const pushed = { type: "start" };
  const stream = new EventStream<object, void>();
  stream.push(pushed);

  const [value] = await taken(stream[Symbol.asyncIterator](), 1);

  assert.equal(value, pushed, `事件流只传递，不复制也不改写。${LOOK_PUSH}`);
});

test("事件先到 s2-1：边取边推，次序也不变", async () => {
  const stream = new EventStream<number, void>();
  const iterator = stream[Symbol.asyncIterator]();
  const values: number[] = [];

  for (let round = 0; round < 5; round++) {
    for (let offset = 0; offset < 3; offset++) stream.push(round * 3 + offset);
    values.push(...(await taken(iterator, 2)));
  }
  values.push(...(await taken(iterator, 5)));

  assert.deepEqual(values, Array.from({ length: 15 }, (_, index) => index), `推三个、取两个，重复几次，队列里总有剩下的；先进先出。${LOOK_NEXT}`);
});

test("事件先到 s2-1：一万个事件排队，一个不少，次序不变", async () => {
  const events = Array.from({ length: 10_000 }, (_, index) => index);
  const stream = new EventStream<number, void>();
  for (const value of events) stream.push(value);

  const values = await taken(stream[Symbol.asyncIterator](), events.length);

  assert.equal(values.length, events.length, `排队的事件没有上限。${LOOK_PUSH}`);
  assert.equal(values.findIndex((value, index) => value !== index), -1, `第一个错位的事件在哪里：-1 表示没有。${LOOK_NEXT}`);
});

test("事件先到 s2-1：队列再长，取一个也不挪动后面的", async () => {
  const stream = new EventStream<number, void>();
  const iterator = stream[Symbol.asyncIterator]();
  const asked: Promise<unknown>[] = [];

  const moves = arrayMovesDuring(() => {
    for (let value = 0; value < LONG; value++) stream.push(value);
    for (let count = 0; count < LONG; count++) asked[count] = iterator.next();
  });

  await outcomeOf(Promise.all(asked));
  assert.equal(moves <= LONG * FEW, true, `${LONG} 个事件，数组的方法一共挪动或复制了 ${moves} 个位置：每取一个，后面的都动了。换一种取法。${LOOK_NEXT}`);
});

// 等待先到

test("等待先到 s2-2：先来等的 next() 得到后来的事件", async () => {
  const stream = new EventStream<string, void>();
  const iterator = stream[Symbol.asyncIterator]();
  const waiting = iterator.next();

  const before = await outcomeOf(waiting);
  const accepted = stream.push("来了");
  const after = await outcomeOf(waiting);

  assert.deepEqual(before, PENDING, `还没有事件，next() 就等着。${LOOK_NEXT}`);
  assert.equal(accepted, true, `直接交给等着的人，也是收下了。${LOOK_PUSH}`);
  assert.deepEqual(after, event("来了"), `有人在等，push 就把事件交给他。${LOOK_PUSH}`);
});

test("等待先到 s2-2：同时等着的几个 next()，按先来后到得到事件", async () => {
  const stream = new EventStream<string, void>();
  const iterator = stream[Symbol.asyncIterator]();
  const waiting = [iterator.next(), iterator.next(), iterator.next()];

  for (const value of ["一", "二", "三"]) stream.push(value);

  const outcomes = await Promise.all(waiting.map(outcomeOf));
  assert.deepEqual(outcomes, [event("一"), event("二"), event("三")], `等待的人也要排队：先调用的 next() 先得到事件。${LOOK_PUSH}`);
});

test("等待先到 s2-2：一个事件只交给一个人，没轮到的继续等", async () => {
  const stream = new EventStream<string, void>();
  const iterator = stream[Symbol.asyncIterator]();
  const waiting = [iterator.next(), iterator.next(), iterator.next()];

  stream.push("一");
  const afterOne = await Promise.all(waiting.map(outcomeOf));
  stream.push("二");
  const afterTwo = await Promise.all(waiting.map(outcomeOf));

  assert.deepEqual(afterOne, [event("一"), PENDING, PENDING], `一个事件只叫醒一个人。${LOOK_PUSH}`);
  assert.deepEqual(afterTwo, [event("一"), event("二"), PENDING], `下一个事件给下一个人。${LOOK_PUSH}`);
});

test("等待先到 s2-2：交给等待者的事件不再排队，之后的事件照常排队", async () => {
  const stream = new EventStream<string, void>();
  const iterator = stream[Symbol.asyncIterator]();
  const waiting = iterator.next();

  for (const value of ["一", "二", "三"]) stream.push(value);

  assert.deepEqual(await outcomeOf(waiting), event("一"), `等着的人得到第一个事件。${LOOK_PUSH}`);
  assert.deepEqual(await taken(iterator, 2), ["二", "三"], `一个事件要么交出去，要么排队，不能两样都做。${LOOK_PUSH}`);
});

test("等待先到 s2-2：队列空了又等，等到了又空，来回几次都对", async () => {
  const stream = new EventStream<number, void>();
  const iterator = stream[Symbol.asyncIterator]();
  const outcomes: Outcome<IteratorResult<number>>[] = [];

  for (let round = 0; round < 3; round++) {
    stream.push(round * 2);
    outcomes.push(await outcomeOf(iterator.next()));
    const waiting = iterator.next();
    stream.push(round * 2 + 1);
    outcomes.push(await outcomeOf(waiting));
  }

  assert.deepEqual(outcomes, [0, 1, 2, 3, 4, 5].map(event), `两种先后可以交替出现，事件的次序不变。${LOOK_NEXT}`);
});

test("等待先到 s2-2：三千个 next() 一起等，也按先来后到", async () => {
  const stream = new EventStream<number, void>();
  const iterator = stream[Symbol.asyncIterator]();
  const waiting = Array.from({ length: 3_000 }, () => iterator.next());

  for (let index = 0; index < 3_000; index++) stream.push(index);

  const outcomes = await outcomeOf(Promise.all(waiting));
  const values = outcomes.status === "fulfilled" ? outcomes.value.map(({ value }) => value) : [];
  assert.equal(values.length, 3_000, `三千个人都得到了事件。${LOOK_PUSH}`);
  assert.equal(values.findIndex((value, index) => value !== index), -1, `第一个错位的 next() 在哪里：-1 表示没有。${LOOK_PUSH}`);
});

test("等待先到 s2-2：等的人再多，叫醒一个也不挪动后面的", async () => {
  const stream = new EventStream<number, void>();
  const iterator = stream[Symbol.asyncIterator]();
  const asked: Promise<unknown>[] = [];

  const moves = arrayMovesDuring(() => {
    for (let count = 0; count < LONG; count++) asked[count] = iterator.next();
    for (let value = 0; value < LONG; value++) stream.push(value);
  });

  await outcomeOf(Promise.all(asked));
  assert.equal(moves <= LONG * FEW, true, `${LONG} 个人在等，数组的方法一共挪动或复制了 ${moves} 个位置：等待的队和事件的队一样，只动头和尾。${LOOK_PUSH}`);
});

test("等待先到 s2-2：for await 在流结束以前就能看到事件", async () => {
  const stream = new EventStream<string, void>();
  const { seen, loop } = looping(stream);

  stream.push("一");
  await atRest();
  const afterOne = [...seen];
  stream.push("二");
  await atRest();

  assert.deepEqual(afterOne, ["一"], `来一个给一个，不用等流结束。${LOOK_PUSH}`);
  assert.deepEqual(seen, ["一", "二"], `循环接着等下一个。${LOOK_NEXT}`);
  assert.deepEqual(await outcomeOf(loop), PENDING, `流没有结束，循环就还在等。${LOOK_NEXT}`);
});

// 唯一终态

test("唯一终态 s2-3：没有人迭代，result() 也得到 end 的结果", async () => {
  const stream = new EventStream<string, string>();
  stream.push("一");

  stream.end("结果");

  assert.deepEqual(await outcomeOf(stream.result()), { status: "fulfilled", value: "结果" }, `结果不依赖有没有人取事件。${LOOK_END}`);
});

test("唯一终态 s2-3：end 之前 result() 一直等，end 之后立刻有结果", async () => {
  const stream = new EventStream<string, string>();
  const asked = stream.result();

  stream.push("一");
  const before = await outcomeOf(asked);
  stream.end("结果");
  const after = await outcomeOf(asked);

  assert.deepEqual(before, PENDING, `事件不是结果，只有 end 才给出结果。${LOOK_END}`);
  assert.deepEqual(after, { status: "fulfilled", value: "结果" }, `先问的人也得到结果。${LOOK_END}`);
});

test("唯一终态 s2-3：result() 问几次都是同一个结果，取事件不会用掉它", async () => {
  const outcome = { text: "结果" };
  const stream = new EventStream<string, object>();
  const early = stream.result();
  stream.push("一");
  stream.end(outcome);
  const { seen, loop } = looping(stream);

  await outcomeOf(loop);
  const results = await outcomeOf(Promise.all([early, stream.result(), stream.result()]));

  assert.deepEqual(seen, ["一"], `结果不是事件，循环里看不到它。${LOOK_END}`);
  assert.equal(results.status === "fulfilled" && results.value.every((value) => value === outcome), true, `每次得到的都是 end 收下的那个对象。${LOOK_END}`);
});

test("唯一终态 s2-3：end 之后迭代先给完排队的事件，再结束", async () => {
  const stream = new EventStream<string, void>();
  stream.push("一");
  stream.push("二");
  stream.end();

  const iterator = stream[Symbol.asyncIterator]();
  const outcomes = [];
  for (let count = 0; count < 4; count++) outcomes.push(await outcomeOf(iterator.next()));

  assert.deepEqual(outcomes, [event("一"), event("二"), DONE, DONE], `end 不丢事件；取完了就是 done，再问还是 done。${LOOK_END}`);
});

test("唯一终态 s2-3：end 让正在等的每个 next() 都得到 done", async () => {
  const stream = new EventStream<string, void>();
  const iterator = stream[Symbol.asyncIterator]();
  const waiting = [iterator.next(), iterator.next(), iterator.next()];

  stream.push("一");
  stream.end();

  const outcomes = await Promise.all(waiting.map(outcomeOf));
  assert.deepEqual(outcomes, [event("一"), DONE, DONE], `再也不会有事件了，不能让人一直等下去。${LOOK_END}`);
});

test("唯一终态 s2-3：end 让等在 for await 里的循环结束", async () => {
  const stream = new EventStream<string, void>();
  const { seen, loop } = looping(stream);
  await atRest();

  stream.push("一");
  stream.push("二");
  await atRest();
  stream.end();

  assert.deepEqual(await outcomeOf(loop), { status: "fulfilled", value: undefined }, `循环取完了事件，还等着下一个；end 要叫它结束。${LOOK_END}`);
  assert.deepEqual(seen, ["一", "二"], `end 以前推的事件都要看到。${LOOK_END}`);
});

test("唯一终态 s2-3：第一个 end 返回 true，后面的都返回 false，结果不变", async () => {
  const stream = new EventStream<string, string>();

  const accepted = [stream.end("第一"), stream.end("第二"), stream.end("第三")];

  assert.deepEqual(accepted, [true, false, false], `只有一个终态，返回值说这一次算不算数。${LOOK_END}`);
  assert.deepEqual(await outcomeOf(stream.result()), { status: "fulfilled", value: "第一" }, `先到的终态算数。${LOOK_END}`);
});

test("唯一终态 s2-3：undefined 也是结果，之后的 end 不算", async () => {
  const stream = new EventStream<string, string | undefined>();

  const accepted = [stream.end(undefined), stream.end("第二")];

  assert.deepEqual(accepted, [true, false], `结束没结束，不能看结果是不是 undefined。${LOOK_END}`);
  assert.deepEqual(await outcomeOf(stream.result()), { status: "fulfilled", value: undefined }, `结果就是 undefined。${LOOK_END}`);
});

test("唯一终态 s2-3：结束以后推的事件被丢掉，push 返回 false", async () => {
  const stream = new EventStream<string, void>();
  stream.push("一");
  stream.end();

  const accepted = [stream.push("晚了"), stream.push("更晚")];

  const { seen, loop } = looping(stream);
  await outcomeOf(loop);
  assert.deepEqual(accepted, [false, false], `终态之后不再收事件，返回值要说出来。${LOOK_PUSH}`);
  assert.deepEqual(seen, ["一"], `终态之后的事件谁也看不到。${LOOK_PUSH}`);
});

// 提前离开

test("提前离开 s2-4：break 之后推的事件不再留着", async () => {
  const stream = new EventStream<string, void>();
  stream.push("一");
  const iterator = await leftAfterOne(stream);

  stream.push("二");

  assert.deepEqual(await outcomeOf(iterator.next()), DONE, `消费者走了，再推的事件就丢掉，不能一直攒着。${LOOK_LEAVE}`);
});

test("提前离开 s2-4：break 的时候还在排队的事件也丢掉", async () => {
  const stream = new EventStream<string, void>();
  for (const value of ["一", "二", "三"]) stream.push(value);

  const iterator = await leftAfterOne(stream);

  assert.deepEqual(await outcomeOf(iterator.next()), DONE, `没有人会来取了，排队的事件不必留。${LOOK_LEAVE}`);
});

test("提前离开 s2-4：for await 里 break，循环立刻结束，流也不报错", async () => {
  const stream = new EventStream<string, void>();
  stream.push("一");
  stream.push("二");
  const seen: string[] = [];

  const loop = (async () => {
    for await (const value of stream) {
      seen.push(value);
      break;
    }
  })();

  assert.deepEqual(await outcomeOf(loop), { status: "fulfilled", value: undefined }, `流还开着，也可以离开。${LOOK_LEAVE}`);
  assert.deepEqual(seen, ["一"], `离开以后循环不再看到事件。${LOOK_LEAVE}`);
});

test("提前离开 s2-4：离开以后 end 照样给出结果", async () => {
  const stream = new EventStream<string, string>();
  stream.push("一");
  await leftAfterOne(stream);
  stream.push("二");

  const accepted = [stream.end("结果"), stream.end("第二")];

  assert.deepEqual(accepted, [true, false], `离开不是终态，终态还是由 end 决定。${LOOK_LEAVE}`);
  assert.deepEqual(await outcomeOf(stream.result()), { status: "fulfilled", value: "结果" }, `不看过程的人，仍然可以要结果。${LOOK_LEAVE}`);
});

test("提前离开 s2-4：离开的时候还在等的 next() 得到 done，不会得到后来的事件", async () => {
  const stream = new EventStream<string, void>();
  const iterator = stream[Symbol.asyncIterator]();
  const waiting = [iterator.next(), iterator.next()];
  const left = Promise.resolve(iterator.return?.());

  stream.push("晚了");
  const outcomes = await Promise.all([left, ...waiting].map(outcomeOf));

  assert.deepEqual(outcomes, [DONE, DONE, DONE], `离开就是不要了：等着的人也一起散。${LOOK_LEAVE}`);
});

test("提前离开 s2-4：end 之后再离开，也是 done", async () => {
  const stream = new EventStream<string, void>();
  for (const value of ["一", "二"]) stream.push(value);
  stream.end();

  const iterator = await leftAfterOne(stream);

  assert.deepEqual(await outcomeOf(iterator.next()), DONE, `离开以后，排队的事件不必再给。${LOOK_LEAVE}`);
});

test("提前离开 s2-4：第二个迭代器得到 TypeError，它不能偷走事件", async () => {
  const stream = new EventStream<string, void>();
  const first = looping(stream);
  await atRest();

  const second = looping(stream);
  await atRest();
  stream.push("一");
  stream.push("二");
  stream.end();

  const outcome = await outcomeOf(second.loop);
  await outcomeOf(first.loop);
  assert.equal(outcome.status === "rejected" && outcome.reason instanceof TypeError, true, `一个流只有一个消费者，第二个要当场知道。${LOOK_NEXT}`);
  assert.deepEqual([first.seen, second.seen], [["一", "二"], []], `第一个消费者一个事件也不少。${LOOK_NEXT}`);
});

test("提前离开 s2-4：第一个消费者走了或者取完了，第二个也还是 TypeError", async () => {
  const left = new EventStream<string, void>();
  left.push("一");
  await leftAfterOne(left);
  const finished = new EventStream<string, void>();
  finished.end();
  await outcomeOf(looping(finished).loop);

  const outcomes = await Promise.all([left, finished].map((stream) => outcomeOf(looping(stream).loop)));

  for (const outcome of outcomes) {
    assert.equal(outcome.status === "rejected" && outcome.reason instanceof TypeError, true, `事件已经给过人了，重来一遍只会少看。${LOOK_NEXT}`);
  }
});

// 失败终态

test("失败终态 s2-5：fail 之后先给完排队的事件，再抛出那个错误", async () => {
  const error = new Error("断了");
  const stream = new EventStream<string, void>();
  stream.push("一");
  stream.push("二");

  const accepted = stream.fail(error);

  const { seen, loop } = looping(stream);
  const outcome = await outcomeOf(loop);
  assert.equal(accepted, true, `第一个终态算数。${LOOK_FAIL}`);
  assert.deepEqual(seen, ["一", "二"], `失败以前推的事件是事实，不能丢。${LOOK_FAIL}`);
  assert.equal(outcome.status === "rejected" && outcome.reason, error, `循环抛出的就是 fail 收下的那个错误。${LOOK_FAIL}`);
});

test("失败终态 s2-5：错误只抛一次，之后是 done", async () => {
  const error = new Error("断了");
  const stream = new EventStream<string, void>();
  stream.fail(error);

  const iterator = stream[Symbol.asyncIterator]();
  const outcomes = [];
  for (let count = 0; count < 3; count++) outcomes.push(await outcomeOf(iterator.next()));

  assert.deepEqual(outcomes, [{ status: "rejected", reason: error }, DONE, DONE], `错误是迭代的最后一件事，说过就结束。${LOOK_FAIL}`);
});

test("失败终态 s2-5：几个 next() 等着的时候失败，第一个得到错误，其余得到 done", async () => {
  const error = new Error("断了");
  const stream = new EventStream<string, void>();
  const iterator = stream[Symbol.asyncIterator]();
  const waiting = [iterator.next(), iterator.next(), iterator.next()].map(outcomeOf);

  stream.fail(error);

  const outcomes = [...(await Promise.all(waiting)), await outcomeOf(iterator.next())];
  assert.deepEqual(outcomes, [{ status: "rejected", reason: error }, DONE, DONE, DONE], `错误也只交给一个人，其余的人不能一直等。${LOOK_FAIL}`);
});

test("失败终态 s2-5：等在 for await 里的循环抛出那个错误", async () => {
  const error = new Error("断了");
  const stream = new EventStream<string, void>();
  const { seen, loop } = looping(stream);
  stream.push("一");
  await atRest();

  stream.fail(error);

  const outcome = await outcomeOf(loop);
  assert.equal(outcome.status === "rejected" && outcome.reason, error, `循环在等下一个事件，等来的是错误。${LOOK_FAIL}`);
  assert.deepEqual(seen, ["一"], `失败以前的事件看到了。${LOOK_FAIL}`);
});

test("失败终态 s2-5：result() 得到同一个错误，早问晚问、问几次都一样", async () => {
  const error = new Error("断了");
  const stream = new EventStream<string, string>();
  const early = outcomeOf(stream.result());

  stream.fail(error);
  await atRest();

  const outcomes = [await early, await outcomeOf(stream.result()), await outcomeOf(stream.result())];
  for (const outcome of outcomes) assert.equal(outcome.status === "rejected" && outcome.reason, error, `没有结果，就要说清楚为什么。${LOOK_FAIL}`);
});

test("失败终态 s2-5：什么值都可以是错误，undefined 也是", async () => {
  const reasons = [undefined, null, 0, "", "断了", { code: 1 }];

  for (const reason of reasons) {
    const stream = new EventStream<string, string>();
    const accepted = [stream.fail(reason), stream.fail("第二"), stream.end("晚了"), stream.push("晚了")];
    const iterator = stream[Symbol.asyncIterator]();
    const outcomes = [await outcomeOf(stream.result()), await outcomeOf(iterator.next()), await outcomeOf(iterator.next())];

    assert.deepEqual(accepted, [true, false, false, false], `失败没失败，不能看错误是真是假。${LOOK_FAIL}`);
    assert.deepEqual(outcomes, [{ status: "rejected", reason }, { status: "rejected", reason }, DONE], `结果和迭代都得到 ${String(reason)}。${LOOK_FAIL}`);
  }
});

test("失败终态 s2-5：fail 之后的 end 和 fail 都返回 false，错误不变", async () => {
  const error = new Error("第一");
  const stream = new EventStream<string, string>();

  const accepted = [stream.fail(error), stream.end("晚了"), stream.fail(new Error("第二"))];

  const outcomes = [await outcomeOf(stream.result()), await outcomeOf(stream[Symbol.asyncIterator]().next())];
  assert.deepEqual(accepted, [true, false, false], `失败也是终态，终态只有一个。${LOOK_FAIL}`);
  for (const outcome of outcomes) assert.equal(outcome.status === "rejected" && outcome.reason, error, `先到的错误算数。${LOOK_FAIL}`);
});

test("失败终态 s2-5：end 之后的 fail 返回 false，结果和迭代都不受影响", async () => {
  for (const result of ["结果", undefined]) {
    const stream = new EventStream<string, string | undefined>();
    stream.push("一");
    stream.end(result);

    const accepted = stream.fail(new Error("晚了"));

    const { seen, loop } = looping(stream);
    assert.equal(accepted, false, `end 和 fail 抢同一个终态，先到的赢；结果是 undefined 也一样。${LOOK_FAIL}`);
    assert.deepEqual(await outcomeOf(loop), { status: "fulfilled", value: undefined }, `正常结束的流，循环不抛错。${LOOK_FAIL}`);
    assert.deepEqual(seen, ["一"], `排队的事件还在。${LOOK_FAIL}`);
    assert.deepEqual(await outcomeOf(stream.result()), { status: "fulfilled", value: result }, `结果还是 end 的那个。${LOOK_FAIL}`);
  }
});

test("失败终态 s2-5：离开以后 fail 照样让 result() 得到错误", async () => {
  const error = new Error("断了");
  const stream = new EventStream<string, string>();
  stream.push("一");
  const iterator = await leftAfterOne(stream);

  const accepted = stream.fail(error);

  assert.equal(accepted, true, `离开不是终态，终态还是由 fail 决定。${LOOK_LEAVE}`);
  assert.deepEqual(await outcomeOf(stream.result()), { status: "rejected", reason: error }, `问结果的人要知道失败了。${LOOK_LEAVE}`);
  assert.deepEqual(await outcomeOf(iterator.next()), DONE, `已经离开的迭代器不再抛错，只有 done。${LOOK_LEAVE}`);
});

test("失败终态 s2-5：fail 之后再离开，只有 done，不再抛错", async () => {
  const stream = new EventStream<string, void>();
  for (const value of ["一", "二"]) stream.push(value);
  stream.fail(new Error("断了"));

  const iterator = await leftAfterOne(stream);

  assert.deepEqual(await outcomeOf(iterator.next()), DONE, `离开以后，排队的事件和失败都不必再给。${LOOK_LEAVE}`);
});

test("失败终态 s2-5：失败以后推的事件被丢掉，push 返回 false", async () => {
  const stream = new EventStream<string, void>();
  stream.push("一");
  stream.fail(new Error("断了"));

  const accepted = stream.push("晚了");

  const { seen, loop } = looping(stream);
  await outcomeOf(loop);
  assert.equal(accepted, false, `终态之后不再收事件。${LOOK_PUSH}`);
  assert.deepEqual(seen, ["一"], `失败以后的事件谁也看不到。${LOOK_PUSH}`);
});

test("失败终态 s2-5：没有人等的失败，不会成为 unhandledRejection", async () => {
  const unhandled = await unhandledDuring(async () => {
    const untouched = new EventStream<string, void>();
    const queued = new EventStream<string, void>();
    const opened = new EventStream<string, void>();
    const left = new EventStream<string, void>();
    queued.push("一");
    opened[Symbol.asyncIterator]();
    left.push("一");
    await leftAfterOne(left);

    for (const stream of [untouched, queued, opened, left]) stream.fail(new Error("没有人等"));
  });

  assert.deepEqual(unhandled, [], `失败写在流里等人来问；没有人问，进程也不能因此倒下。${LOOK_FAIL}`);
});

test("失败终态 s2-5：只迭代、不问结果，失败也不会成为 unhandledRejection", async () => {
  const error = new Error("断了");
  const stream = new EventStream<string, void>();
  let caught: unknown;

  const unhandled = await unhandledDuring(async () => {
    const { loop } = looping(stream);
    stream.push("一");
    await atRest();
    stream.fail(error);
    const outcome = await outcomeOf(loop);
    caught = outcome.status === "rejected" && outcome.reason;
  });

  assert.equal(caught, error, `循环得到了错误。${LOOK_FAIL}`);
  assert.deepEqual(unhandled, [], `错误已经由循环接住，没有人问的 result() 不能再报一次。${LOOK_FAIL}`);
});

test("失败终态 s2-5：只问结果、不迭代，失败也只由 result() 说一次", async () => {
  const error = new Error("断了");
  const stream = new EventStream<string, void>();
  let outcome: Outcome<void> = PENDING;

  const unhandled = await unhandledDuring(async () => {
    stream.push("一");
    stream.fail(error);
    outcome = await outcomeOf(stream.result());
  });

  assert.deepEqual(outcome, { status: "rejected", reason: error }, `问结果的人得到错误。${LOOK_FAIL}`);
  assert.deepEqual(unhandled, [], `没有人迭代，迭代那一边的错误也不能浮上来。${LOOK_FAIL}`);
});

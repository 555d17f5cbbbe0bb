/**
 * The probe: runs inside a suite's process, before any of the learner's code, and writes what happens
 * to the parent. It is preloaded (`--require`) and is node's test reporter at once (`--test-reporter`),
 * so that both halves share the secret in one closure and nothing else can reach it.
 */

import type { FinalStatus, SuiteRecord, ThrownFacts, TimelineEntry } from "./suite-records.ts" with { "resolution-mode": "import" };

const assert: typeof import("node:assert") = require("node:assert");
const fs: typeof import("node:fs") = require("node:fs");
const test: typeof import("node:test") = require("node:test");
const util: typeof import("node:util") = require("node:util");

const CHANNEL = 3;
const LONGEST_TEXT = 6_000;
const LONGEST_OUTPUT = 4_000;
const LONGEST_TIMELINE = 40;

// Taken before the learner's code can replace them.
const { readFileSync, writeSync } = fs;
const { inspect } = util;
const { stringify } = JSON;
const { AssertionError } = assert;
const { syncBuiltinESMExports }: typeof import("node:module") = require("node:module");

const secret = readFileSync(0, "utf8");

let current: string | undefined;
let timeline: TimelineEntry[] = [];
let timelineDropped = 0;
let output = "";
/** Fails the current test, whatever it waits for. */
let giveUp: ((reason: Error) => void) | undefined;

// Suites import this `test` instead of node's: one whose tests can be given up.
const runTest = test.test as (...words: unknown[]) => unknown;
test.test = Object.assign((...words: unknown[]) => runTest(...words.map(orGivenUp)), test.test) as typeof test.test;
syncBuiltinESMExports();

// Mistakes must not be able to disarm the checks: a write to a frozen object throws in the module that tries.
for (const guarded of [assert, assert.strict, AssertionError, AssertionError.prototype, test]) Object.freeze(guarded);

// `beforeExit` with a test at work: nothing is left that could settle its promise. Node would cancel all
// later tests (20, 22) or wait for ever (24, 26); so the test is given up, and node hears nothing of it.
const emit = process.emit as (...event: unknown[]) => boolean;
process.emit = ((...event: unknown[]) => {
  if (event[0] !== "beforeExit" || current === undefined) return Reflect.apply(emit, process, event);
  send({ kind: "stuck", name: current, timeline, timelineDropped });
  giveUp?.(new Error("nothing is left that could settle the test's promise"));
  // The next tests may need no more than microtasks: without a turn of the loop node would leave now.
  setImmediate(() => {});
  return true;
}) as typeof process.emit;

process.on("uncaughtExceptionMonitor", (thrown) => send({ kind: "stray", thrown: describe(thrown) }));
process.on("unhandledRejection", (thrown) => send({ kind: "stray", thrown: describe(thrown) }));

const exit = process.exit;
process.exit = (code) => {
  send({ kind: "leaving", stack: stackOf(new Error("process.exit")) });
  return exit(code);
};

watchOutput("stdout");
watchOutput("stderr");

Object.defineProperty(globalThis, Symbol.for("pi-course.timeline"), {
  value: (entry: TimelineEntry) => {
    timeline.push({ lane: cut(`${entry.lane}`, 40), text: cut(`${entry.text}`, 200) });
    if (timeline.length > LONGEST_TIMELINE) {
      timeline.shift();
      timelineDropped += 1;
    }
  },
});

test.beforeEach((context) => {
  const { name } = context;
  current = name;
  timeline = [];
  timelineDropped = 0;
  output = "";
  send({ kind: "begin", name });
});

test.afterEach((context) => {
  const { name, passed, error } = context as unknown as { readonly name: string; readonly passed: boolean; readonly error: unknown };
  const thrown = passed ? {} : { thrown: describe(causeOf(error)) };
  current = undefined;
  send({ kind: "end", name, passed, ...thrown, timeline, timelineDropped, output, alive: process.getActiveResourcesInfo() });
});

/** Node's reporter: passes on the last word on each test, then the natural end. */
module.exports = async function* report(events: AsyncIterable<ReportedEvent>) {
  for await (const event of events) {
    if (event.type === "test:diagnostic") blame(`${event.data.message}`);
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    // A test that skips itself has no end.
    if (event.data.name === current) current = undefined;
    send({ kind: "final", name: event.data.name, status: statusOf(event) });
  }
  send({ kind: "finish" });
};

/** Of the words of a `test` call: makes a body that can be given up. One with a callback waits for no promise. */
function orGivenUp(word: unknown): unknown {
  if (typeof word !== "function" || word.length > 1) return word;
  return async function (this: unknown, ...context: unknown[]) {
    const givenUp = new Promise((_, reject) => (giveUp = reject));
    await Promise.race([Reflect.apply(word, this, context), givenUp]);
  };
}

interface ReportedEvent {
  readonly type: string;
  readonly data: { readonly name: string; readonly skip?: unknown; readonly todo?: unknown; readonly message?: unknown };
}

function blame(sentence: string): void {
  const [, name] = /^(?:Warning|Error): Test "(.*?)"(?: at .*?)? generated asynchronous activity/s.exec(sentence) ?? [];
  if (name !== undefined) send({ kind: "blame", name, sentence: cut(sentence) });
}

function statusOf({ type, data }: ReportedEvent): FinalStatus {
  if (data.todo !== undefined && data.todo !== false) return "todo";
  if (data.skip !== undefined && data.skip !== false) return "skip";
  return type === "test:pass" ? "pass" : "fail";
}

/** Writes one record. The newline before it ends whatever the learner's code may have written to the channel. */
function send(record: SuiteRecord): void {
  const bytes = Buffer.from(`\n${secret} ${stringify(record)}\n`);
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(CHANNEL, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
    }
  }
}

/** Node wraps what a test throws into an error of its own, with the thrown value as its cause. */
function causeOf(error: unknown): unknown {
  return attempt(() => (error as { readonly failureType?: string }).failureType !== undefined, false)
    ? (error as Error).cause
    : error;
}

/** Total: any value can be thrown, and its getters and traps can throw again. */
function describe(thrown: unknown): ThrownFacts {
  const isError = attempt(() => thrown instanceof Error, false);
  if (!isError) return { kind: "value", name: typeof thrown, message: show(thrown), stack: "" };
  const error = thrown as NodeJS.ErrnoException;
  const facts = {
    name: attempt(() => `${error.name}`, "Error"),
    message: attempt(() => messageOf(error), "(its message cannot be read)"),
    ...attempt(() => (typeof error.code === "string" ? { code: cut(error.code) } : {}), {}),
    stack: stackOf(error),
  };
  if (!attempt(() => error instanceof AssertionError, false)) return { kind: "error", ...facts };
  return { kind: "assertion", ...facts, ...comparedValues(error as InstanceType<typeof AssertionError>) };
}

/** Some assertions compare nothing: their values say nothing that the message does not say. */
function comparedValues(error: InstanceType<typeof AssertionError>): Pick<ThrownFacts, "expected" | "actual"> {
  const operator = attempt(() => `${error.operator}`, "");
  if (operator === "fail" || operator === "==") return {};
  const actual = showProperty(error, "actual");
  if (operator.startsWith("not")) return { actual };
  const expected = showProperty(error, "expected");
  return expected === "undefined" && actual === "undefined" ? {} : { expected, actual };
}

/** Node appends its own diff to a message of ours; the report draws its own. */
function messageOf(error: Error): string {
  return cut(`${error.message}`.split("\n+ actual - expected\n")[0] ?? "");
}

function stackOf(error: Error): string {
  return attempt(() => cut(`${error.stack ?? ""}`), "");
}

function showProperty(error: InstanceType<typeof AssertionError>, key: "actual" | "expected"): string {
  return attempt(() => show(error[key]), "(cannot be read)");
}

function show(value: unknown): string {
  const options = { depth: 8, breakLength: 76, maxArrayLength: 50, maxStringLength: 2_000, customInspect: false };
  return cut(attempt(() => inspect(value, options), "(cannot be shown)"));
}

function cut(text: string, longest: number = LONGEST_TEXT): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Remembers the last characters that a test prints; the stream itself is made only when it is first used. */
function watchOutput(name: "stdout" | "stderr"): void {
  const make = Object.getOwnPropertyDescriptor(process, name)?.get;
  if (make === undefined) return;
  let watched: NodeJS.WriteStream | undefined;
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get() {
      if (watched !== undefined) return watched;
      watched = make.call(process) as NodeJS.WriteStream;
      const write = watched.write;
      watched.write = function (this: NodeJS.WriteStream, chunk: unknown, ...rest: unknown[]) {
        if (current !== undefined) output = (output + lastCharacters(chunk)).slice(-LONGEST_OUTPUT);
        return Reflect.apply(write, this, [chunk, ...rest]);
      } as typeof write;
      return watched;
    },
  });
}

function lastCharacters(chunk: unknown): string {
  if (typeof chunk === "string") return chunk.slice(-LONGEST_OUTPUT);
  return chunk instanceof Uint8Array ? Buffer.from(chunk.subarray(-LONGEST_OUTPUT)).toString() : "";
}

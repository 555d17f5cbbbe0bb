/** The pure parts of the verdict: records in, evidence, judgement. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readRun } from "../src/check/suite-evidence.ts";
import type { SuiteEnd, SuiteRun } from "../src/check/suite-process.ts";
import { createRecordReader, type SuiteRecord, type ThrownFacts } from "../src/check/suite-records.ts";
import { runSession } from "../src/check/suite-session.ts";
import { judge } from "../src/check/verdict.ts";
import type { PracticeSuite } from "../src/practice-record.ts";

const titles = ["a", "b", "c"];
const naturalEnd: SuiteEnd = { by: "exit", code: 0, signal: null };
const thrown: ThrownFacts = { kind: "error", name: "Error", message: "why", stack: "" };

function begin(name: string): SuiteRecord {
  return { kind: "begin", name };
}

function end(name: string, passed = true, alive: readonly string[] = []): SuiteRecord {
  return { kind: "end", name, passed, ...(passed ? {} : { thrown }), timeline: [], timelineDropped: 0, output: "", alive };
}

function ran(name: string, passed = true, alive: readonly string[] = []): readonly SuiteRecord[] {
  return [begin(name), end(name, passed, alive), { kind: "final", name, status: passed ? "pass" : "fail" }];
}

function run(records: readonly SuiteRecord[], ending: SuiteEnd = naturalEnd): SuiteRun {
  return { records, end: ending, output: "" };
}

function suiteOf(tests: readonly string[]): PracticeSuite {
  return { chapter: "01", file: "test/01-x.test.ts", steps: [{ tag: "s1-1", pattern: "x", title: { zh: "", en: "" }, place: "src/x.ts", tests }] };
}

const finish: SuiteRecord = { kind: "finish" };

test("a test counts only when the probe and the reporter agree on it", () => {
  const disagreeing = [begin("a"), end("a"), { kind: "final", name: "a", status: "fail" } as const];
  const unconfirmed = [begin("b"), end("b")];
  const unended = [{ kind: "final", name: "c", status: "pass" } as const];

  const { outcomes } = readRun(run([...disagreeing, ...unconfirmed, ...unended, finish]), titles);

  assert.deepEqual([...outcomes].map(([title, { kind }]) => [title, kind]), [["a", "failed"]]);
});

test("an exit code other than 0 is an objection only where no test explains it", () => {
  const green = readRun(run([...ran("a"), finish], { by: "exit", code: 7, signal: null }), ["a"]);
  const red = readRun(run([...ran("a", false), finish], { by: "exit", code: 1, signal: null }), ["a"]);

  assert.deepEqual(green.disturbances, [{ kind: "exitCode", code: 7 }]);
  assert.deepEqual(red.disturbances, []);
});

test("a process that a signal ended took its test with it", () => {
  const { outcomes } = readRun(run([...ran("a"), begin("b")], { by: "exit", code: null, signal: "SIGSEGV" }), titles);

  const outcome = outcomes.get("b");
  assert.deepEqual(outcome?.kind === "exited" && outcome.signal, "SIGSEGV");
  assert.equal(outcomes.has("c"), false, "what had not begun is unproved");
});

test("what stayed open is told with the first test from which on it was open", () => {
  const records = [...ran("a", true, ["Immediate"]), ...ran("b", true, ["Timeout"]), ...ran("c", true, ["Timeout", "Timeout", "CloseReq"])];

  const { disturbances } = readRun(run(records, { by: "silence" }), titles);

  assert.deepEqual(disturbances, [{ kind: "stillAlive", resources: ["Timeout"], test: "b" }]);
});

test("a session runs what is left over in fresh processes, and only while they prove something more", async () => {
  const selections: (readonly string[] | undefined)[] = [];
  const scripted = async (selection?: readonly string[]): Promise<SuiteRun> => {
    selections.push(selection);
    if (selection === undefined) return run([...ran("a"), begin("b")], { by: "silence" });
    return run([]);
  };

  const { outcomes } = await runSession(titles, titles, scripted);

  assert.deepEqual(selections, [undefined, ["c"]]);
  assert.deepEqual([...outcomes.values()].map(({ kind }) => kind), ["passed", "hung", "notRun"]);
});

test("a session for one step selects its tests from the first process on", async () => {
  const selections: (readonly string[] | undefined)[] = [];

  const { outcomes } = await runSession(titles, ["b"], async (selection) => {
    selections.push(selection);
    return run([...ran("b"), finish]);
  });

  assert.deepEqual([selections, [...outcomes.keys()]], [[["b"]], ["b"]]);
});

test("green is exactly: every expected test passed, and nothing speaks against it", async () => {
  const evidence = await runSession(titles, titles, async () => run([...titles.flatMap((title) => ran(title)), finish]));
  const kindWith = (change: Partial<typeof evidence>, changed: readonly string[] = []) => judge([{ suite: suiteOf(titles), evidence: { ...evidence, ...change } }], changed).kind;

  assert.equal(kindWith({}), "green");
  assert.equal(kindWith({ extras: ["d"] }), "red");
  assert.equal(kindWith({ disturbances: [{ kind: "exitCode", code: 1 }] }), "red");
  assert.equal(kindWith({}, ["src/earlier.ts"]), "red");
  assert.equal(kindWith({ outcomes: new Map() }), "nothingTested");
  assert.equal(judge([{ suite: suiteOf([]), evidence }], []).kind, "nothingTested", "no test is no proof");
});

test("only whole lines with the secret are records, however they are cut up", () => {
  const reader = createRecordReader("s3cret");
  const text = '{"kind":"finish"}\nother {"kind":"finish"}\ns3cret {"kind":"begin","name":"甲"}\nhalf\ns3cret {"kind":"finish"}\ns3cret {"ki';

  const records = [...text].flatMap((piece) => reader.read(piece));

  assert.deepEqual(records, [begin("甲"), finish]);
});

test("a flood without a line end costs bounded memory, and the next record is read", () => {
  const reader = createRecordReader("s", 1_000);
  for (let piece = 0; piece < 50; piece += 1) reader.read("x".repeat(100));

  assert.deepEqual(reader.read('\ns {"kind":"finish"}\n'), [finish]);
});

/** Tests that never end, in every way, and what becomes of the others. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeLearner, kindsOf, objectionsTo } from "./support/verdict-suite.ts";

/** Milliseconds. Short, since what hangs here hangs for good; long enough for a healthy test on a busy machine. */
const limits = { test: 1_500 };

function howHung(verdict: Awaited<ReturnType<typeof judgeLearner>>): readonly string[] {
  return verdict.steps.flatMap((step) => step.tests.flatMap(({ outcome }) => (outcome.kind === "hung" ? [outcome.how] : [])));
}

test("a promise that never settles is told at once, and the tests after it still run", async () => {
  const verdict = await judgeLearner("export const answer = (n) => (n === 2 ? new Promise(() => {}) : n);");

  assert.deepEqual([kindsOf(verdict), howHung(verdict)], [["passed", "hung", "passed", "passed"], ["promise"]]);
  assert.equal(verdict.kind, "red");
});

test("every test waits for ever: each is told, all from one process", async () => {
  const verdict = await judgeLearner("export const answer = () => { console.log(process.pid); return new Promise(() => {}); };");

  const printed = verdict.steps.flatMap((step) => step.tests.flatMap(({ outcome }) => (outcome.kind === "hung" ? [outcome.output] : [])));
  assert.deepEqual(kindsOf(verdict), ["hung", "hung", "hung", "hung"]);
  assert.equal(new Set(printed).size, 1, printed.join());
});

test("a live timer keeps a waiting test alive only until the limit", async () => {
  const verdict = await judgeLearner("export const answer = (n) => (n === 1 ? new Promise(() => setInterval(() => {}, 50)) : n);", { limits });

  assert.deepEqual([kindsOf(verdict), howHung(verdict)], [["hung", "passed", "passed", "passed"], ["time"]]);
});

test("an endless synchronous loop is ended, and the rest runs in a fresh process", async () => {
  const verdict = await judgeLearner("export const answer = (n) => { while (n === 2) {} return n === 4 ? 0 : n; };", { limits });

  assert.deepEqual(kindsOf(verdict), ["passed", "hung", "passed", "failed"]);
});

test("an endless chain of microtasks is ended like any other loop", async () => {
  const verdict = await judgeLearner("export const answer = async (n) => { while (n === 3) await null; return n; };", { limits });

  assert.deepEqual(kindsOf(verdict), ["passed", "passed", "hung", "passed"]);
});

test("a child process that is waited for is ended with its parent", async () => {
  const learner = `import { spawn } from 'node:child_process';
    export const answer = (n) => n !== 2 ? n : new Promise((resolve) => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']).on('exit', resolve));`;

  const verdict = await judgeLearner(learner, { limits });

  assert.deepEqual([kindsOf(verdict), howHung(verdict)], [["passed", "hung", "passed", "passed"], ["time"]]);
});

test("a timer that outlives all tests is an objection that names it and the test that set it", async () => {
  const verdict = await judgeLearner("export const answer = (n) => { if (n === 2) setInterval(() => {}, 50); return n; };", { limits });

  const [objection] = verdict.objections;
  assert.deepEqual([verdict.kind, kindsOf(verdict)], ["red", ["passed", "passed", "passed", "passed"]]);
  assert.deepEqual(objection, { kind: "stillAlive", resources: ["Timeout"], test: "给数 s1-1：第二" });
});

test("a child process that outlives all tests holds up nothing once it is detached, and is ended too", async () => {
  const learner = `import { spawn } from 'node:child_process';
    export const answer = (n) => { if (n === 2) spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).unref(); return n; };`;

  const verdict = await judgeLearner(learner);

  assert.equal(verdict.kind, "green");
});

test("a hang while importing ends the run: in a loop", async () => {
  const verdict = await judgeLearner("export const answer = (n) => n; while (true) {}", { limits: { importing: 1_000 } });

  assert.deepEqual([verdict.kind, objectionsTo(verdict)], ["nothingTested", ["importHung"]]);
});

test("a hang while importing ends the run: in an await that something keeps alive", async () => {
  const verdict = await judgeLearner("export const answer = (n) => n; await new Promise(() => setInterval(() => {}, 50));", { limits: { importing: 1_000 } });

  assert.deepEqual([verdict.kind, objectionsTo(verdict)], ["nothingTested", ["importHung"]]);
});

test("an await at import that nothing can end leaves early", async () => {
  const verdict = await judgeLearner("export const answer = (n) => n; await new Promise(() => {});");

  assert.equal(verdict.kind, "nothingTested");
});

test("when the time is up the rest is told as not run", async () => {
  const verdict = await judgeLearner("export const answer = (n) => (n === 2 ? new Promise(() => setInterval(() => {}, 50)) : n);", { time: 4_000 });

  assert.equal(verdict.kind, "red");
  assert.deepEqual(kindsOf(verdict).slice(0, 2), ["passed", "notRun"]);
});

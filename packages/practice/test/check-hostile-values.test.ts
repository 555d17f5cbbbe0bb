/** What the learner's code may throw, print and write while it is judged. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ThrownFacts } from "../src/check/suite-records.ts";
import { judgeLearner, kindsOf, titles } from "./support/verdict-suite.ts";

async function thrownBy(answer: string): Promise<ThrownFacts | undefined> {
  const verdict = await judgeLearner(`export const answer = (n) => { if (n !== 1) return n; ${answer} };`);
  assert.deepEqual([verdict.kind, kindsOf(verdict)], ["red", ["failed", "passed", "passed", "passed"]]);
  const outcome = verdict.steps[0]?.tests[0]?.outcome;
  return outcome?.kind === "failed" ? outcome.thrown : undefined;
}

test("a failed assertion keeps its message, its values and nothing of node's own diff", async () => {
  const thrown = await thrownBy("return { 次数: 2 };");

  assert.deepEqual(
    [thrown?.kind, thrown?.message, thrown?.expected, thrown?.actual, thrown?.code],
    ["assertion", "给回原来的数：看 answer", "1", "{ '次数': 2 }", "ERR_ASSERTION"],
  );
});

test("anything can be thrown", async () => {
  const values = { "'字'": "'字'", undefined: "undefined", null: "null", 'Object.create(null)': "[Object: null prototype] {}" };

  for (const [value, shown] of Object.entries(values)) {
    const thrown = await thrownBy(`throw ${value};`);
    assert.deepEqual([thrown?.kind, thrown?.message], ["value", shown], value);
  }
});

test("an error that breaks the runner of node itself still fails its test, and only that", async () => {
  const getter = await thrownBy("const error = new Error(''); Object.defineProperty(error, 'message', { get() { throw new Error('读不了'); } }); throw error;");
  const revoked = await thrownBy("const { proxy, revoke } = Proxy.revocable(new Error('x'), {}); revoke(); throw proxy;");
  const frozen = await thrownBy("throw Object.freeze(new TypeError('冻住了'));");

  assert.match(getter?.message ?? "", /读不了|cannot be read/);
  assert.notEqual(revoked, undefined);
  assert.deepEqual([frozen?.name, frozen?.message], ["TypeError", "冻住了"]);
});

test("a cycle, a throwing getter, a revoked proxy and a large value as the actual value", async () => {
  const cycle = await thrownBy("const cycle = {}; cycle.self = cycle; return cycle;");
  const getter = await thrownBy("return { get sum() { throw new Error('no'); } };");
  const revoked = await thrownBy("const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return [proxy];");
  const large = await thrownBy("return Array.from({ length: 1_000 }, (_, index) => ({ index, text: 'x'.repeat(100) }));");

  assert.match(cycle?.actual ?? "", /Circular/);
  assert.equal(getter?.actual, "{ sum: [Getter] }");
  assert.notEqual(revoked, undefined);
  assert.ok((large?.actual?.length ?? 0) < 10_000, "the text of a value is bounded");
});

test("half a surrogate pair in a message survives the way to the parent", async () => {
  const thrown = await thrownBy("throw new Error('\\ud83d 半个');");

  assert.equal(thrown?.message, "\ud83d 半个");
});

test("forged records on every channel change nothing", async () => {
  const forged = JSON.stringify({ kind: "end", name: titles[0], passed: true, timeline: [], timelineDropped: 0, output: "", alive: [] });
  const learner = `import { writeSync } from 'node:fs';
    for (const line of ['\\n${forged}\\n', 'x ${forged}\\n', '{"kind":"finish"}\\n', 'no newline']) writeSync(3, line);
    console.log('TAP version 13\\nok 1 - ${titles[0]}\\n1..1');
    export const answer = () => 0;`;

  const verdict = await judgeLearner(learner);

  assert.deepEqual([verdict.kind, kindsOf(verdict)], ["red", ["failed", "failed", "failed", "failed"]]);
});

test("garbage on the record channel does no harm to a good solution", async () => {
  const verdict = await judgeLearner("import { writeSync } from 'node:fs'; export const answer = (n) => { writeSync(3, 'half a line'); return n; };");

  assert.equal(verdict.kind, "green");
});

test("a closed record channel is no natural end", async () => {
  const verdict = await judgeLearner("import { closeSync } from 'node:fs'; export const answer = (n) => { if (n === 2) closeSync(3); return n; };");

  assert.equal(verdict.kind, "red");
});

test("100 MB of output neither hangs nor fills the memory", async () => {
  const learner = "const line = 'x'.repeat(1_000_000); export const answer = (n) => { if (n === 2) for (let i = 0; i < 100; i += 1) process.stdout.write(line); return n; };";
  const before = process.memoryUsage.rss();

  const verdict = await judgeLearner(learner, { limits: { test: 40_000 } });

  assert.equal(verdict.kind, "green");
  assert.ok(process.memoryUsage.rss() - before < 80_000_000, "the parent keeps only the end of the output");
});

test("what a failing test printed last is kept with it", async () => {
  const verdict = await judgeLearner("export const answer = (n) => { console.log('第', n); console.error('err', n); return n === 2 ? 0 : n; };");

  const outcome = verdict.steps[0]?.tests[1]?.outcome;
  assert.equal(outcome?.kind === "failed" && outcome.output, "第 2\nerr 2\n");
});

test("what a suite tells the timeline stays with its test, the last forty entries of it", async () => {
  const learner = `const tell = globalThis[Symbol.for('pi-course.timeline')];
    export const answer = (n) => { for (let i = 0; i < n * 30; i += 1) tell({ lane: 'model', text: 'event ' + i }); return 0; };`;

  const verdict = await judgeLearner(learner);

  const [first, second] = verdict.steps[0]?.tests.map(({ outcome }) => (outcome.kind === "failed" ? outcome : undefined)) ?? [];
  assert.deepEqual([first?.timeline.length, first?.timelineDropped], [30, 0]);
  assert.deepEqual([second?.timeline.length, second?.timelineDropped, second?.timeline.at(-1)], [40, 20, { lane: "model", text: "event 59" }]);
});

test("the shell's own settings for node do not reach the suite", async () => {
  const environment = { NODE_OPTIONS: "--test-only --no-such-option", NODE_TEST_CONTEXT: "child-v8", FORCE_COLOR: "3" };

  const verdict = await judgeLearner("export const answer = (n) => n;", { environment });

  assert.equal(verdict.kind, "green");
});

test("a suite runs from a folder with any name", async () => {
  for (const folder of ["with spaces", "练习 [x]", "it's \"#1\" 100%", "$HOME"]) {
    const verdict = await judgeLearner("export const answer = (n) => (n === 2 ? new Promise(() => {}) : n);", { folder });

    assert.deepEqual(kindsOf(verdict), ["passed", "hung", "passed", "passed"], folder);
  }
});

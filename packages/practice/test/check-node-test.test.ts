/** Every situation in which `node --test` alone says too little. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeLearner, kindsOf, objectionsTo, titles } from "./support/verdict-suite.ts";

const ALL_PASSED = ["passed", "passed", "passed", "passed"];
const NOT_RUN = ["notRun", "notRun", "notRun", "notRun"];

test("the tests that ran are the expected ones and all passed: green", async () => {
  const verdict = await judgeLearner("export const answer = (n) => n;");

  assert.deepEqual([verdict.kind, kindsOf(verdict), verdict.objections], ["green", ALL_PASSED, []]);
});

test("process.exit(0) during the import tests nothing", async () => {
  const verdict = await judgeLearner("export const answer = (n) => n; process.exit(0);");

  assert.deepEqual([verdict.kind, kindsOf(verdict), objectionsTo(verdict)], ["nothingTested", NOT_RUN, ["leftEarly"]]);
});

test("process.exit(0) in a called function fails that test, and the others still run", async () => {
  const verdict = await judgeLearner("export const answer = (n) => (n === 2 ? process.exit(0) : n === 3 ? 0 : n);");

  assert.deepEqual([verdict.kind, kindsOf(verdict)], ["red", ["passed", "exited", "failed", "passed"]]);
});

test("process.exit(0) between two tests is no natural end", async () => {
  const verdict = await judgeLearner("export const answer = (n) => { if (n === 4) process.on('beforeExit', () => process.exit(0)); return n; };");

  assert.equal(verdict.kind, "red");
  assert.deepEqual(objectionsTo(verdict), ["leftEarly"]);
});

test("process.exit(0) in a tick after the import is no natural end", async () => {
  const verdict = await judgeLearner("export const answer = (n) => n; process.nextTick(() => process.exit(0));");

  assert.notEqual(verdict.kind, "green");
});

test("an exit code that is set to 0 turns no red test green", async () => {
  const verdict = await judgeLearner("export const answer = () => 0; process.on('exit', () => { process.exitCode = 0; });");

  assert.deepEqual([verdict.kind, kindsOf(verdict)], ["red", ["failed", "failed", "failed", "failed"]]);
});

test("an exit code that is set to 1 is an objection to green tests", async () => {
  const verdict = await judgeLearner("export const answer = (n) => n; process.exitCode = 1;");

  assert.deepEqual([verdict.kind, kindsOf(verdict), objectionsTo(verdict)], ["red", ALL_PASSED, ["exitCode"]]);
});

test("a module that replaces a function of node:assert fails to load, and says why", async () => {
  const verdict = await judgeLearner("import assert from 'node:assert/strict'; assert.deepEqual = () => {}; export const answer = () => 0;");

  const [objection] = verdict.objections;
  assert.equal(verdict.kind, "nothingTested");
  assert.match(objection?.kind === "importThrew" ? objection.thrown.message : "", /read only property 'deepEqual'/);
});

test("replacing the assertions while a test runs fails that test only", async () => {
  const verdict = await judgeLearner("import assert from 'node:assert'; export const answer = (n) => { if (n === 1) assert.strict.deepEqual = () => {}; return n; };");

  assert.deepEqual(kindsOf(verdict), ["failed", "passed", "passed", "passed"]);
});

test("a module that registers a test under a real title, then exits 0, earns nothing", async () => {
  const forgery = `import { test } from 'node:test'; export const answer = () => 0;
    test("${titles[0]}", () => { setImmediate(() => process.exit(0)); });`;

  const verdict = await judgeLearner(forgery);

  assert.equal(verdict.kind, "red");
  assert.deepEqual(kindsOf(verdict).slice(1), ["failed", "failed", "failed"]);
});

test("two tests under one title: neither counts", async () => {
  const verdict = await judgeLearner(`import { test } from 'node:test'; export const answer = (n) => n; test("${titles[0]}", () => {});`);

  assert.deepEqual([verdict.kind, kindsOf(verdict)], ["red", ["ranTwice", "passed", "passed", "passed"]]);
});

test("a test too many is an objection", async () => {
  const verdict = await judgeLearner("import { test } from 'node:test'; export const answer = (n) => n; test('我自己的', () => {});");

  assert.deepEqual([verdict.kind, kindsOf(verdict), objectionsTo(verdict)], ["red", ALL_PASSED, ["extraTest"]]);
});

test("a suite without tests, or with an empty describe, tests nothing", async () => {
  const empty = await judgeLearner("", { suite: "import './learner.mjs';" });
  const describe = await judgeLearner("", { suite: "import { describe } from 'node:test'; describe('给数', () => {});" });

  assert.deepEqual([empty.kind, objectionsTo(empty)], ["nothingTested", ["noTests"]]);
  assert.equal(describe.kind, "nothingTested");
});

test("a test that is missing from the suite is not run, whatever the others do", async () => {
  const suite = `import { test } from "node:test"; test("${titles[0]}", () => {});`;

  const verdict = await judgeLearner("", { suite });

  assert.deepEqual([verdict.kind, kindsOf(verdict)], ["red", ["passed", "notRun", "notRun", "notRun"]]);
});

test("skipped and todo are not passed, whether they would fail or not", async () => {
  const suite = `import { test } from "node:test";
    test("${titles[0]}", { skip: true }, () => {}); test("${titles[1]}", { todo: true }, () => { throw new Error("later"); });
    test("${titles[2]}", { todo: "one day" }, () => {}); test("${titles[3]}", (t) => { t.skip(); });`;

  const verdict = await judgeLearner("", { suite });

  assert.deepEqual([verdict.kind, kindsOf(verdict)], ["red", ["skipped", "todo", "todo", "skipped"]]);
});

test("an assertion promise that is not awaited is an error that nobody was waiting for", async () => {
  const verdict = await judgeLearner("import assert from 'node:assert'; export const answer = (n) => { if (n === 2) assert.rejects(Promise.resolve(), '要拒绝'); return n; };");

  const [objection] = verdict.objections;
  assert.equal(verdict.kind, "red");
  assert.deepEqual(objection?.kind === "strayError" && [objection.test, objection.thrown.kind], [titles[1], "assertion"]);
});

test("an import that throws tests nothing, and the error is told", async () => {
  const verdict = await judgeLearner("export const answer = (n) => n; throw new RangeError('出师未捷');");

  const [objection] = verdict.objections;
  assert.deepEqual([verdict.kind, kindsOf(verdict)], ["nothingTested", NOT_RUN]);
  assert.deepEqual(objection?.kind === "importThrew" && [objection.thrown.name, objection.thrown.message], ["RangeError", "出师未捷"]);
});

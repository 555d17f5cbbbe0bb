import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import assert from "node:assert/strict";
import { runWholeSuite } from "../src/verify/suite-runner.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const limits = { importing: 10_000, test: 5_000 };

function compiledSuite(text: string): string {
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, "dist/test"), { recursive: true });
  fs.writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  fs.writeFileSync(path.join(folder, "dist/test/01-suite.test.js"), `import { test } from "node:test";\nimport assert from "node:assert/strict";\n${text}`);
  return folder;
}

async function statesOf(text: string, expected: readonly string[]) {
  const order = { packageFolder: compiledSuite(text), suite: "test/01-suite.test.ts", expected, node: process.execPath, limits };
  const run = await runWholeSuite(order, new AbortController().signal);
  return { ...run, states: run.tests.map(({ title, state }) => `${title} ${state}`) };
}

test("tests beside one that hangs keep their own outcome", async () => {
  const { states, fault } = await statesOf(
    `test("a", () => {});
test("b", async () => { await new Promise(() => {}); });
test("c", () => {});
test("d", () => { assert.equal(1, 2); });
`,
    ["a", "b", "c", "d"],
  );

  assert.deepEqual(states, ["a passed", "b not-run", "c passed", "d failed"]);
  assert.equal(fault, "");
});

test("a test that is missing is absent, one that is not listed is named, and a skipped one has not run", async () => {
  const { states, unlisted } = await statesOf('test("a", () => {});\ntest("b", { skip: true }, () => {});\ntest("x", () => {});\n', ["a", "b", "c"]);

  assert.deepEqual(states, ["a passed", "b not-run", "c absent"]);
  assert.deepEqual(unlisted, ["x"]);
});

test("a process that leaves early, and an import that throws, are faults of the run", async () => {
  const left = await statesOf('test("a", () => {});\nsetImmediate(() => process.exit(0));\n', ["a", "b"]);
  const threw = await statesOf('throw new TypeError("no");\n', ["a"]);

  assert.match(left.fault, /left early/);
  assert.match(threw.fault, /the import threw TypeError: no/);
});

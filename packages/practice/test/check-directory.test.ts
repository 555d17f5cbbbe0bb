/** `check` in a practice directory, as a learner runs it. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { learnerDirectory, miniCheckout, openLearnerDirectory, relay } from "./support/learner-directory.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const checkout = miniCheckout();
const solved = learnerDirectory("solved", checkout);
const skeleton = learnerDirectory("skeleton", checkout, "skeleton");

test("a finished chapter is green: exit 0, every step done, and what comes next", () => {
  const { exitCode, stdout, stderr } = solved.command(["check"]);

  assert.equal(exitCode, 0, stdout + stderr);
  assert.deepEqual(stdout.split("\n").filter((line) => /^  (done|now|open)/.test(line)), [
    "  done  s3-1  2/2  Send line by line",
    "  done  s3-2  2/2  Write the failure into the receipt",
  ]);
  assert.match(stdout, /4 tests ran once each[^]*next  npm run practice -- --list/);
});

test("a skeleton is red at its first step: the rule, the reason, the place, the next command", () => {
  const { exitCode, stdout } = skeleton.command(["check"], { env: { PI_COURSE_LANG: "zh" } });

  assert.equal(exitCode, 1);
  assert.match(stdout, /now   s3-1  0\/2  一行一行地发送\n  open  s3-2  0\/2/);
  assert.match(stdout, /s3-1  前一行有了结果才发下一行/);
  assert.match(stdout, /第一步尚未实现/);
  assert.match(stdout, /at        packages\/mini-course\/src\/relay\.ts:\d+:\d+/);
  assert.match(stdout, /next  npm run check -- s3-1\n$/);
  assert.ok(stdout.split("\n").length <= 41, "at most 40 lines");
});

test("a step is named by number, tag or pattern; only it is judged", () => {
  const { exitCode } = skeleton.command(["check", "s3-2"]);
  const outputs = ["2", "s3-2", "失败回执"].map((word) => solved.command(["check", word]));

  assert.equal(exitCode, 1);
  for (const output of outputs) {
    assert.equal(output.exitCode, 0);
    assert.match(output.stdout, /done  s3-2  2\/2/);
    assert.doesNotMatch(output.stdout, /s3-1/);
  }
});

test("an unknown step, an unknown option and two steps are wrong usage", () => {
  const runs = [["9"], ["s1-1"], [""], ["--nope"], ["1", "2"], ["1", "--all"]].map((words) => solved.command(["check", ...words]));

  assert.deepEqual(runs.map(({ exitCode, stdout }) => [exitCode, stdout]), runs.map(() => [2, ""]));
  assert.match(runs[0]?.stderr ?? "", /1  s3-1  依次发送 · Send line by line\n  2  s3-2  失败回执/);
});

test("--all runs the earlier suites too", () => {
  const { exitCode, stdout } = solved.command(["check", "--all"]);

  assert.equal(exitCode, 0);
  assert.deepEqual([...stdout.matchAll(/done  (s\S+)/g)].map((match) => match[1]), ["s1-1", "s1-2", "s2-1", "s2-2", "s3-1", "s3-2"]);
});

test("--json is one document on stdout, the same verdict", () => {
  const { exitCode, stdout } = skeleton.command(["check", "--json"]);

  const verdict = JSON.parse(stdout) as { [field: string]: unknown; steps: { tag: string; done: boolean; tests: { outcome: string; title: string }[] }[] };
  assert.deepEqual([exitCode, verdict["exitCode"], verdict["shape"], verdict["verdict"], verdict["chapter"], verdict["scope"]], [1, 1, 1, "red", "03", "chapter"]);
  assert.deepEqual(verdict.steps.map(({ tag, done, tests }) => [tag, done, tests.map(({ outcome }) => outcome)]), [
    ["s3-1", false, ["failed", "failed"]],
    ["s3-2", false, ["failed", "failed"]],
  ]);
  assert.deepEqual(JSON.parse(skeleton.read(".practice/last-check.json")), verdict);
});

test("type errors come first, as tsc prints them; nothing is tested and nothing emitted", () => {
  const directory = learnerDirectory("ill-typed", checkout);
  directory.command(["check"]);
  directory.write(relay, `${directory.read(relay)}\nexport const wrong: number = "one";\n`);

  const { exitCode, stdout } = directory.command(["check"]);
  const json = JSON.parse(directory.command(["check", "--json"]).stdout) as { verdict: string; typeErrors: string[] };

  assert.equal(exitCode, 1);
  assert.match(stdout, /^packages\/mini-course\/src\/relay\.ts\(\d+,14\): error TS2322: /);
  assert.doesNotMatch(stdout, /done|passed/);
  assert.equal(fs.existsSync(path.join(directory.root, "packages/mini-course/dist/src/relay.js")), false);
  assert.deepEqual([json.verdict, json.typeErrors.length], ["red", 1]);
});

test("a run that tested nothing exits 3 and says why", () => {
  const directory = learnerDirectory("leaving", checkout);
  directory.write(relay, `${directory.read(relay)}\nprocess.exit(0);\n`);

  const { exitCode, stdout } = directory.command(["check"]);

  assert.equal(exitCode, 3);
  assert.match(stdout, /No test has run\.[^]*exit code 0[^]*at        packages\/mini-course\/src\/relay\.ts/);
});

test("without node_modules the remedy is npm ci", () => {
  const directory = learnerDirectory("bare", checkout);
  fs.renameSync(path.join(directory.root, "node_modules"), path.join(directory.root, "elsewhere"));

  const { exitCode, stderr } = directory.command(["check"]);

  assert.equal(exitCode, 1);
  assert.match(stderr, /node_modules[^]*npm ci/);
  assert.doesNotMatch(stderr, /\n    at /);
});

test("it works from a folder below, from outside, and after the directory has moved to any name", () => {
  const moved = path.join(temporaryFolder(), "搬家 [x] 'it\"s' #1 100% $HOME");
  fs.renameSync(learnerDirectory("moving", checkout).root, moved);
  const directory = openLearnerDirectory(moved);

  const runs = [moved, path.join(moved, "packages/mini-course/src"), path.dirname(moved)].map((cwd) => directory.command(["check"], { cwd }));

  assert.deepEqual(runs.map(({ exitCode, stderr }) => [exitCode, stderr]), [[0, ""], [0, ""], [0, ""]]);
});

test("a directory without a record, or with one that cannot be read, is refused in one line", () => {
  const directory = learnerDirectory("no-record", checkout);
  const record = path.join(directory.root, ".practice/practice.json");

  const broken = ["{", '{ "format": 99 }', '{ "format": 1 }'].map((text) => {
    fs.writeFileSync(record, text);
    return directory.command(["check"]);
  });
  fs.rmSync(record);
  const missing = directory.command(["check"]);

  for (const { exitCode, stderr } of [...broken, missing]) {
    assert.equal(exitCode, 1);
    assert.doesNotMatch(stderr, /\n    at /);
  }
  assert.match(broken[1]?.stderr ?? "", /format 99/);
  assert.match(missing.stderr, /not a practice directory/);
});

test("an unknown learner command is wrong usage", () => {
  const { exitCode, stderr } = solved.command(["chekc"]);

  assert.equal(exitCode, 2);
  assert.match(stderr, /npm run check/);
});

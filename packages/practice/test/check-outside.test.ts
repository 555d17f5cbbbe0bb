/** The root command: somebody's directory, judged with the checkout's own suites. */

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { runRoot, type CommandRun, type Extra } from "./support/command-run.ts";
import { treeOf } from "./support/folder-tree.ts";
import { learnerDirectory, miniCheckout, relay } from "./support/learner-directory.ts";

const checkout = miniCheckout();

function judge(words: readonly string[], extra: Extra = {}): CommandRun {
  return runRoot(checkout, "check", words, extra);
}

test("a finished directory is green, and nothing in it or beside it changes", () => {
  const directory = learnerDirectory("finished", checkout);
  const before = treeOf(directory.root);
  const temporary = fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith("pi-check-"));

  const { exitCode, stdout, stderr } = judge([directory.root]);

  assert.deepEqual([exitCode, stderr], [0, ""]);
  assert.match(stdout, /done  s3-1  2\/2/);
  assert.deepEqual(treeOf(directory.root), before);
  assert.deepEqual(fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith("pi-check-") && !temporary.includes(name)), []);
});

test("edited suites, settings, earlier sources and engine files in the directory count for nothing", () => {
  const directory = learnerDirectory("cheating", checkout, "skeleton");
  directory.write("packages/mini-course/test/03-relay.test.ts", "");
  directory.write("packages/mini-course/src/words.ts", "process.exit(0);");
  directory.write("tsconfig.base.json", "{");
  directory.write(".practice/engine/check/verdict.js", "process.exit(0);");

  const { exitCode, stdout } = judge([directory.root]);

  assert.equal(exitCode, 1);
  assert.match(stdout, /now   s3-1  0\/2/);
  assert.match(stdout, new RegExp(`next  npm run check -- ${directory.root} s3-1`));
});

test("a module of the learner's own beside her source comes along when she imports it", () => {
  const directory = learnerDirectory("helped", checkout);
  directory.write("packages/mini-course/src/mine.ts", 'import "./words.ts";\nexport const mine = 1;\n');
  directory.write(relay, `import { mine } from "./mine.ts";\n${directory.read(relay)}\nexport const used = mine;\n`);

  assert.equal(judge([directory.root]).exitCode, 0);
});

test("a source that is missing, a link or too large is refused, and named", () => {
  const place = (directory: { readonly root: string }) => path.join(directory.root, relay);
  const [missing, linked, large] = ["missing", "linked", "large"].map((name) => learnerDirectory(name, checkout));
  assert.ok(missing !== undefined && linked !== undefined && large !== undefined);
  fs.rmSync(place(missing));
  fs.rmSync(place(linked));
  fs.symlinkSync(path.join(checkout, relay), place(linked));
  fs.writeFileSync(place(large), `// ${"x".repeat(1_100_000)}`);

  const runs = [missing, linked, large].map((directory) => judge([directory.root]));

  assert.deepEqual(runs.map(({ exitCode }) => exitCode), [1, 1, 1]);
  for (const { stderr } of runs) assert.match(stderr, /relay\.ts/);
});

test("the directory is relative to where the command was typed; a step can follow", () => {
  const directory = learnerDirectory("relative", checkout);

  const { exitCode, stdout } = judge(["relative", "失败回执"], { cwd: path.dirname(directory.root) });

  assert.equal(exitCode, 0);
  assert.match(stdout, /done  s3-2/);
  assert.doesNotMatch(stdout, /s3-1/);
});

test("--json says which directory, and of which version", () => {
  const directory = learnerDirectory("json", checkout);
  directory.write(".practice/practice.json", directory.read(".practice/practice.json").replace('"courseVersion": "0.3.0"', '"courseVersion": "0.2.0"'));

  const { exitCode, stdout, stderr } = judge([directory.root, "--json"]);

  const json = JSON.parse(stdout) as { readonly [field: string]: unknown };
  assert.deepEqual([exitCode, json["verdict"], json["directory"], json["courseVersion"], json["directoryVersion"]], [0, "green", directory.root, "0.3.0", "0.2.0"]);
  assert.match(stderr, /course version 0\.2\.0[^]*0\.3\.0/);
});

test("--junit writes a whole file, also when the types are wrong", () => {
  const directory = learnerDirectory("junit", checkout, "skeleton");
  const file = path.join(path.dirname(directory.root), "报告 <1>.xml");

  const red = judge([directory.root, "--junit", file]);
  const failures = fs.readFileSync(file, "utf8");
  directory.write(relay, "export const wrong: number = '';\n");
  const illTyped = judge([directory.root, `--junit=${file}`]);
  const errors = fs.readFileSync(file, "utf8");

  assert.deepEqual([red.exitCode, illTyped.exitCode], [1, 1]);
  assert.match(failures, /^<\?xml[^]*tests="4" failures="4" errors="0"/);
  assert.match(errors, /tests="4" failures="0" errors="4"[^]*TS2322/);
});

test("wrong words exit 2; what is no practice directory is refused", () => {
  const wrong = [[], ["--nope"], ["a", "b", "c"], ["a", "--junit"], ["a", "1", "--all"]].map((words) => judge(words));
  const refused = [checkout, path.join(checkout, "absent")].map((directory) => judge([directory]));

  assert.deepEqual(wrong.map(({ exitCode }) => exitCode), [2, 2, 2, 2, 2]);
  assert.deepEqual(refused.map(({ exitCode }) => exitCode), [1, 1]);
});

/** What `check` does when the given files are not as they were given. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { learnerDirectory, miniCheckout, relay } from "./support/learner-directory.ts";

const checkout = miniCheckout();
const suite = "packages/mini-course/test/03-relay.test.ts";
const words = "packages/mini-course/src/words.ts";

test("an edited suite is saved, restored and named; the verdict is the original suite's", () => {
  const directory = learnerDirectory("edited", checkout, "skeleton");
  const original = directory.read(suite);
  directory.write(suite, 'import { test } from "node:test";\ntest("依次发送 s3-1：没有行就没有回执", () => {});\n');

  const { exitCode, stderr } = directory.command(["check"]);

  const saved = /your version is in (\S+)/.exec(stderr)?.[1] ?? "";
  assert.equal(exitCode, 1);
  assert.equal(directory.read(suite), original);
  assert.match(saved, /^\.practice\/saved\/[^/]+\/packages\/mini-course\/test\/03-relay\.test\.ts$/);
  assert.match(directory.read(saved), /^import \{ test \}/);
});

test("deleted and replaced files are restored: suite, support, compiler settings, package.json", () => {
  const directory = learnerDirectory("deleted", checkout);
  const place = (file: string) => path.join(directory.root, file);
  fs.rmSync(place(suite));
  fs.rmSync(place("packages/mini-course/test/support/gate.ts"));
  fs.mkdirSync(place("packages/mini-course/test/support/gate.ts"));
  directory.write("tsconfig.base.json", '{ "compilerOptions": { "strict": false } }');
  directory.write("packages/mini-course/package.json", "{}");

  const first = directory.command(["check"]);
  const second = directory.command(["check"]);

  assert.deepEqual([first.exitCode, second.exitCode, second.stderr], [0, 0, ""]);
  assert.equal(first.stderr.trimEnd().split("\n").length, 4);
  assert.match(first.stderr, /03-relay\.test\.ts was missing; the original is back/);
  assert.equal(fs.readdirSync(place(".practice/saved")).length, 1);
});

test("a text, an ignore list or a lock file may be changed freely", () => {
  const directory = learnerDirectory("free", checkout);
  for (const file of ["README.md", ".gitignore"]) directory.write(file, "mine\n");

  const { exitCode, stderr } = directory.command(["check"]);

  assert.deepEqual([exitCode, stderr, directory.read("README.md")], [0, "", "mine\n"]);
});

test("files beside the given ones do no harm, and an extra suite is not run", () => {
  const directory = learnerDirectory("extra", checkout);
  directory.write("packages/mini-course/test/99-mine.test.ts", 'import { test } from "node:test";\ntest("mine", () => { throw new Error("red"); });\n');
  directory.write("packages/mini-course/src/helper.ts", "export const one = 1;\n");

  const { exitCode, stderr } = directory.command(["check"]);

  assert.deepEqual([exitCode, stderr], [0, ""]);
  assert.equal(fs.existsSync(path.join(directory.root, "packages/mini-course/test/99-mine.test.ts")), true);
});

test("a changed source of an earlier chapter keeps the verdict from green, and the remedy works", () => {
  const directory = learnerDirectory("earlier", checkout);
  directory.write(words, `${directory.read(words)}// mine\n`);

  const changed = directory.command(["check"]);
  const remedy = /npm run reset -- (\S+)/.exec(changed.stdout)?.[1] ?? "";
  const reset = directory.command(["reset", remedy]);
  const after = directory.command(["check"]);

  assert.equal(changed.exitCode, 1);
  assert.match(changed.stdout, /done  s3-1  2\/2[^]*words\.ts/);
  assert.deepEqual([remedy, reset.exitCode, after.exitCode], [words, 0, 0]);
});

test("without the pristine copy nothing is touched, and the remedy keeps the learner's work", () => {
  const directory = learnerDirectory("lost", checkout);
  directory.write(suite, "mine\n");
  directory.write(`.practice/given/${suite}`, "also mine\n");

  const { exitCode, stderr } = directory.command(["check"]);

  assert.equal(exitCode, 1);
  assert.match(stderr, /pristine copy[^]*--from/);
  assert.equal(directory.read(suite), "mine\n");
});

test("a test that the learner registers in src counts as one too many", () => {
  const directory = learnerDirectory("registering", checkout);
  directory.write(relay, `import { test } from "node:test";\n${directory.read(relay)}\ntest("mine", () => {});\n`);

  const { exitCode, stdout } = directory.command(["check"]);

  assert.equal(exitCode, 1);
  assert.match(stdout, /A test too many: mine/);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import assert from "node:assert/strict";
import { runRoot, terminalEnvironment } from "./support/command-run.ts";
import { treeOf } from "./support/folder-tree.ts";
import { miniCheckout } from "./support/mini-checkout.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { verifyJson } from "./support/verify-run.ts";
import { applyEdits } from "./support/wrong-chapters.ts";

const root = miniCheckout();
const course = "packages/mini-course";

test("a sound course is proved, nothing in the checkout changes, and no temporary directory stays", () => {
  const temporary = temporaryFolder();
  const before = treeOf(path.join(root, course));

  const { exitCode, stdout, stderr } = runRoot(root, "verify", [], { env: { TMPDIR: temporary, TMP: temporary, TEMP: temporary } });

  assert.equal(exitCode, 0, stdout + stderr);
  assert.equal(stdout.trimEnd().split("\n").at(-1), "27 passed, 0 failed", "the last line is what continuous integration reads");
  assert.match(stdout, /^ +3\/3 +3\/3 +1\/1 +0 +[\d.]+ {2}01-words$/m);
  assert.deepEqual(treeOf(path.join(root, course)), before);
  assert.deepEqual(fs.readdirSync(temporary), []);
  assert.equal(stderr, "", "without a terminal there is no progress to show");
});

test("an idle test is named, and keeps no proof from passing", () => {
  const { run, chapters } = verifyJson(root, ["3"]);

  const idle = chapters[0]?.notes.filter(({ kind }) => kind === "idle-test").map(({ detail }) => detail.en);
  assert.equal(run.exitCode, 0);
  assert.equal(idle?.length, 3);
  assert.match(idle?.[0] ?? "", /没有行就没有回执/);
});

test("--matrix shows which test catches which break", () => {
  const { stdout } = runRoot(root, "verify", ["03", "--matrix"]);

  assert.match(stdout, /1 {2}sent-at-once \(1\)/);
  assert.match(stdout, /^ *x +依次发送 s3-1：前一行有了结果才发下一行$/m);
  assert.match(stdout, /^ *\. {2}idle {2}失败回执 s3-2：失败一次会再试一次$/m);
});

test("further Node binaries run the reference too, and one that is none is named", () => {
  const again = verifyJson(root, ["03", "--node", process.execPath]);
  const refused = runRoot(root, "verify", ["03", "--node", path.join(root, "package.json")]);

  assert.equal(again.run.exitCode, 0, again.run.stdout);
  assert.equal(refused.exitCode, 1);
  assert.match(refused.stderr, /package\.json is no Node/);
});

test("wrong words exit 2 and say what there is", () => {
  const chapter = runRoot(root, "verify", ["99"]);
  const option = runRoot(root, "verify", ["--fast"]);

  assert.equal(chapter.exitCode, 2);
  assert.match(chapter.stderr, /01-words, 02-lines, 03-relay/);
  assert.equal(option.exitCode, 2);
  assert.match(option.stderr, /--matrix/);
  assert.equal(chapter.stdout + option.stdout, "");
});

test("a course without chapters exits 3: nothing was tested", () => {
  const empty = miniCheckout();
  fs.rmSync(path.join(empty, course, "chapters"), { recursive: true });
  fs.mkdirSync(path.join(empty, course, "chapters"));

  const { exitCode, stdout } = runRoot(empty, "verify", []);

  assert.equal(exitCode, 3);
  assert.equal(stdout, "0 passed, 0 failed\n");
});

test("the problems of all chapters are listed together, in the reader's language", () => {
  const wrong = miniCheckout();
  applyEdits(wrong, [
    { file: `${course}/chapters/01-words/chapter.json`, text: "{" },
    { file: `${course}/chapters/02-lines/README.md`, from: "npm run check -- s2-1", to: "git stash" },
    { file: `${course}/chapters/03-relay/hints.md`, from: "### 2\n\n看 relayLines 里的 await。\n", to: "### 2\n" },
  ]);

  const { exitCode, stdout } = runRoot(wrong, "verify", [], { env: { PI_COURSE_LANG: "zh" } });

  assert.equal(exitCode, 1);
  assert.match(stdout, /01-words {2}OWN01 manifest-unreadable/);
  assert.match(stdout, /02-lines {2}STEP04 command-unknown[^]*README\.md:14\n[^]*git stash/);
  assert.match(stdout, /03-relay {2}STEP06 hints-incomplete[^]*缺第 2 级/);
  assert.match(stdout, /^\d+ passed, \d+ failed\n$/m);
});

test("an interrupt leaves with 130 and takes the temporary directory along", { skip: process.platform === "win32" }, async () => {
  const temporary = temporaryFolder();
  const launcher = path.join(root, "scripts/launcher.cjs");
  const child = spawn(process.execPath, [launcher, "verify"], { env: terminalEnvironment({ TMPDIR: temporary }), stdio: ["ignore", "pipe", "inherit"] });
  const made = new Promise<void>((resolve) => {
    const watcher = fs.watch(temporary, () => {
      watcher.close();
      resolve();
    });
  });

  await made;
  child.kill("SIGINT");
  const [exitCode] = (await once(child, "exit")) as [number | null];

  assert.equal(exitCode, 130);
  assert.deepEqual(fs.readdirSync(temporary), []);
});

import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import assert from "node:assert/strict";
import { run, runRoot } from "./support/command-run.ts";
import { treeOf } from "./support/folder-tree.ts";
import { miniCheckout } from "./support/mini-checkout.ts";
import { codesOf, verifyJson } from "./support/verify-run.ts";
import { applyEdits } from "./support/wrong-chapters.ts";

const course = "packages/mini-course";

test("a new chapter opens one room and adds its own files; no existing file is touched", () => {
  const root = miniCheckout();
  const before = treeOf(path.join(root, course));

  const { exitCode, stdout, stderr } = runRoot(root, "new-chapter", ["9", "session-log"]);

  const added = treeOf(path.join(root, course)).filter((line) => !before.includes(line)).map((line) => line.split(" = ")[0]);
  assert.equal(exitCode, 0, stderr);
  assert.deepEqual(added, [
    "chapters/09-session-log/",
    "chapters/09-session-log/README.md",
    "chapters/09-session-log/breaks/",
    "chapters/09-session-log/chapter.json",
    "chapters/09-session-log/hints.md",
    "chapters/09-session-log/skeleton/",
    "chapters/09-session-log/skeleton/session-log.ts",
    "src/session-log.ts",
    "test/09-session-log.test.ts",
  ]);
  assert.deepEqual(before.filter((line) => !treeOf(path.join(root, course)).includes(line)), []);
  assert.equal(stdout.split("\n")[0], `${course}/src/session-log.ts`);
  assert.match(stderr, /npm run verify -- 09/);
});

test("a new chapter builds, and verify says item by item what is missing", () => {
  const root = miniCheckout();
  runRoot(root, "new-chapter", ["09", "session-log"]);

  const build = run(process.execPath, ["node_modules/typescript/bin/tsc", "-p", course, "--noEmit"], { cwd: root });
  const verified = verifyJson(root, ["09"]);

  assert.equal(build.exitCode, 0, build.stdout);
  assert.deepEqual(codesOf(verified), ["OWN07", "REF01"]);
  const places = verified.chapters[0]?.problems.map(({ place }) => place);
  for (const file of ["src/session-log.ts:1", "chapters/09-session-log/README.md:1", "chapters/09-session-log/hints.md:5"]) {
    assert.ok(places?.includes(file), `${file} is among ${places?.join(", ")}`);
  }
});

test("once it is filled in, verify accepts it, and the earlier chapters are as they were", () => {
  const root = miniCheckout();
  runRoot(root, "new-chapter", ["09", "session-log"]);

  fillIn(root);
  const verified = verifyJson(root, []);

  assert.deepEqual(verified.chapters.flatMap(({ problems }) => problems), []);
  assert.equal(verified.run.exitCode, 0);
});

test("numbers and names that are taken or wrong are refused, and nothing is made", () => {
  const root = miniCheckout();
  const before = treeOf(path.join(root, course));
  const refusals: readonly (readonly [number, RegExp, ...string[]])[] = [
    [1, /03-relay/, "03", "session-log"],
    [1, /src\/relay\.ts exists/, "09", "relay"],
    [2, /1 to 99/, "0", "session-log"],
    [2, /1 to 99/, "100", "session-log"],
    [2, /lower-case/, "09", "SessionLog"],
    [2, /lower-case/, "09", "../escape"],
    [2, /Two words/, "09"],
    [2, /Two words/, "09", "session", "log"],
  ];

  for (const [expected, message, ...words] of refusals) {
    const { exitCode, stderr, stdout } = runRoot(root, "new-chapter", words);

    assert.equal(exitCode, expected, `${words.join(" ")}: ${stderr}`);
    assert.match(stderr, message);
    assert.equal(stdout, "");
  }
  assert.deepEqual(treeOf(path.join(root, course)), before);
});

/** The smallest chapter that keeps every proof. */
function fillIn(root: string): void {
  const room = path.join(root, course, "chapters/09-session-log");
  const own = ["src/session-log.ts", "test/09-session-log.test.ts"].map((file) => path.join(root, course, file));
  const files = [...own, ...fs.readdirSync(room, { recursive: true, encoding: "utf8" }).map((name) => path.join(room, name))];
  for (const file of files.filter((one) => fs.statSync(one).isFile())) {
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replaceAll("〔待写〕", ""));
  }
  applyEdits(root, [
    { file: `${course}/src/session-log.ts`, from: 'throw new Error("参考实现尚未实现：在这里写出本章的答案")', to: 'return "log"' },
    { file: `${course}/test/09-session-log.test.ts`, from: 'const expected = ""', to: 'const expected = "log"' },
  ]);
}

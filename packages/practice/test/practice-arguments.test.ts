import { test } from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { loadCourse } from "../src/course.ts";
import { findChapter } from "../src/practice/chapter-name.ts";
import { parsePracticeArguments } from "../src/practice/practice-arguments.ts";
import { runPractice } from "./support/command-run.ts";
import { miniCheckout } from "./support/mini-checkout.ts";
import { miniCourse } from "./support/repository.ts";

const root = miniCheckout();
const chapters = ["01-words", "02-lines", "03-relay"];

test("options stand anywhere", () => {
  const parsed = parsePracticeArguments(["--json", "03", "--from=../old", "../new"]);

  assert.deepEqual(parsed, { ok: true, request: { kind: "make", chapter: "03", directory: "../new", from: "../old", breakId: undefined, json: true } });
});

test("what follows -- is taken literally", () => {
  const parsed = parsePracticeArguments(["03", "--", "-dir"]);

  assert.equal(parsed.ok && parsed.request.kind === "make" && parsed.request.directory, "-dir");
});

for (const words of [["03", "--break"], ["03", "../new", "--break"], ["--break", "--json", "03"], ["03", "--break="]]) {
  test(`--break without an id asks for the list: ${words.join(" ")}`, () => {
    const parsed = parsePracticeArguments(words);

    assert.equal(parsed.ok && parsed.request.kind, "breaks");
  });
}

for (const [problem, words] of [
  ["no-chapter", []],
  ["no-directory", ["03"]],
  ["no-directory", ["03", ""]],
  ["too-many-words", ["03", "a", "b"]],
  ["unknown-option", ["03", "a", "--frm", "b"]],
  ["unknown-option", ["03", "-dir"]],
  ["option-without-value", ["03", "a", "--from"]],
  ["option-without-value", ["03", "a", "--from", "--json"]],
  ["option-twice", ["03", "a", "--from", "b", "--from", "c"]],
  ["from-with-break", ["03", "a", "--from", "b", "--break", "x"]],
] as const) {
  test(`the words ${JSON.stringify(words)} are refused: ${problem}`, () => {
    const parsed = parsePracticeArguments(words);

    assert.equal(!parsed.ok && parsed.problem.kind, problem);
  });
}

for (const name of ["3", "03", "ch03", "03-relay"]) {
  test(`${name} names the chapter`, () => {
    const { exitCode, stdout } = runPractice(root, [name, `named-${name}`]);

    assert.equal(exitCode, 0);
    assert.equal(stdout, `${path.join(path.dirname(root), `named-${name}`)}\n`);
  });
}

for (const name of ["0x3", "3.0", "", "99", "003", " 3", "3 ", "ch3", "CH03", "03-relay-x", "relay", "-3", "3e0", "1 3", "３"]) {
  test(`${JSON.stringify(name)} names no chapter`, () => {
    assert.equal(findChapter(loadCourse(miniCourse, "en"), name), undefined);
  });
}

for (const name of ["0x3", "3.0", "", "99"]) {
  test(`${JSON.stringify(name)} exits 2, and the chapters are listed`, () => {
    const { exitCode, stdout, stderr } = runPractice(root, [name, "unmade"]);

    assert.equal(exitCode, 2);
    assert.equal(stdout, "");
    assert.deepEqual(chapters.filter((stem) => !stderr.includes(stem)), []);
    assert.equal(fs.existsSync(path.join(path.dirname(root), "unmade")), false);
  });
}

test("two numbers are a mistake, and no directory is made", () => {
  const { exitCode, stderr } = runPractice(root, ["02", "03"]);

  assert.equal(exitCode, 2);
  assert.deepEqual(chapters.filter((stem) => !stderr.includes(stem)), []);
  assert.equal(fs.existsSync(path.join(path.dirname(root), "03")), false);
});

for (const words of [[], ["03"], ["03", "a", "b"], ["03", "a", "--nonsense"]]) {
  test(`the words ${JSON.stringify(words)} exit 2 with the usage on stderr`, () => {
    const { exitCode, stdout, stderr } = runPractice(root, words);

    assert.equal(exitCode, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /Usage: npm run practice -- /);
  });
}

test("--list prints number, title and steps on stdout", () => {
  const { exitCode, stdout } = runPractice(root, ["--list"]);

  assert.equal(exitCode, 0);
  assert.match(stdout, /^03-relay {2}Relay$/m);
  assert.match(stdout, /^ {2}s3-2 {2}失败回执 {2}Write the failure into the receipt$/m);
});

test("--list --json prints the same as data", () => {
  const { stdout, stderr } = runPractice(root, ["--list", "--json"], { env: { PI_COURSE_LANG: "zh_CN.UTF-8" } });

  const list = JSON.parse(stdout) as { readonly chapters: readonly unknown[] };
  assert.equal(stderr, "");
  assert.deepEqual(list.chapters[2], {
    number: "03",
    stem: "03-relay",
    title: "传递",
    steps: [
      { tag: "s3-1", pattern: "依次发送", title: "一行一行地发送", tests: 2 },
      { tag: "s3-2", pattern: "失败回执", title: "把失败写进回执", tests: 2 },
    ],
  });
});

test("--help prints the usage on stdout, in the language of the locale", () => {
  const { exitCode, stdout } = runPractice(root, ["--help"], { env: { PI_COURSE_LANG: "zh" } });

  assert.equal(exitCode, 0);
  assert.match(stdout, /^用法：npm run practice/);
});

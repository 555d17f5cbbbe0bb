import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import assert from "node:assert/strict";
import { isReadable, surveyCourse, type CourseSurvey, type ReadableChapter } from "../src/verify/course-survey.ts";
import { proveBreak } from "../src/verify/prove-breaks.ts";
import { proveHonestFailure } from "../src/verify/prove-honest-failure.ts";
import { proveLeaks } from "../src/verify/prove-leaks.ts";
import { proveOwnership } from "../src/verify/prove-ownership.ts";
import { proveAlternative, proveReference } from "../src/verify/prove-reference.ts";
import { proveListedTests } from "../src/verify/prove-steps.ts";
import type { Problem } from "../src/verify/problem.ts";
import type { SuiteRun, TestRun } from "../src/verify/suite-run.ts";
import { miniCourse } from "./support/repository.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const survey = surveyCourse(miniCourse, "packages/mini-course");
const relay = survey.chapters.filter(isReadable).find(({ number }) => number === "03") as ReadableChapter;

function codes(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ code }) => code);
}

function runOf(tests: readonly TestRun[], rest: Partial<SuiteRun> = {}): SuiteRun {
  return { tests, unlisted: [], strayErrors: [], fault: "", ...rest };
}

function failed(title: string, name: string, code: string, message: string): TestRun {
  return { state: "failed", title, failure: { name, code, message } };
}

const passed: TestRun = { state: "passed", title: "a" };

test("ownership tells a missing, an unnamed and a twice owned file, and a number that is taken twice", () => {
  const room = new Map(relay.room).set("notes.md", "…");
  room.delete("breaks/sent-at-once.break");
  const twin = { ...relay, stem: "03-twin" };
  const wrong = { ...relay, room };
  const changed: CourseSurvey = { ...survey, chapters: [...survey.chapters.slice(0, 2), wrong, twin] };

  const found = proveOwnership(changed, wrong).map(({ code, place }) => `${code} ${place}`);

  assert.deepEqual(found, [
    "OWN02 chapters/03-relay",
    "OWN03 chapters/03-relay/breaks/sent-at-once.break",
    "OWN05 src/relay.ts",
    "OWN06 chapters/03-relay/notes.md",
  ]);
});

test("ownership names what the manifest's reader names", () => {
  const unreadable = { ...relay, manifest: undefined, manifestProblem: "steps[0].tag should be a tag such as s7-1" };

  const [problem] = proveOwnership(survey, unreadable);

  assert.deepEqual([problem?.code, problem?.detail.en], ["OWN01", "steps[0].tag should be a tag such as s7-1"]);
});

test("a failure is honest by an assertion or by the skeleton's words, whatever class throws them", () => {
  const own = runOf([
    failed("a", "AssertionError", "ERR_ASSERTION", "the rule"),
    failed("b", "Error", "", "第一步尚未实现：…"),
    failed("c", "TypeError", "", "Cannot read properties of undefined"),
    { state: "not-run", title: "d", reason: "it runs into the time limit" },
    passed,
    { state: "absent", title: "e" },
  ]);

  assert.deepEqual(codes(proveHonestFailure(relay, own, new Map())), ["RED02", "RED04", "RED01"]);
});

test("errors that no test waits for are part of a skeleton's failure, but not of an earlier suite's", () => {
  const stray = runOf([passed], { strayErrors: ["Error: 尚未实现"] });
  const red = runOf([failed("a", "AssertionError", "ERR_ASSERTION", "the rule")], { strayErrors: ["Error: 尚未实现"] });

  assert.deepEqual(codes(proveHonestFailure(relay, red, new Map([["test/01-words.test.ts", stray]]))), ["RED03"]);
});

test("a reference that fails every time is red, one that fails at times is unsteady", () => {
  const green = runOf([passed]);
  const red = runOf([failed("a", "AssertionError", "ERR_ASSERTION", "the rule")]);

  assert.deepEqual(codes(proveReference(relay, [{ release: "20.19.0", runs: [green, green] }])), []);
  assert.deepEqual(codes(proveReference(relay, [{ release: "20.19.0", runs: [green] }, { release: "24.0.0", runs: [red] }])), ["REF01"]);
  assert.deepEqual(codes(proveReference(relay, [{ release: "20.19.0", runs: [green, red, green] }])), ["REF03"]);
  assert.deepEqual(codes(proveAlternative(relay, "alternatives/a.ts", runOf([passed], { fault: "something was left running" }))), ["REF04"]);
});

test("the suite's tests are the manifest's, no fewer and no more", () => {
  const run = runOf([passed, { state: "absent", title: "b" }], { unlisted: ["c"] });

  assert.deepEqual(proveListedTests(relay, run).map(({ code, detail }) => `${code} ${detail.en}`), [
    "STEP02 Listed, but not in the suite: b",
    "STEP02 In the suite, but not listed: c",
  ]);
});

test("a break is judged by exactly the tests that it declares", () => {
  const [one] = relay.manifest.breaks;
  assert.ok(one);
  const reds = one.reds;
  const judge = (trial: Parameters<typeof proveBreak>[2]) => codes(proveBreak(relay, one, trial));

  assert.deepEqual(judge({ kind: "ran", reds, earlierReds: [] }), []);
  assert.deepEqual(judge({ kind: "ran", reds: [], earlierReds: [] }), ["BREAK03"]);
  assert.deepEqual(judge({ kind: "ran", reds: ["another"], earlierReds: ["an earlier one"] }), ["BREAK04", "BREAK04", "BREAK05"]);
  assert.deepEqual(judge({ kind: "does-not-apply", reason: "…" }), ["BREAK01"]);
  assert.deepEqual(judge({ kind: "does-not-type-check", reason: "…" }), ["BREAK02"]);
});

test("a practice directory is searched whole: sources, builds, the engine, later files and .git", () => {
  const secret = "for (const line of lines) receipts.push(await deliver(line, send))";
  const other = "const receipts = await collectReceipts(lines, deliver, send)";
  const directory = temporaryFolder();
  const write = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
    fs.writeFileSync(path.join(directory, file), text);
  };
  write("README.md", `> ${secret}\n`);
  write(".practice/hints.md", `${secret};\n`);
  write(".practice/engine/idiom.js", `${secret};\n`);
  write(".practice/engine/copied.js", `${other};\n${secret};\n`);
  write("packages/mini-course/dist/.tsbuildinfo", JSON.stringify({ text: `\n${secret};\n` }));
  write("packages/mini-course/dist/src/relay.d.ts", "");
  write("node_modules/x/index.js", secret);
  write("packages/.git", "gitdir: elsewhere");

  const { problems, notes } = proveLeaks(survey, relay, directory, {
    lines: new Map([secret, other].map((line) => [line, "src/relay.ts"])),
    laterFiles: new Set(["src/relay.ts"]),
  });

  assert.deepEqual(problems.map(({ code, place }) => `${code} ${place}`), [
    "LEAK01 .practice/engine/copied.js:1",
    "LEAK01 .practice/engine/copied.js:2",
    "LEAK01 packages/mini-course/dist/.tsbuildinfo",
    "LEAK02 packages/mini-course/dist/src/relay.d.ts",
    "LEAK03 .git",
  ]);
  assert.deepEqual(notes.map(({ place }) => place), ["chapters/03-relay/hints.md:1", "chapters/03-relay/README.md:1"]);
});

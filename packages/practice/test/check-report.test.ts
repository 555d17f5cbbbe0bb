/** How a verdict reads: for people, and as JUnit XML. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { formatJunit } from "../src/check-outside/junit.ts";
import type { CheckResult } from "../src/check/check-practice.ts";
import { coloured, plain, printable } from "../src/check/paint.ts";
import { formatReport, ruleOf, type ReportInput } from "../src/check/report.ts";
import { firstFrameIn } from "../src/check/stack-frames.ts";
import type { TestOutcome } from "../src/check/suite-evidence.ts";
import { describeDifference } from "../src/check/value-difference.ts";
import { judge, type Objection, type Verdict } from "../src/check/verdict.ts";
import type { PracticeRecord, PracticeSuite } from "../src/practice-record.ts";

const noTraces = { timeline: [], timelineDropped: 0, output: "" };
const passed: TestOutcome = { kind: "passed", ...noTraces };

const suite: PracticeSuite = {
  chapter: "01",
  file: "packages/x/test/01-x.test.ts",
  steps: [
    { tag: "s1-1", pattern: "先", title: { zh: "先做这个", en: "This first" }, place: "src/x.ts › first", tests: ["先 s1-1：甲", "先 s1-1：乙"] },
    { tag: "s1-2", pattern: "后", title: { zh: "再做那个", en: "Then that" }, place: "src/x.ts › then", tests: ["后 s1-2：丙"] },
  ],
};

const record: PracticeRecord = {
  format: 1, course: "@x/course", courseVersion: "1.0.0", chapter: "01", stem: "01-x", title: { zh: "一章", en: "A chapter" },
  package: "packages/x", sources: ["packages/x/src/x.ts"], suites: [suite], files: new Map(), skeletons: new Map(),
};

function verdictOf(outcomes: readonly TestOutcome[], objections: readonly Objection[] = []): Verdict {
  const titles = suite.steps.flatMap((step) => step.tests);
  const evidence = { outcomes: new Map(titles.map((title, index) => [title, outcomes[index] ?? passed])), extras: [], disturbances: [] };
  const verdict = judge([{ suite, evidence }], []);
  return { ...verdict, objections, kind: objections.length > 0 && verdict.kind === "green" ? "red" : verdict.kind };
}

function report(verdict: Verdict, change: Partial<ReportInput> = {}): string {
  const result: CheckResult = { restored: [], outcome: { kind: "judged", verdict } };
  const setting = { language: "zh" as const, root: "/p", sources: "packages/x/src", testLimit: 5_000 };
  const commands = { check: (step?: string) => (step === undefined ? "npm run check" : `npm run check -- ${step}`), afterGreen: "npm run practice -- --list" };
  return formatReport({ record, scope: "chapter", result, setting, paint: plain, commands, ...change });
}

const failed: TestOutcome = {
  kind: "failed",
  thrown: {
    kind: "assertion", name: "AssertionError", message: "次序要一样：看 first", expected: "[ 'a', 'b' ]", actual: "[ 'b', 'a' ]",
    stack: "AssertionError: x\n    at first (file:///p/packages/x/src/x.ts:3:9)\n    at file:///p/packages/x/test/01-x.test.ts:9:1",
  },
  timeline: [{ lane: "model", text: "start" }, { lane: "transcript", text: "assistant" }],
  timelineDropped: 3,
  output: "看看\n",
};

test("the first red test of the first open step, whole", () => {
  assert.equal(report(verdictOf([passed, failed])), `  01-x  一章

  now   s1-1  1/2  先做这个
  done  s1-2  1/1  再做那个

  s1-1  乙

        次序要一样：看 first

        expected  [ 'a', 'b' ]
        actual    [ 'b', 'a' ]
        at        packages/x/src/x.ts:3:9

        timeline
          … 3 before
          model       start
          transcript  assistant

        printed
          看看

  next  npm run check -- s1-1
`);
});

test("green, and green for a step", () => {
  const step = report(verdictOf([]), { scope: "step" });

  assert.equal(report(verdictOf([])), `  01-x  一章

  done  s1-1  2/2  先做这个
  done  s1-2  1/1  再做那个

  全部完成：3 项测试各运行了一次，都通过了。
  在课程仓库里，看看接下来学哪一章：

  next  npm run practice -- --list
`);
  assert.match(step, /这一步完成了。\n\n  next  npm run check\n$/);
});

test("every kind of outcome and objection has its words in both languages, and no line is lost to a control character", () => {
  const thrown = { kind: "value", name: "string", message: "'\x1b[2J\ud83d'", stack: "" } as const;
  const outcomes: readonly TestOutcome[] = [
    { kind: "failed", thrown, ...noTraces }, { kind: "hung", how: "promise", ...noTraces }, { kind: "hung", how: "time", ...noTraces },
    { kind: "exited", code: 0, signal: null, stack: "", ...noTraces }, { kind: "exited", code: null, signal: "SIGKILL", stack: "", ...noTraces },
    { kind: "skipped" }, { kind: "todo" }, { kind: "ranTwice", times: 2 }, { kind: "notRun", reason: "timeIsUp" },
  ];
  const objections: readonly Objection[] = [
    { kind: "extraTest", title: "x" }, { kind: "changedSource", path: "packages/x/src/a b.ts" }, { kind: "strayError", test: null, thrown },
    { kind: "leftEarly", code: 0, signal: null, stack: "", output: "" }, { kind: "stillAlive", resources: ["Timeout"], test: "x" }, { kind: "exitCode", code: 1 },
    { kind: "importThrew", thrown }, { kind: "importHung", output: "x" }, { kind: "noTests" }, { kind: "notBuilt", file: "x.js" },
  ];

  for (const language of ["zh", "en"] as const) {
    const setting = { language, root: "/p", sources: "packages/x/src", testLimit: 5_000 };
    const texts = [...outcomes.map((outcome) => report(verdictOf([outcome]), { setting })), ...objections.map((objection) => report(verdictOf([], [objection]), { setting }))];
    for (const text of texts) {
      assert.doesNotMatch(text, /undefined|null|\[object|[\x00-\x09\x0b-\x1f]/);
      assert.ok(text.split("\n").length > 6, text);
      assert.equal(Buffer.from(text).toString(), text, "no half characters");
    }
  }
});

test("at most 40 lines, whatever a test leaves behind; the next command is always there", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join("\n");
  const thrown = { kind: "assertion", name: "AssertionError", message: lines(50), expected: lines(300), actual: lines(200).replaceAll("1", "x"), stack: "" } as const;
  const timeline = Array.from({ length: 40 }, () => ({ lane: "model", text: "x" }));

  const text = report(verdictOf([{ kind: "failed", thrown, timeline, timelineDropped: 9, output: lines(50) }]));

  assert.ok(text.trimEnd().split("\n").length <= 40);
  assert.match(text, /next  npm run check -- s1-1\n$/);
});

test("colour adds only colour", () => {
  const text = report(verdictOf([passed, failed]), { paint: coloured });

  assert.match(text, /\x1b\[31mnow/);
  assert.equal(text.replace(/\x1b\[\d+m/g, ""), report(verdictOf([passed, failed])));
});

test("values that fit on a line stand below each other; others show the lines that differ", () => {
  const object = (last: string) => `{\n  a: 1,\n  b: 2,\n  c: 3,\n  d: ${last}\n}`;
  const long = "x".repeat(500);

  assert.deepEqual(describeDifference("1", "'1'"), ["expected  1", "actual    '1'"]);
  assert.deepEqual(describeDifference(object("4"), object("5")), ["- expected  + actual", "    c: 3,", "-   d: 4", "+   d: 5", "  }"]);
  assert.match(describeDifference(`'${long}a'`, `'${long}b'`).join("\n"), /…x+a'\n.*…x+b'/);
});

test("the learner's own frame is found in every form that node prints", () => {
  const frames = ["at f (file:///p%20q/packages/x/src/a.ts:1:2)", "at async f (/p q/packages/x/src/a.ts:1:2)", "at file:///p%20q/packages/x/src/a.ts:1:2", "at async file:///p%20q/packages/x/src/a.ts:1:2", "at new A (/p q/packages/x/src/a.ts:1:2)"];

  for (const frame of frames) {
    const stack = `Error: packages/x/src/b.ts:9:9\n    at node:internal/x:1:1\n    at /p q/packages/x/test/t.ts:5:5\n    ${frame}`;
    assert.equal(firstFrameIn(stack, "/p q", "packages/x/src"), "packages/x/src/a.ts:1:2", frame);
  }
});

test("a title is told without what selects it", () => {
  assert.equal(ruleOf("先 s1-1：甲", { pattern: "先", tag: "s1-1" }), "甲");
  assert.equal(ruleOf("另一个", { pattern: "先", tag: "s1-1" }), "另一个");
});

test("JUnit XML is well-formed for any text", () => {
  const thrown = { kind: "value", name: "string", message: "<&\"'\x00\x1b\ud83d]]>\ufffe", stack: "" } as const;
  const verdict = verdictOf([{ kind: "failed", thrown, ...noTraces }], [{ kind: "strayError", test: null, thrown }]);
  const setting = { language: "zh" as const, root: "/p", sources: "packages/x/src", testLimit: 5_000 };

  const xml = formatJunit(record, [suite], { restored: [], outcome: { kind: "judged", verdict } }, setting);

  assert.match(xml, /tests="3" failures="1" errors="0"/);
  assert.match(xml, /throw &lt;&amp;&quot;'\u{fffd}\u{fffd}\u{fffd}\]\]&gt;\u{fffd}/u);
  assert.equal(printable(xml), xml, "no character that XML cannot hold");
});

/** A suite of four tests, run for real on any module that stands in for the learner's. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runSuite, suiteLimits, type SuiteLimits } from "../../src/check/suite-process.ts";
import { runSession } from "../../src/check/suite-session.ts";
import { judge, type Verdict } from "../../src/check/verdict.ts";
import type { PracticeSuite } from "../../src/practice-record.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const titles = ["给数 s1-1：第一", "给数 s1-1：第二", "还数 s1-2：第三", "还数 s1-2：第四"] as const;

/** `answer(n)` of the learner's module should give n, or a promise of it. */
const SUITE = `
import { test } from "node:test";
import assert from "node:assert/strict";
import { answer } from "./learner.mjs";
${titles.map((title, index) => `test("${title}", async () => { assert.deepEqual(await answer(${index + 1}), ${index + 1}, "给回原来的数：看 answer"); });`).join("\n")}
`;

const suite: PracticeSuite = {
  chapter: "01",
  file: "test/01-numbers.test.ts",
  steps: [
    { tag: "s1-1", pattern: "给数", title: { zh: "给", en: "Give" }, place: "src/learner.ts › answer", tests: titles.slice(0, 2) },
    { tag: "s1-2", pattern: "还数", title: { zh: "还", en: "Return" }, place: "src/learner.ts › answer", tests: titles.slice(2) },
  ],
};

export interface LearnerRun {
  readonly suite?: string;
  /** Name of the folder that it runs in. */
  readonly folder?: string;
  readonly limits?: Partial<SuiteLimits>;
  readonly environment?: { readonly [name: string]: string };
  /** Milliseconds for all of it. */
  readonly time?: number;
}

/** Runs the suite on the module's text, as `check` does; answers with the verdict. */
export async function judgeLearner(module: string, run: LearnerRun = {}): Promise<Verdict> {
  const directory = join(temporaryFolder(), run.folder ?? "practice");
  mkdirSync(directory);
  writeFileSync(join(directory, "learner.mjs"), module);
  writeFileSync(join(directory, "suite.test.mjs"), run.suite ?? SUITE);
  const setting = {
    file: join(directory, "suite.test.mjs"),
    directory,
    environment: { ...process.env, ...run.environment },
    limits: { ...suiteLimits, ...run.limits },
    deadline: AbortSignal.timeout(run.time ?? 50_000),
    node: process.execPath,
  };
  const evidence = await runSession(titles, titles, (selection) => runSuite(setting, selection));
  return judge([{ suite, evidence }], []);
}

/** The outcomes' kinds in the suite's order: `["passed", "hung", …]`. */
export function kindsOf(verdict: Verdict): readonly string[] {
  return verdict.steps.flatMap((step) => step.tests.map((test) => test.outcome.kind));
}

export function objectionsTo(verdict: Verdict): readonly string[] {
  return verdict.objections.map((objection) => objection.kind);
}

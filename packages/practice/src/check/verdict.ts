/** The verdict: decided from what was asked and what was proved, without any effect. */

import type { Text } from "../locale.ts";
import type { PracticeSuite } from "../practice-record.ts";
import type { Disturbance, TestOutcome } from "./suite-evidence.ts";
import type { SuiteEvidence } from "./suite-session.ts";

export interface JudgedTest {
  readonly title: string;
  readonly outcome: TestOutcome;
}

/** A step is done when each of its tests ran once and passed. */
export interface JudgedStep {
  readonly chapter: string;
  readonly tag: string;
  readonly pattern: string;
  readonly title: Text;
  readonly place: string;
  readonly tests: readonly JudgedTest[];
  readonly done: boolean;
}

/** Why a directory with only green tests is not done yet. */
export type Objection =
  | { readonly kind: "extraTest"; readonly title: string }
  /** A given source of an earlier chapter is not the given one. */
  | { readonly kind: "changedSource"; readonly path: string }
  | Disturbance;

/**
 * `green`: the tests that ran are exactly the expected ones, each ran once and passed, and nothing
 * speaks against it. `nothingTested`: no expected test ran.
 */
export interface Verdict {
  readonly kind: "green" | "red" | "nothingTested";
  readonly steps: readonly JudgedStep[];
  readonly objections: readonly Objection[];
}

export interface JudgedSuite {
  readonly suite: PracticeSuite;
  readonly evidence: SuiteEvidence;
}

/**
 * @param suites the suites that ran, oldest chapter first, with the steps that were asked for
 * @param changedSources given sources of earlier chapters that differ from what was given
 */
export function judge(suites: readonly JudgedSuite[], changedSources: readonly string[]): Verdict {
  const steps = suites.flatMap(({ suite, evidence }) => suite.steps.map((step) => judgeStep(suite.chapter, step, evidence)));
  const objections: Objection[] = [
    ...suites.flatMap(({ evidence }) => evidence.disturbances),
    ...suites.flatMap(({ evidence }) => evidence.extras.map((title): Objection => ({ kind: "extraTest", title }))),
    ...changedSources.map((path): Objection => ({ kind: "changedSource", path })),
  ];
  return { kind: kindOf(steps, objections), steps, objections };
}

function judgeStep(chapter: string, step: PracticeSuite["steps"][number], evidence: SuiteEvidence): JudgedStep {
  const tests = step.tests.map((title): JudgedTest => ({
    title,
    outcome: evidence.outcomes.get(title) ?? { kind: "notRun", reason: "notRegistered" },
  }));
  const { tag, pattern, title, place } = step;
  return { chapter, tag, pattern, title, place, tests, done: tests.length > 0 && tests.every(isPassed) };
}

function kindOf(steps: readonly JudgedStep[], objections: readonly Objection[]): Verdict["kind"] {
  const ran = steps.some((step) => step.tests.some((test) => test.outcome.kind !== "notRun"));
  if (!ran) return "nothingTested";
  return steps.every((step) => step.done) && objections.length === 0 ? "green" : "red";
}

/** The first step that is not done, and its first test that is not passed. */
export function firstOpen(verdict: Verdict): { readonly step: JudgedStep; readonly test: JudgedTest } | undefined {
  for (const step of verdict.steps) {
    const test = step.tests.find((candidate) => !isPassed(candidate));
    if (test !== undefined) return { step, test };
  }
  return undefined;
}

export function isPassed(test: JudgedTest): boolean {
  return test.outcome.kind === "passed";
}

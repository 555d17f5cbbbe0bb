/** The verdict for programs. The shape is documented in VERDICT.md. */

import type { Language } from "../locale.ts";
import type { PracticeRecord } from "../practice-record.ts";
import type { CheckScope } from "./check-arguments.ts";
import type { CheckResult } from "./check-practice.ts";
import { isPassed, type JudgedStep, type JudgedTest } from "./verdict.ts";

/** Raised when a field changes its meaning or goes; a new field does not raise it. */
export const VERDICT_SHAPE = 1;

export function verdictJson(record: PracticeRecord, scope: CheckScope, result: CheckResult, exitCode: number, language: Language): object {
  const { course, courseVersion, chapter, stem, title } = record;
  return {
    shape: VERDICT_SHAPE,
    course,
    courseVersion,
    chapter,
    stem,
    title: title[language],
    scope,
    ...outcomeJson(result, language),
    restored: result.restored,
    exitCode,
  };
}

function outcomeJson({ outcome }: CheckResult, language: Language): object {
  switch (outcome.kind) {
    case "typeErrors":
      return { verdict: "red", typeErrors: outcome.lines, steps: [], objections: [] };
    case "buildTimeIsUp":
      return { verdict: "nothingTested", typeErrors: [], steps: [], objections: [{ kind: "buildTimeIsUp" }] };
    case "judged": {
      const { kind, steps, objections } = outcome.verdict;
      return { verdict: kind, typeErrors: [], steps: steps.map((step) => stepJson(step, language)), objections };
    }
    default:
      return outcome satisfies never;
  }
}

function stepJson({ title, tests, ...step }: JudgedStep, language: Language): object {
  return { ...step, title: title[language], passed: tests.filter(isPassed).length, tests: tests.map(testJson) };
}

function testJson({ title, outcome }: JudgedTest): object {
  const { kind, ...facts } = outcome;
  // Most tests leave no traces: an empty field a test would bury the others.
  const traces = Object.entries(facts).filter(([, fact]) => fact !== "" && fact !== 0 && !(Array.isArray(fact) && fact.length === 0));
  return { title, outcome: kind, ...Object.fromEntries(traces) };
}

/** The verdict for programs. The shape is documented in VERDICT.md. */

import type { PracticeRecord } from "../practice-record.ts";
import type { CheckScope } from "./check-arguments.ts";
import type { CheckResult } from "./check-practice.ts";
import { isPassed, type JudgedTest } from "./verdict.ts";

/** Raised when a field changes its meaning or goes; a new field does not raise it. */
export const VERDICT_SHAPE = 1;

export function verdictJson(record: PracticeRecord, scope: CheckScope, result: CheckResult, exitCode: number): object {
  const { course, courseVersion, chapter, stem, title } = record;
  return {
    shape: VERDICT_SHAPE,
    course,
    courseVersion,
    chapter,
    stem,
    title,
    scope,
    ...outcomeJson(result),
    restored: result.restored,
    exitCode,
  };
}

function outcomeJson({ outcome }: CheckResult): object {
  switch (outcome.kind) {
    case "typeErrors":
      return { verdict: "red", typeErrors: outcome.lines, steps: [], objections: [] };
    case "buildTimeIsUp":
      return { verdict: "nothingTested", typeErrors: [], steps: [], objections: [{ kind: "buildTimeIsUp" }] };
    case "judged": {
      const { kind, steps, objections } = outcome.verdict;
      return { verdict: kind, typeErrors: [], steps: steps.map((step) => ({ ...step, passed: step.tests.filter(isPassed).length, tests: step.tests.map(testJson) })), objections };
    }
    default:
      return outcome satisfies never;
  }
}

function testJson({ title, outcome }: JudgedTest): object {
  const { kind, ...facts } = outcome;
  // Most tests leave no traces: an empty field a test would bury the others.
  const traces = Object.entries(facts).filter(([, fact]) => fact !== "" && fact !== 0 && !(Array.isArray(fact) && fact.length === 0));
  return { title, outcome: kind, ...Object.fromEntries(traces) };
}

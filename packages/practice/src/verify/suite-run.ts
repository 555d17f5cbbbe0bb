/** What one run of a suite gave, test by test. */

export type TestRun =
  | { readonly state: "passed"; readonly title: string }
  | { readonly state: "failed"; readonly title: string; readonly failure: TestFailure }
  /** Skipped, hanging, or lost when the process left early. */
  | { readonly state: "not-run"; readonly title: string; readonly reason: string }
  /** The suite has no test of this title. */
  | { readonly state: "absent"; readonly title: string };

export interface TestFailure {
  /** The thrown value's class: `AssertionError`, `TypeError`; its type where it is no error. */
  readonly name: string;
  /** Its `code`, or `""`. */
  readonly code: string;
  readonly message: string;
}

export interface SuiteRun {
  /** Every test that the manifest lists, in its order. */
  readonly tests: readonly TestRun[];
  /** Titles of the suite's other tests. */
  readonly unlisted: readonly string[];
  /** Errors that no test was waiting for: on a skeleton, a promise that a test would have awaited later. */
  readonly strayErrors: readonly string[];
  /** Why the run as a whole cannot be trusted; `""` where it came to its natural end. */
  readonly fault: string;
}

export function titlesIn(run: SuiteRun, state: TestRun["state"]): readonly string[] {
  return run.tests.filter((test) => test.state === state).map(({ title }) => title);
}

/** One line: why a test is not green. */
export function whyNotGreen(test: TestRun): string {
  switch (test.state) {
    case "passed":
      return "passed";
    case "failed":
      return `${test.failure.name}: ${firstLine(test.failure.message)}`;
    case "not-run":
      return test.reason;
    case "absent":
      return "there is no such test";
    default:
      return test satisfies never;
  }
}

function firstLine(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "") ?? "";
}

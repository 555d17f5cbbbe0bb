/** Runs one compiled suite with the very runner that gives learners their verdict. */

import path from "node:path";
import type { Disturbance, TestOutcome } from "../check/suite-evidence.ts";
import { runSuite, type SuiteLimits } from "../check/suite-process.ts";
import { runSession } from "../check/suite-session.ts";
import type { SuiteRun, TestRun } from "./suite-run.ts";

export interface SuiteOrder {
  /** The course package's folder with its `dist` (absolute). */
  readonly packageFolder: string;
  /** The suite's path in the course package: `test/07-agent-loop.test.ts`. */
  readonly suite: string;
  /** The titles that the manifest lists. */
  readonly expected: readonly string[];
  /** The Node binary. */
  readonly node: string;
  readonly limits: SuiteLimits;
}

/** Runs the suite to its end: what a hang or an early exit leaves over gets fresh processes. */
export async function runWholeSuite(order: SuiteOrder, signal: AbortSignal): Promise<SuiteRun> {
  const { packageFolder, suite, expected, node, limits } = order;
  const file = path.join(packageFolder, "dist", suite.replace(/\.ts$/, ".js"));
  const setting = { file, directory: packageFolder, environment: process.env, limits, deadline: signal, node };
  const { outcomes, extras, disturbances } = await runSession(expected, expected, (titles) => runSuite(setting, titles));
  return {
    tests: [...outcomes].map(([title, outcome]) => testRunOf(title, outcome)),
    unlisted: extras,
    strayErrors: disturbances.filter(({ kind }) => kind === "strayError").map(describeDisturbance),
    fault: disturbances.filter(({ kind }) => kind !== "strayError").map(describeDisturbance).join("; "),
  };
}

function testRunOf(title: string, outcome: TestOutcome): TestRun {
  switch (outcome.kind) {
    case "passed":
      return { state: "passed", title };
    case "failed": {
      const { name, message, code = "" } = outcome.thrown;
      return { state: "failed", title, failure: { name, message, code } };
    }
    case "hung":
      return { state: "not-run", title, reason: outcome.how === "promise" ? "its promise never settles" : "it runs into the time limit" };
    case "exited":
      return { state: "not-run", title, reason: `the process ended during the test (${outcome.code ?? outcome.signal})` };
    case "skipped":
    case "todo":
      return { state: "not-run", title, reason: outcome.kind };
    case "ranTwice":
      return { state: "not-run", title, reason: `${outcome.times} tests have this title` };
    case "notRun":
      return outcome.reason === "notRegistered" ? { state: "absent", title } : { state: "not-run", title, reason: outcome.reason };
    default:
      return outcome satisfies never;
  }
}

function describeDisturbance(disturbance: Disturbance): string {
  switch (disturbance.kind) {
    case "strayError":
      return `an error that no test was waiting for: ${disturbance.thrown.name}: ${disturbance.thrown.message}`;
    case "leftEarly":
      return `the process left early (${disturbance.code ?? disturbance.signal})`;
    case "stillAlive":
      return `something was left running: ${disturbance.resources.join(", ")}${disturbance.test === null ? "" : ` (${disturbance.test})`}`;
    case "exitCode":
      return `exit code ${disturbance.code}`;
    case "importThrew":
      return `the import threw ${disturbance.thrown.name}: ${disturbance.thrown.message}`;
    case "importHung":
      return "the import hangs";
    case "noTests":
      return "the suite has no test";
    case "notBuilt":
      return `${path.basename(disturbance.file)} is not built`;
    default:
      return disturbance satisfies never;
  }
}

/** Checks a practice directory: restores its tests, builds it, runs the suites, and judges. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { exitCodes } from "../course-error.ts";
import type { Environment, Language } from "../locale.ts";
import type { PracticeSuite } from "../practice-record.ts";
import { compile } from "./compile.ts";
import { changedFiles, restoreGivenFiles, sortChanges, type RestoredFile } from "./given-files.ts";
import type { PracticeDirectory } from "./practice-directory.ts";
import { runSuite, type SuiteLimits } from "./suite-process.ts";
import { runSession, type SuiteEvidence } from "./suite-session.ts";
import { judge, type JudgedSuite, type Verdict } from "./verdict.ts";

export interface CheckSetting {
  readonly environment: Environment;
  readonly language: Language;
  readonly limits: SuiteLimits;
  /** Milliseconds for the build and all suites together. */
  readonly time: number;
  readonly now: () => Date;
  readonly onRestored: (files: readonly RestoredFile[]) => void;
}

/** Long enough for any suite, and within the minute that `check` promises. */
export const CHECK_TIME = 55_000;

export interface CheckResult {
  readonly restored: readonly RestoredFile[];
  readonly outcome:
    | { readonly kind: "typeErrors"; readonly lines: readonly string[] }
    /** The build alone took all the time. */
    | { readonly kind: "buildTimeIsUp" }
    | { readonly kind: "judged"; readonly verdict: Verdict };
}

/**
 * @param suites of the directory's record, with the steps to judge
 * @throws {CourseError} when the directory cannot be checked at all
 */
export async function checkPractice(directory: PracticeDirectory, suites: readonly PracticeSuite[], setting: CheckSetting): Promise<CheckResult> {
  const { root, record } = directory;
  const deadline = AbortSignal.timeout(setting.time);
  const changes = sortChanges(record, changedFiles(root, record));
  const restored = restoreGivenFiles(root, record, changes.tests, setting.now(), setting.language);
  if (restored.length > 0) setting.onRestored(restored);

  const compilation = await compile(directory, setting.environment, deadline, setting.language);
  if (compilation.kind === "typeErrors") return { restored, outcome: compilation };
  if (compilation.kind === "timeIsUp") return { restored, outcome: { kind: "buildTimeIsUp" } };

  const judged: JudgedSuite[] = [];
  for (const suite of suites) judged.push({ suite, evidence: await runOne(directory, suite, setting, deadline) });
  return { restored, outcome: { kind: "judged", verdict: judge(judged, changes.sources) } };
}

/** The command's exit code. */
export function exitCodeOf({ outcome }: CheckResult): number {
  switch (outcome.kind) {
    case "typeErrors":
      return exitCodes.refused;
    case "buildTimeIsUp":
      return exitCodes.nothingTested;
    case "judged":
      return { green: exitCodes.done, red: exitCodes.refused, nothingTested: exitCodes.nothingTested }[outcome.verdict.kind];
    default:
      return outcome satisfies never;
  }
}

async function runOne({ root, record }: PracticeDirectory, suite: PracticeSuite, setting: CheckSetting, deadline: AbortSignal): Promise<SuiteEvidence> {
  const compiled = suite.file.replace(record.package, `${record.package}/dist`).replace(/\.ts$/, ".js");
  const file = join(root, compiled);
  if (!existsSync(file)) return { outcomes: new Map(), extras: [], disturbances: [{ kind: "notBuilt", file: compiled }] };
  const recorded = record.suites.find((candidate) => candidate.file === suite.file) ?? suite;
  const run = (titles?: readonly string[]) => runSuite({ file, directory: root, environment: setting.environment, limits: setting.limits, deadline, node: process.execPath }, titles);
  return runSession(titlesOf(recorded), titlesOf(suite), run);
}

function titlesOf(suite: PracticeSuite): readonly string[] {
  return suite.steps.flatMap((step) => step.tests);
}

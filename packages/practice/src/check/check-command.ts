/** `npm run check` in a practice directory. */

import { exitCodes } from "../course-error.ts";
import type { LearnerContext } from "../learner.ts";
import { parseCheckWords, suitesAskedFor, type CheckWords } from "./check-arguments.ts";
import { checkMessages } from "./check-messages.ts";
import { CHECK_TIME, checkPractice, type CheckResult } from "./check-practice.ts";
import { endOnSignal } from "./interruption.ts";
import { coloured, plain } from "./paint.ts";
import { findPracticeDirectory } from "./practice-directory.ts";
import { formatReport, type CheckScope } from "./report.ts";
import { suiteLimits } from "./suite-process.ts";
import { verdictJson } from "./verdict-json.ts";

/** @throws {CourseError} when the directory cannot be checked, or the words are wrong */
export async function checkCommand({ words, current, engine, environment, language, now, colour, print, say }: LearnerContext): Promise<number> {
  const asked = parseCheckWords(words, language);
  const directory = findPracticeDirectory([current, engine], language);
  const suites = suitesAskedFor(directory.record, asked, language);
  endOnSignal();
  const result = await checkPractice(directory, suites, {
    environment,
    language,
    limits: suiteLimits,
    time: CHECK_TIME,
    now,
    onRestored: (files) => say(files.map(({ path, saved }) => `${checkMessages[language].restored(path, saved)}\n`).join("")),
  });
  const exitCode = exitCodeOf(result);
  const { record, root } = directory;
  const scope = scopeOf(asked);
  const setting = { language, root, sources: `${record.package}/src`, testLimit: suiteLimits.test };
  if (asked.json) print(`${JSON.stringify(verdictJson(record, scope, result, exitCode), null, 2)}\n`);
  else print(formatReport({ record, scope, result, setting, paint: colour ? coloured : plain }));
  return exitCode;
}

export function scopeOf({ step, all }: CheckWords): CheckScope {
  if (all) return "all";
  return step === undefined ? "chapter" : "step";
}

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

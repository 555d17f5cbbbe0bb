/** `npm run check` in a practice directory. */

import { join } from "node:path";
import type { LearnerContext } from "../learner.ts";
import { parseCheckWords, scopeOf, suitesAskedFor } from "./check-arguments.ts";
import { checkMessages } from "./check-messages.ts";
import { CHECK_TIME, checkPractice, exitCodeOf } from "./check-practice.ts";
import type { RestoredFile } from "./given-files.ts";
import { endOnSignal } from "./interruption.ts";
import { coloured, plain } from "./paint.ts";
import { findPracticeDirectory } from "./practice-directory.ts";
import { formatReport } from "./report.ts";
import { writeWhole } from "./saved-files.ts";
import { suiteLimits } from "./suite-process.ts";
import { explainSystemFailure } from "./system-failure.ts";
import { verdictJson } from "./verdict-json.ts";

/** The last verdict as JSON, timelines included: what other commands show of "the last run". */
export const LAST_CHECK_PATH = ".practice/last-check.json";

const commands = {
  check: (step?: string) => (step === undefined ? "npm run check" : `npm run check -- ${step}`),
  afterGreen: "npm run practice -- --list",
};

/** @throws {CourseError} when the directory cannot be checked, or the words are wrong */
export async function checkCommand({ words, current, engine, environment, language, now, colour, print, say }: LearnerContext): Promise<number> {
  const asked = parseCheckWords(words, language);
  const directory = findPracticeDirectory([current, engine], language);
  const suites = suitesAskedFor(directory.record, asked, language);
  endOnSignal();
  const onRestored = (files: readonly RestoredFile[]) => say(files.map(({ path, saved }) => `${checkMessages[language].restored(path, saved)}\n`).join(""));
  const setting = { environment, language, limits: suiteLimits, time: CHECK_TIME, now, onRestored };
  const result = await explainSystemFailure(language, () => checkPractice(directory, suites, setting));
  const exitCode = exitCodeOf(result);
  const { record, root } = directory;
  const scope = scopeOf(asked);
  const json = `${JSON.stringify(verdictJson(record, scope, result, exitCode, language), null, 2)}\n`;
  await explainSystemFailure(language, () => writeWhole(join(root, LAST_CHECK_PATH), json));
  if (asked.json) print(json);
  else {
    const told = { language, root, sources: `${record.package}/src`, testLimit: suiteLimits.test };
    print(formatReport({ record, scope, result, setting: told, paint: colour ? coloured : plain, commands }));
  }
  return exitCode;
}

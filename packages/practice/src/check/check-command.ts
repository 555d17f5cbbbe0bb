/** `npm run check` in a practice directory. */

import { join } from "node:path";
import type { LearnerContext } from "../learner.ts";
import { parseCheckWords, scopeOf, suitesAskedFor } from "./check-arguments.ts";
import { checkMessages } from "./check-messages.ts";
import { CHECK_TIME, checkPractice, exitCodeOf } from "./check-practice.ts";
import { endOnSignal } from "./interruption.ts";
import { coloured, plain } from "./paint.ts";
import { findPracticeDirectory } from "./practice-directory.ts";
import { formatReport } from "./report.ts";
import { writeWhole } from "./saved-files.ts";
import { suiteLimits } from "./suite-process.ts";
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
  const json = `${JSON.stringify(verdictJson(record, scope, result, exitCode, language), null, 2)}\n`;
  writeWhole(join(root, LAST_CHECK_PATH), json);
  if (asked.json) print(json);
  else print(formatReport({ record, scope, result, setting, paint: colour ? coloured : plain, commands }));
  return exitCode;
}

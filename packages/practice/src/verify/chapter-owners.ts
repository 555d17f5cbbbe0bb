/** Which chapter each file of the street belongs to. */

import path from "node:path";
import type { CourseSurvey, SurveyedChapter } from "./course-survey.ts";
import { suiteOf } from "./course-survey.ts";

/** Names what a module imports, by paths in the package (`src/messages.ts`) or bare specifiers. */
export type ImportsOf = (file: string) => readonly string[];

/** The chapters that claim a file of `src/` or a suite; empty for a file that nobody owns. */
export function claimantsOf(survey: CourseSurvey, file: string): readonly SurveyedChapter[] {
  return survey.chapters.filter(
    (chapter) => suiteOf(chapter) === file || (chapter.manifest?.sources ?? []).some((source) => `src/${source}` === file),
  );
}

/**
 * The chapter that a file belongs to. A file under `test/support/` belongs to the last chapter among
 * the sources that it imports, directly or not, and to the first chapter where it imports none.
 */
export function ownerOf(survey: CourseSurvey, file: string, importsOf: ImportsOf): SurveyedChapter | undefined {
  if (!file.startsWith("test/support/")) return claimantsOf(survey, file)[0];
  const owners = [...reachableFrom(file, importsOf)].flatMap((reached) => claimantsOf(survey, reached).slice(0, 1));
  return owners.sort((left, right) => right.number.localeCompare(left.number))[0] ?? survey.chapters[0];
}

/** Every file of the package that a module leads to by imports, itself included. */
export function reachableFrom(file: string, importsOf: ImportsOf): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...importsOf(next).filter((target) => /^(src|test)\//.test(target)));
  }
  return reached;
}

/** A specifier as a path in the package, where it is relative; bare ones stay as they are. */
export function resolveSpecifier(file: string, specifier: string): string {
  return specifier.startsWith(".") ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
}

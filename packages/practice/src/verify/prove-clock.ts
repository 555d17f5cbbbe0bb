/** Proof 9: no suite waits on wall time, and a source uses a clock only where its manifest says so. */

import type { SourceFile } from "typescript/unstable/ast";
import { ownerOf, type ImportsOf } from "./chapter-owners.ts";
import { clockUses } from "./clock-uses.ts";
import { isReadable, type CourseSurvey, type SurveyedChapter } from "./course-survey.ts";
import type { Findings, Note, Problem } from "./problem.ts";

/** A file's syntax; undefined for one that the course's tsconfig does not take in. */
export type SyntaxOf = (file: string) => SourceFile | undefined;

export function proveClock(survey: CourseSurvey, chapter: SurveyedChapter, syntaxOf: SyntaxOf, importsOf: ImportsOf): Findings {
  const permitted = isReadable(chapter) ? chapter.manifest.clock.map((source) => `src/${source}`) : [];
  const files = [...survey.street.keys()].filter((file) => ownerOf(survey, file, importsOf) === chapter);
  const usesOf = (file: string) => {
    const syntax = syntaxOf(file);
    return syntax === undefined ? [] : clockUses(syntax);
  };

  const problems = files
    .filter((file) => !permitted.includes(file))
    .flatMap((file) => usesOf(file).map(({ what, line }): Problem => {
      const code = file.startsWith("test/") ? "CLOCK01" : "CLOCK02";
      return { code, chapter: chapter.stem, place: `${file}:${line}`, detail: { zh: `用了 ${what}。`, en: `Uses ${what}.` } };
    }));
  const notes = permitted
    .filter((file) => files.includes(file) && usesOf(file).length === 0)
    .map((file): Note => ({
      kind: "unused-clock",
      chapter: chapter.stem,
      place: file,
      detail: { zh: "清单准许它用时钟，它并没有用。", en: "The manifest allows it a clock; it uses none." },
    }));
  return { problems, notes };
}

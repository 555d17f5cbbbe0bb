/** Proof 9: no suite waits on wall time, and a source uses a clock only where its manifest says so. */

import { clockUses, type ClockUse } from "./clock-uses.ts";
import { isReadable, type SurveyedChapter } from "./course-survey.ts";
import type { CourseSyntax } from "./course-syntax.ts";
import type { Findings, Note, Problem } from "./problem.ts";

export function proveClock(syntax: CourseSyntax, chapter: SurveyedChapter): Findings {
  const permitted = isReadable(chapter) ? chapter.manifest.clock.map((source) => `src/${source}`) : [];
  const files = syntax.filesOf(chapter);
  const usesOf = (file: string): readonly ClockUse[] => {
    const tree = syntax.treeOf(file);
    return tree === undefined ? [] : clockUses(tree);
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

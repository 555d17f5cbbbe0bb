/** What a chapter's practice directory must not hold: collected from the course itself. */

import type { CourseSurvey, ReadableChapter } from "./course-survey.ts";
import type { CourseSyntax } from "./course-syntax.ts";
import type { Secrets } from "./prove-leaks.ts";
import { secretLines } from "./secret-lines.ts";

type Texts = ReadonlyMap<string, string>;

/**
 * @param reference the course package's emitted texts, by their path in the output
 * @param skeleton those of the practice directory's package
 */
export function secretsOf(survey: CourseSurvey, syntax: CourseSyntax, chapter: ReadableChapter, reference: Texts, skeleton: Texts): Secrets {
  const numberOf = (file: string): string => syntax.ownerOf(file)?.number ?? "";
  const isEarlierSource = (file: string): boolean => file.startsWith("src/") && numberOf(file) < chapter.number;
  const isHidden = (file: string): boolean => file.startsWith("src/") && numberOf(file) >= chapter.number;

  const hidden = new Map([...survey.street].filter(([file]) => isHidden(file)));
  for (const [file, text] of reference) if (isHidden(sourceOf(file))) hidden.set(`dist/${file}`, text);
  // Suites and support files are not open: they could give the answer away too.
  const open = [
    ...[...survey.street].filter(([file]) => isEarlierSource(file)).map(([, text]) => text),
    ...[...reference].filter(([file]) => isEarlierSource(sourceOf(file))).map(([, text]) => text),
    ...[...chapter.room].filter(([file]) => file.startsWith("skeleton/")).map(([, text]) => text),
    ...[...skeleton].filter(([file]) => chapter.manifest.sources.some((source) => sourceOf(file) === `src/${source}`)).map(([, text]) => text),
  ];
  const laterFiles = [...survey.street.keys()].filter((file) => numberOf(file) > chapter.number);
  return { lines: secretLines(hidden, open), laterFiles: new Set(laterFiles) };
}

/** `src/agent-loop.d.ts` was emitted from `src/agent-loop.ts`. */
function sourceOf(emitted: string): string {
  return emitted.replace(/(?:\.d\.ts|\.js)$/, ".ts");
}

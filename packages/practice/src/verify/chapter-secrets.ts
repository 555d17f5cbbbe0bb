/** What a chapter's practice directory must not hold: collected from the course itself. */

import { isReadable, type CourseSurvey, type ReadableChapter } from "./course-survey.ts";
import type { CourseSyntax } from "./course-syntax.ts";
import type { Secrets } from "./prove-leaks.ts";
import { secretLines } from "./secret-lines.ts";

type Texts = ReadonlyMap<string, string>;

/**
 * @param reference the course package's emitted texts, by their path in the output
 * @param skeleton those of the practice directory's package
 */
export function secretsOf(survey: CourseSurvey, syntax: CourseSyntax, chapter: ReadableChapter, reference: Texts, skeleton: Texts): Secrets {
  const isLater = (file: string): boolean => (syntax.ownerOf(file)?.number ?? "") > chapter.number;
  const isHidden = (file: string): boolean => isLater(file) || chapter.manifest.sources.some((source) => file === `src/${source}`);
  const hiddenSources = [...survey.street].filter(([file]) => file.startsWith("src/") && isHidden(file));
  const openFiles = [...survey.street].filter(([file]) => !isHidden(file));

  const hidden = new Map([...hiddenSources, ...alternatives(survey, chapter)]);
  for (const [file, text] of reference) if (hidden.has(sourceOf(file))) hidden.set(`dist/${file}`, text);
  const open = [
    ...openFiles.map(([, text]) => text),
    ...[...reference].filter(([file]) => survey.street.has(sourceOf(file)) && !isHidden(sourceOf(file))).map(([, text]) => text),
    ...[...chapter.room].filter(([file]) => file.startsWith("skeleton/")).map(([, text]) => text),
    ...skeleton.values(),
  ];
  return { lines: secretLines(hidden, open), laterFiles: new Set([...survey.street.keys()].filter(isLater)) };
}

/** Other correct solutions give as much away as the reference. */
function alternatives(survey: CourseSurvey, chapter: ReadableChapter): readonly (readonly [string, string])[] {
  return survey.chapters
    .filter(isReadable)
    .filter(({ number }) => number >= chapter.number)
    .flatMap(({ stem, room }) => [...room].filter(([file]) => file.startsWith("alternatives/")).map(([file, text]) => [`chapters/${stem}/${file}`, text] as const));
}

/** `src/agent-loop.d.ts` was emitted from `src/agent-loop.ts`. */
function sourceOf(emitted: string): string {
  return emitted.replace(/(?:\.d\.ts|\.js)$/, ".ts");
}

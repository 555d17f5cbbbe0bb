/** Proof 3: the skeleton compiles, and declares exactly what the reference declares. */

import type { ApartBuild } from "./apart-build.ts";
import type { ReadableChapter } from "./course-survey.ts";
import { compareDeclarations, describeDifference } from "./declarations.ts";
import type { Problem } from "./problem.ts";

/**
 * @param skeleton the practice directory's package, compiled apart
 * @param reference the course package, compiled apart
 */
export function proveSkeleton(chapter: ReadableChapter, skeleton: ApartBuild, reference: ApartBuild): readonly Problem[] {
  const found = (code: Problem["code"], place: string, text: string): Problem => ({ code, chapter: chapter.stem, place, detail: { zh: text, en: text } });
  const errors = skeleton.errors.map(({ file, line, code, message }) => found("SKEL01", `${inRoom(chapter, file)}:${line}`, `${code} ${message}`));
  const untyped = reference.untyped
    .filter(({ file }) => isOwnSource(chapter, file))
    .map(({ file, line, message }) => found("SKEL03", `${file}:${line}`, message));
  const differing = chapter.manifest.sources.flatMap((source) => {
    const declarations = `src/${source.replace(/\.ts$/, ".d.ts")}`;
    const difference = compareDeclarations(reference.texts.get(declarations) ?? "", skeleton.texts.get(declarations) ?? "");
    const described = describeDifference(difference);
    return described === "" ? [] : [found("SKEL02", `chapters/${chapter.stem}/skeleton/${source}`, described)];
  });
  return [...errors, ...untyped, ...differing];
}

function isOwnSource({ manifest }: ReadableChapter, file: string): boolean {
  return manifest.sources.some((source) => file === `src/${source}`);
}

/** In the practice directory the skeleton stands at the source's place. */
function inRoom(chapter: ReadableChapter, file: string): string {
  return isOwnSource(chapter, file) ? `chapters/${chapter.stem}/skeleton/${file.slice("src/".length)}` : file;
}

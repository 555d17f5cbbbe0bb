/** Proof 2: nothing imports a later chapter, and nothing outside the course. */

import { isBuiltin } from "node:module";
import { ownerOf, resolveSpecifier, type ImportsOf } from "./chapter-owners.ts";
import type { CourseSurvey, SurveyedChapter } from "./course-survey.ts";
import type { ModuleReference } from "./module-syntax.ts";
import type { Problem } from "./problem.ts";

/** The modules that a file of the package refers to. */
export type ReferencesOf = (file: string) => readonly ModuleReference[];

export function proveDirection(survey: CourseSurvey, chapter: SurveyedChapter, referencesOf: ReferencesOf): readonly Problem[] {
  const importsOf = importsFrom(referencesOf);
  return [...survey.street.keys()]
    .filter((file) => ownerOf(survey, file, importsOf) === chapter)
    .flatMap((file) => referencesOf(file).flatMap((reference) => judge(survey, chapter, file, reference, importsOf)));
}

/** References as paths in the package, for following them. */
export function importsFrom(referencesOf: ReferencesOf): ImportsOf {
  return (file) => referencesOf(file).map(({ specifier }) => resolveSpecifier(file, specifier));
}

function judge(
  survey: CourseSurvey,
  chapter: SurveyedChapter,
  file: string,
  { specifier, line }: ModuleReference,
  importsOf: ImportsOf,
): readonly Problem[] {
  const place = `${file}:${line}`;
  const target = resolveSpecifier(file, specifier);
  if (!mayImport(file, specifier, target)) {
    const detail = { zh: `不该引入 ${specifier}。`, en: `It must not import ${specifier}.` };
    return [{ code: "DIR02", chapter: chapter.stem, place, detail }];
  }
  const owner = ownerOf(survey, target, importsOf);
  if (owner === undefined || owner.number <= chapter.number) return [];
  const detail = { zh: `引入了后面的 ${owner.stem}：${specifier}`, en: `Imports the later ${owner.stem}: ${specifier}` };
  return [{ code: "DIR01", chapter: chapter.stem, place, detail }];
}

function mayImport(file: string, specifier: string, target: string): boolean {
  if (!specifier.startsWith(".")) return specifier.startsWith("node:") && isBuiltin(specifier) && (file.startsWith("test/") || specifier !== "node:test");
  const fromSource = /^src\/[^/]+\.ts$/.test(target);
  return file.startsWith("src/") ? fromSource : fromSource || /^test\/support\/[^/]+\.ts$/.test(target);
}

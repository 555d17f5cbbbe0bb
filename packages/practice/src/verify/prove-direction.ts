/** Proof 2: nothing imports a later chapter, and nothing outside the course. */

import { isBuiltin } from "node:module";
import { resolveSpecifier } from "./chapter-owners.ts";
import type { SurveyedChapter } from "./course-survey.ts";
import type { CourseSyntax } from "./course-syntax.ts";
import type { ModuleReference } from "./module-syntax.ts";
import type { Problem } from "./problem.ts";

export function proveDirection(syntax: CourseSyntax, chapter: SurveyedChapter): readonly Problem[] {
  return syntax
    .filesOf(chapter)
    .flatMap((file) => syntax.referencesOf(file).flatMap((reference) => judge(syntax, chapter, file, reference)));
}

function judge(syntax: CourseSyntax, chapter: SurveyedChapter, file: string, { specifier, line }: ModuleReference): readonly Problem[] {
  const place = `${file}:${line}`;
  const target = resolveSpecifier(file, specifier);
  if (!mayImport(file, specifier, target)) {
    const detail = { zh: `不该引入 ${specifier}。`, en: `It must not import ${specifier}.` };
    return [{ code: "DIR02", chapter: chapter.stem, place, detail }];
  }
  const owner = syntax.ownerOf(target);
  if (owner === undefined || owner.number <= chapter.number) return [];
  const detail = { zh: `引入了后面的 ${owner.stem}：${specifier}`, en: `Imports the later ${owner.stem}: ${specifier}` };
  return [{ code: "DIR01", chapter: chapter.stem, place, detail }];
}

function mayImport(file: string, specifier: string, target: string): boolean {
  if (!specifier.startsWith(".")) return specifier.startsWith("node:") && isBuiltin(specifier);
  const fromSource = /^src\/[^/]+\.ts$/.test(target);
  return file.startsWith("src/") ? fromSource : fromSource || /^test\/support\/[^/]+\.ts$/.test(target);
}

/**
 * Reads a course as it stands, right or wrong: every text of the street and of the rooms.
 *
 * Unlike the reader that the commands use, it refuses nothing: what cannot be read is data for the
 * proofs, so that the problems of all chapters can be listed together.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseChapterManifest, type ChapterManifest } from "../chapter-manifest.ts";

export interface SurveyedChapter {
  /** The room's folder name: `07-agent-loop`. */
  readonly stem: string;
  /** The folder's two digits, also where the manifest says something else. */
  readonly number: string;
  readonly manifest: ChapterManifest | undefined;
  /** Why there is no manifest; `""` where there is one. */
  readonly manifestProblem: string;
  /** The room's texts by their path in the room (POSIX separators): `skeleton/agent-loop.ts`. */
  readonly room: ReadonlyMap<string, string>;
}

export interface CourseSurvey {
  /** The course package's folder (absolute). */
  readonly folder: string;
  /** Its name in package.json: `@pi/course`. */
  readonly packageName: string;
  /** Its folder relative to the workspace, POSIX separators: `packages/pi-course`. */
  readonly packagePath: string;
  /** In the order of their numbers. */
  readonly chapters: readonly SurveyedChapter[];
  /** The texts of `src/` and `test/` by their path in the package (POSIX separators). */
  readonly street: ReadonlyMap<string, string>;
}

/** A chapter whose manifest could be read. */
export type ReadableChapter = SurveyedChapter & { readonly manifest: ChapterManifest };

/** Reads the course package at `packagePath` in `workspace`. */
export function surveyCourse(workspace: string, packagePath: string): CourseSurvey {
  const folder = path.join(workspace, packagePath);
  const { name } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { name: string };
  const rooms = readdirSync(path.join(folder, "chapters"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map((entry) => entry.name)
    .sort();
  return {
    folder,
    packageName: name,
    packagePath,
    chapters: rooms.map((stem) => surveyChapter(path.join(folder, "chapters", stem), stem)),
    street: new Map([...textsUnder(folder, "src"), ...textsUnder(folder, "test")]),
  };
}

export function isReadable(chapter: SurveyedChapter): chapter is ReadableChapter {
  return chapter.manifest !== undefined;
}

/** The suite's path in the package: the stem ties it to its room. */
export function suiteOf(chapter: SurveyedChapter): string {
  return `test/${chapter.stem}.test.ts`;
}

function surveyChapter(room: string, stem: string): SurveyedChapter {
  const texts = new Map(textsUnder(room, ""));
  return { stem, number: stem.slice(0, 2), room: texts, ...readManifest(texts.get("chapter.json")) };
}

function readManifest(text: string | undefined): Pick<SurveyedChapter, "manifest" | "manifestProblem"> {
  if (text === undefined) return { manifest: undefined, manifestProblem: "there is no chapter.json" };
  try {
    return { manifest: parseChapterManifest(text), manifestProblem: "" };
  } catch (error) {
    return { manifest: undefined, manifestProblem: error instanceof Error ? error.message : String(error) };
  }
}

/** Every file under `root/under`, as pairs of its path relative to `root` and its text. */
function textsUnder(root: string, under: string): (readonly [string, string])[] {
  const folder = path.join(root, under);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name !== ".DS_Store")
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => [path.relative(root, file).split(path.sep).join("/"), readFileSync(file, "utf8")] as const);
}

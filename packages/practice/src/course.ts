/** The courses of a checkout: workspace packages with a `chapters/` folder, read as data. */

import fs from "node:fs";
import path from "node:path";
import { parseChapterManifest, type ChapterManifest } from "./chapter-manifest.ts";
import { CourseError, usageError } from "./course-error.ts";
import { JsonShapeError } from "./json-reader.ts";
import type { Language } from "./locale.ts";

export interface Chapter extends ChapterManifest {
  /** The room's folder name, which the suite shares: `07-agent-loop`. */
  readonly stem: string;
}

export interface Course {
  /** The checkout's root (absolute). */
  readonly root: string;
  /** The package's folder, relative to the root (POSIX separators): `packages/pi-course`. */
  readonly package: string;
  readonly name: string;
  readonly version: string;
  /** In the order of their numbers. */
  readonly chapters: readonly Chapter[];
}

/** The chapter's room, relative to the root (POSIX separators). */
export function roomOf(course: Course, chapter: Chapter): string {
  return `${course.package}/chapters/${chapter.stem}`;
}

/** The chapter's suite, relative to the root (POSIX separators). */
export function suiteOf(course: Course, chapter: Chapter): string {
  return `${course.package}/test/${chapter.stem}.test.ts`;
}

/** A source's path relative to the root, and to every practice directory (POSIX separators). */
export function sourcePathOf(course: Course, source: string): string {
  return `${course.package}/src/${source}`;
}

/** The chapters up to and including this one. */
export function chaptersUpTo(course: Course, chapter: Chapter): readonly Chapter[] {
  return course.chapters.filter((earlier) => earlier.number <= chapter.number);
}

/**
 * The course of a checkout.
 *
 * @param name the package's name; needed only where a checkout has several courses
 * @throws {CourseError} naming the file that cannot be read and the place in it; exit 2 where the name
 * is unknown, or missing among several courses
 */
export function loadCourse(root: string, language: Language, name?: string): Course {
  const packages = coursePackagesOf(root, language);
  const names = packages.map((candidate) => candidate.name);
  const chosen = packages.filter((candidate) => name === undefined || candidate.name === name);
  const [only] = chosen;
  if (only !== undefined && chosen.length === 1) return { ...only, root, chapters: loadChapters(root, only.package, language) };
  if (packages.length === 0) throw new CourseError(...messages[language].noCourse(root));
  throw usageError(...messages[language].whichCourse(names));
}

type CoursePackage = Pick<Course, "package" | "name" | "version">;

function coursePackagesOf(root: string, language: Language): readonly CoursePackage[] {
  return workspaceFolders(root, language)
    .filter((folder) => isDirectory(path.join(root, folder, "chapters")))
    .map((folder) => ({ package: folder, ...readIdentity(root, `${folder}/package.json`, language) }));
}

/** Every folder of the checkout that its package.json names as a workspace (POSIX separators). */
export function workspaceFolders(root: string, language: Language): readonly string[] {
  const { workspaces } = readJson(root, "package.json", language) as { readonly workspaces?: readonly string[] };
  const folders = (workspaces ?? []).flatMap((pattern) => {
    if (!pattern.endsWith("/*")) return [pattern];
    const parent = pattern.slice(0, -"/*".length);
    return isDirectory(path.join(root, parent)) ? fs.readdirSync(path.join(root, parent)).sort().map((name) => `${parent}/${name}`) : [];
  });
  return folders.filter((folder) => fs.existsSync(path.join(root, folder, "package.json")));
}

function readIdentity(root: string, file: string, language: Language): Pick<Course, "name" | "version"> {
  const { name, version } = readJson(root, file, language) as { readonly name?: unknown; readonly version?: unknown };
  if (typeof name !== "string" || typeof version !== "string") {
    throw new CourseError(...messages[language].unreadable(file, "name and version should be strings"));
  }
  return { name, version };
}

function loadChapters(root: string, coursePackage: string, language: Language): readonly Chapter[] {
  const rooms = `${coursePackage}/chapters`;
  const stems = fs
    .readdirSync(path.join(root, rooms), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map((entry) => entry.name)
    .sort();
  const chapters = stems.map((stem) => loadChapter(root, `${rooms}/${stem}`, stem, language));
  chapters.forEach((chapter, index) => {
    if (chapters[index + 1]?.number !== chapter.number) return;
    throw new CourseError(...messages[language].unreadable(`${rooms}/${chapter.stem}`, `number ${chapter.number} is taken twice`));
  });
  return chapters;
}

function loadChapter(root: string, room: string, stem: string, language: Language): Chapter {
  const file = `${room}/chapter.json`;
  const manifest = parse(file, language, () => parseChapterManifest(readText(root, file, language)));
  if (!stem.startsWith(`${manifest.number}-`)) {
    throw new CourseError(...messages[language].unreadable(file, `number should be the two digits of the folder ${stem}`));
  }
  return { ...manifest, stem };
}

function readJson(root: string, file: string, language: Language): unknown {
  return parse(file, language, () => JSON.parse(readText(root, file, language)));
}

function readText(root: string, file: string, language: Language): string {
  try {
    return fs.readFileSync(path.join(root, file), "utf8");
  } catch (error) {
    throw new CourseError(...messages[language].unreadable(file, (error as NodeJS.ErrnoException).code ?? String(error)));
  }
}

function parse<T>(file: string, language: Language, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof JsonShapeError || error instanceof SyntaxError) {
      throw new CourseError(...messages[language].unreadable(file, error.message));
    }
    throw error;
  }
}

function isDirectory(folder: string): boolean {
  return fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Problem and remedy of a {@link CourseError}. */
type Sentences = readonly [problem: string, remedy: string];

interface Messages {
  readonly noCourse: (root: string) => Sentences;
  readonly whichCourse: (names: readonly string[]) => Sentences;
  readonly unreadable: (file: string, reason: string) => Sentences;
}

const messages: { readonly [L in Language]: Messages } = {
  zh: {
    noCourse: (root) => [`${root} 里没有课程：没有哪个 workspace 带 chapters/ 文件夹。`, "请在课程的仓库里运行这条命令。"],
    whichCourse: (names) => ["这里不止一门课程，或者没有这个名字的课程。", `请用 -w 指明其中一门：${names.join("、")}`],
    unreadable: (file, reason) => [`${file} 有问题：${reason}`, "改好这个文件，再运行同一条命令。"],
  },
  en: {
    noCourse: (root) => [`There is no course in ${root}: no workspace has a chapters/ folder.`, "Run this command in the course's repository."],
    whichCourse: (names) => ["There are several courses here, or none of that name.", `Name one of them with -w: ${names.join(", ")}`],
    unreadable: (file, reason) => [`${file} is not as it should be: ${reason}`, "Mend this file, then run the same command again."],
  },
};

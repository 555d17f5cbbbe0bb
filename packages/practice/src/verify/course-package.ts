/** Finds the course in a checkout without reading its chapters: they may be wrong. */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { workspaceFolders } from "../course.ts";
import { CourseError, usageError } from "../course-error.ts";
import type { Language } from "../locale.ts";

/**
 * The folder of the course package, relative to `root` (POSIX separators).
 *
 * @param name the package's name; needed only where a checkout has several courses
 * @throws {CourseError} where there is no course, or none of that name
 */
export function findCoursePackage(root: string, language: Language, name?: string): string {
  const courses = workspaceFolders(root, language)
    .filter((folder) => existsSync(path.join(root, folder, "chapters")))
    .map((folder) => ({ folder, name: nameOf(path.join(root, folder, "package.json")) }));
  const chosen = courses.filter((course) => name === undefined || course.name === name);
  const [only] = chosen;
  if (only !== undefined && chosen.length === 1) return only.folder;
  const names = courses.map((course) => course.name).join(", ");
  if (courses.length === 0) throw new CourseError(...messages[language].none(root));
  throw usageError(...messages[language].which(names));
}

function nameOf(packageJson: string): string {
  return String((JSON.parse(readFileSync(packageJson, "utf8")) as { readonly name?: unknown }).name);
}

type Sentences = readonly [problem: string, remedy: string];

const messages: { readonly [L in Language]: { readonly none: (root: string) => Sentences; readonly which: (names: string) => Sentences } } = {
  zh: {
    none: (root) => [`${root} 里没有课程：没有哪个 workspace 带 chapters/ 文件夹。`, "请在课程的仓库里运行这条命令。"],
    which: (names) => ["这里不止一门课程，或者没有这个名字的课程。", `请用 --course 指明其中一门：${names}`],
  },
  en: {
    none: (root) => [`There is no course in ${root}: no workspace has a chapters/ folder.`, "Run this command in the course's repository."],
    which: (names) => ["There are several courses here, or none of that name.", `Name one of them with --course: ${names}`],
  },
};

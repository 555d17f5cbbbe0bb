/** Decides where a practice directory is made, or why it is not made there. */

import fs from "node:fs";
import path from "node:path";
import type { Course } from "../course.ts";
import { CourseError } from "../course-error.ts";
import type { Language, Text } from "../locale.ts";
import { shellWord } from "../shell-word.ts";
import type { Site } from "./perform-plan.ts";
import { enterCommand } from "./practice-report.ts";
import { isInside, outerWorkspace } from "./surroundings.ts";
import { inspectTarget, type Target } from "./target.ts";

/**
 * The site at `directory` (absolute). Looks only.
 *
 * @param longest the longest path that the directory will hold, relative to it
 * @throws {CourseError} where the target is taken, cannot be used, or lies in the wrong place
 */
export function findSite(course: Course, directory: string, longest: string, language: Language): Site {
  const say = messages[language];
  const target = inspectTarget(directory);
  const folder = target.kind === "free" ? target.folder : "directory" in target ? target.directory : undefined;
  if (folder !== undefined && isInside(folder, course.root)) {
    throw new CourseError(...say.insideRepository(directory, shellWord(siblingFor(course.root, directory))));
  }
  if (target.kind !== "free" && target.kind !== "empty") throw takenError(course, directory, target, language);
  // Node refuses to load a module from such a path, so nothing there could be built or run.
  if (path.sep === "/" && directory.includes("\\")) throw new CourseError(...say.hasBackslash(directory));
  const outer = target.kind === "free" ? outerWorkspace(target.folder, target.missing, course.package) : outerWorkspace(target.directory, [], course.package);
  if (outer?.pattern !== undefined) throw new CourseError(...say.insideWorkspace(directory, outer.manifest, outer.pattern));
  if (outer !== undefined) throw new CourseError(...say.belowNoList(outer.manifest));
  if (isTooLong(path.join(directory, longest))) throw new CourseError(...say.tooLong(directory));
  return target;
}

function takenError(course: Course, directory: string, target: Exclude<Target, Site>, language: Language): CourseError {
  const say = messages[language];
  switch (target.kind) {
    case "practice": {
      const { record } = target;
      if (record.course !== course.name) return new CourseError(...say.isOtherPractice(directory, record.course));
      return new CourseError(...say.isPractice(directory, record.chapter, record.title, `${enterCommand(directory)} && npm run check`));
    }
    case "occupied":
      return new CourseError(...say.isOccupied(directory, target.names.length > 5 ? [...target.names.slice(0, 5), "…"] : target.names));
    case "being-filled":
      return new CourseError(...say.isBeingFilled(directory));
    case "file":
      return new CourseError(...say.isFile(target.at));
    case "dangling-link":
      return new CourseError(...say.isDangling(target.at, target.to));
    case "link-loop":
      return new CourseError(...say.isLoop(target.at));
    case "unreachable":
      return new CourseError(...(target.code === "ENAMETOOLONG" ? say.tooLong(directory) : say.unreachable(target.at, target.code)));
    default:
      return target satisfies never;
  }
}

/** The system knows its own limits, of a name and of a whole path. */
function isTooLong(file: string): boolean {
  try {
    fs.lstatSync(file, { throwIfNoEntry: false });
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENAMETOOLONG";
  }
}

/** A place beside the repository that is still free, named after the target. */
function siblingFor(root: string, directory: string): string {
  const wanted = path.join(path.dirname(root), directory === root ? "practice" : path.basename(directory));
  for (let number = 1; ; number += 1) {
    const sibling = number === 1 ? wanted : `${wanted}-${number}`;
    if (!fs.existsSync(sibling)) return sibling;
  }
}

/** Each entry gives the problem and the remedy of a `CourseError`. */
interface SiteMessages {
  readonly insideRepository: (target: string, sibling: string) => readonly [string, string];
  readonly insideWorkspace: (target: string, manifest: string, pattern: string) => readonly [string, string];
  readonly belowNoList: (manifest: string) => readonly [string, string];
  readonly isPractice: (target: string, chapter: string, title: Text, check: string) => readonly [string, string];
  readonly isOtherPractice: (target: string, course: string) => readonly [string, string];
  readonly isOccupied: (target: string, names: readonly string[]) => readonly [string, string];
  readonly isBeingFilled: (target: string) => readonly [string, string];
  readonly isFile: (at: string) => readonly [string, string];
  readonly isDangling: (at: string, to: string) => readonly [string, string];
  readonly isLoop: (at: string) => readonly [string, string];
  readonly tooLong: (target: string) => readonly [string, string];
  readonly hasBackslash: (target: string) => readonly [string, string];
  readonly unreachable: (at: string, code: string) => readonly [string, string];
}

const messages: { readonly [L in Language]: SiteMessages } = {
  zh: {
    insideRepository: (target, sibling) => [`${target} 在课程仓库里面，练习目录要放在外面。`, `可以放在旁边：${sibling}`],
    insideWorkspace: (target, manifest, pattern) => [
      `${manifest} 的 workspaces 里有 ${JSON.stringify(pattern)}，会把 ${target} 也算进去，npm 就看不到练习目录自己的 workspace 了。`,
      "换一个不被它匹配的地方。",
    ],
    belowNoList: (manifest) => [`${manifest} 的 workspaces 不是列表，在它下面的目录里 npm 都用不了。`, "改好这个文件，或者换一个地方。"],
    isPractice: (target, chapter, title, check) => [`${target} 已经是第 ${chapter} 章（${title.zh}）的练习目录。`, `接着做：${check}；重新开始，就另选一个新目录。`],
    isOtherPractice: (target, course) => [`${target} 是另一门课程 ${course} 的练习目录。`, "另选一个新目录。"],
    isOccupied: (target, names) => [`${target} 里已经有别的文件：${names.join("、")}`, "另选一个新目录，或者空目录。"],
    isBeingFilled: (target) => [`另一条 practice 命令正在往 ${target} 里写。`, "等它结束，或者另选一个新目录。"],
    isFile: (at) => [`${at} 是文件，不是目录。`, "另选一个新目录。"],
    isDangling: (at, to) => [`${at} 是一个符号链接，指向不存在的 ${to}。`, "删掉这个链接，或者另选一个新目录。"],
    isLoop: (at) => [`${at} 是一个绕回自己的符号链接。`, "删掉这个链接，或者另选一个新目录。"],
    tooLong: (target) => [`路径太长，文件系统放不下：${target}`, "选一个短一些的目录。"],
    hasBackslash: (target) => [`路径里有反斜杠，Node 不从这样的路径加载模块：${target}`, "换一个没有反斜杠的目录。"],
    unreachable: (at, code) => [`看不了 ${at} 里面有什么（${code}）。`, "改它的权限，或者另选一个新目录。"],
  },
  en: {
    insideRepository: (target, sibling) => [`${target} is inside the course's repository; a practice directory stands outside it.`, `A place beside it: ${sibling}`],
    insideWorkspace: (target, manifest, pattern) => [
      `The workspaces of ${manifest} have ${JSON.stringify(pattern)}, which takes in ${target}: npm would not see the directory's own workspace.`,
      "Choose a place that it does not match.",
    ],
    belowNoList: (manifest) => [`The workspaces of ${manifest} are no list: npm works in no folder below it.`, "Mend this file, or choose another place."],
    isPractice: (target, chapter, title, check) => [`${target} is a practice directory of chapter ${chapter} (${title.en}) already.`, `Go on there: ${check}; or start again in a new directory.`],
    isOtherPractice: (target, course) => [`${target} is a practice directory of another course, ${course}.`, "Choose a new directory."],
    isOccupied: (target, names) => [`${target} has other files in it: ${names.join(", ")}`, "Choose a new or an empty directory."],
    isBeingFilled: (target) => [`Another practice command is filling ${target} right now.`, "Wait for it to end, or choose a new directory."],
    isFile: (at) => [`${at} is a file, not a directory.`, "Choose a new directory."],
    isDangling: (at, to) => [`${at} is a symlink that dangles: ${to} does not exist.`, "Remove the link, or choose a new directory."],
    isLoop: (at) => [`${at} is a symlink that leads back to itself.`, "Remove the link, or choose a new directory."],
    tooLong: (target) => [`The path is too long for the file system: ${target}`, "Choose a shorter directory."],
    hasBackslash: (target) => [`There is a backslash in the path, and Node loads no module from such a path: ${target}`, "Choose a directory without a backslash."],
    unreachable: (at, code) => [`What is in ${at} cannot be seen (${code}).`, "Change its permissions, or choose a new directory."],
  },
};

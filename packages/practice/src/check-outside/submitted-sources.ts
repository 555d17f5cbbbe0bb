/** Takes from somebody's practice directory the only thing that counts there: the chapter's own sources. */

import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { CourseError } from "../course-error.ts";
import { chaptersUpTo, sourcePathOf, type Chapter, type Course } from "../course.ts";
import type { Language } from "../locale.ts";
import type { ReplacedSource } from "../practice/practice-plan.ts";
import { reachableFrom } from "../practice/relative-imports.ts";

/** Bytes; a source that a person writes has a hundredth of it. */
const LARGEST_SOURCE = 1_000_000;

/**
 * The chapter's sources in `directory`, and modules of the learner's own making beside them that they
 * import. Every other file comes from the checkout.
 * @param directory absolute
 * @throws {CourseError} when a source is missing, no regular file, reached through a symbolic link, or too large
 */
export function submittedSources(directory: string, course: Course, chapter: Chapter, language: Language): ReadonlyMap<string, ReplacedSource> {
  const owned = new Set(chaptersUpTo(course, chapter).flatMap((owner) => owner.sources.map((source) => sourcePathOf(course, source))));
  const submitted = new Map<string, Buffer>();
  const read = (path: string): string => {
    const content = submitted.get(path) ?? readSubmitted(directory, path, language);
    submitted.set(path, content);
    return content.toString("utf8");
  };
  const isOwnMaking = (path: string) => !owned.has(path) && path.startsWith(`${course.package}/src/`) && existsSync(join(directory, path));
  for (const source of chapter.sources) {
    const path = sourcePathOf(course, source);
    read(path);
    reachableFrom(path, (reached) => (reached === path || isOwnMaking(reached) ? read(reached) : undefined));
  }
  return new Map([...submitted].map(([path, content]) => [path, { content, origin: "learner" }]));
}

function readSubmitted(directory: string, path: string, language: Language): Buffer {
  const say = messages[language];
  const place = join(directory, path);
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats === undefined) throw new CourseError(say.missing(path), say.complete);
  // A link could lead to a file of somebody else's; a pipe would never end.
  if (!stats.isFile() || realpathSync.native(place) !== join(realpathSync.native(directory), path)) throw new CourseError(say.irregular(path), say.complete);
  if (stats.size > LARGEST_SOURCE) throw new CourseError(say.tooLarge(path, stats.size), say.complete);
  return readFileSync(place);
}

const messages = {
  zh: {
    missing: (path: string) => `练习目录里没有 ${path}`,
    irregular: (path: string) => `${path} 不是练习目录里的普通文件`,
    tooLarge: (path: string, bytes: number) => `${path} 太大了：${bytes} 字节`,
    complete: "验收要用到本章的每一个源文件。请让写代码的人补好它，或者在那个目录里运行：npm run reset",
  },
  en: {
    missing: (path: string) => `${path} is not in the practice directory`,
    irregular: (path: string) => `${path} is no regular file of the practice directory`,
    tooLarge: (path: string, bytes: number) => `${path} is too large: ${bytes} bytes`,
    complete: "The verdict needs every source of the chapter. Have its author mend it, or run this in that directory: npm run reset",
  },
};

/** Which chapter a file of `test/support/` belongs to. */

import { sourcePathOf, type Chapter, type Course } from "../course.ts";
import { reachableFrom } from "./relative-imports.ts";

/**
 * The highest chapter among the sources that a support file imports, directly or through another
 * support file; the first chapter where it imports none. A source's own imports need no walk: they
 * lead to earlier chapters only.
 *
 * @param file its path relative to the root
 * @param supportTexts the texts of all support files, by the same kind of path
 */
export function ownerOfSupport(course: Course, file: string, supportTexts: ReadonlyMap<string, string>): Chapter | undefined {
  const reached = reachableFrom(file, (path) => supportTexts.get(path));
  const owners = course.chapters.filter((chapter) => chapter.sources.some((source) => reached.has(sourcePathOf(course, source))));
  return owners.at(-1) ?? course.chapters[0];
}

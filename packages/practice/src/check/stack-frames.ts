/** Finds the learner's own line in a stack. */

import { isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The first frame of a stack that lies in one of the folders, as `path:line:column`.
 * @param root the practice directory, absolute
 * @param folder relative to it, with POSIX separators: `packages/pi-course/src`
 * @returns the path relative to the root, with POSIX separators
 */
export function firstFrameIn(stack: string, root: string, folder: string): string | undefined {
  for (const line of stack.split("\n")) {
    // `at name (place:1:2)`, `at place:1:2`, `at async place:1:2`
    const place = /^\s*at (?:.*\()?(?:async )?(.+?):(\d+):(\d+)\)?$/.exec(line);
    const path = place?.[1] === undefined ? undefined : pathOf(place[1]);
    if (place === null || path === undefined) continue;
    const inside = relative(root, path).split(sep).join("/");
    if (!isAbsolute(inside) && inside.startsWith(`${folder}/`)) return `${inside}:${place[2]}:${place[3]}`;
  }
  return undefined;
}

function pathOf(place: string): string | undefined {
  if (!place.startsWith("file:")) return isAbsolute(place) ? place : undefined;
  try {
    return fileURLToPath(place);
  } catch {
    return undefined;
  }
}

/** Where the user was when a command was typed. */

import path from "node:path";
import type { Environment } from "../locale.ts";

/**
 * The folder that relative paths of the command line are relative to.
 *
 * npm runs a script in its package's folder and leaves the user's own folder in `INIT_CWD`. The variable
 * is inherited by everything below, so it counts only where npm has started this very command: the
 * script's package is one of this checkout, and we are still in its folder.
 *
 * @param root the checkout's root, `current` the process's folder (both absolute)
 */
export function typingPlace(environment: Environment, root: string, current: string): string {
  const { INIT_CWD: typed, npm_package_json: manifest } = environment;
  if (typed === undefined || !path.isAbsolute(typed) || manifest === undefined) return current;
  const startedHere = samePath(path.dirname(manifest), current) && isWithin(current, root);
  return startedHere ? typed : current;
}

function isWithin(folder: string, root: string): boolean {
  const relative = path.relative(root, folder);
  return relative === "" || (relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

function samePath(left: string, right: string): boolean {
  return path.relative(left, right) === "";
}

/** `.practice/saved/<time>/`: where files go before a command of ours replaces them. Nothing is ever overwritten. */

import { mkdirSync, renameSync, writeFileSync, lstatSync } from "node:fs";
import { dirname, join } from "node:path";

/** Relative to the practice directory (POSIX separators). */
export const SAVED_PATH = ".practice/saved";

/** Takes files out of the way, all of one command into one folder. */
export interface SavedFolder {
  /** Moves a file (or whatever stands at its path) here; answers with its new path, relative to the root. */
  take(path: string): string;
}

/**
 * The folder is made with the first file that is taken.
 * @param root the practice directory, absolute
 * @param now the time that names the folder
 */
export function createSavedFolder(root: string, now: Date): SavedFolder {
  let folder: string | undefined;
  return {
    take(path) {
      folder ??= makeFolder(root, now);
      const saved = `${folder}/${path}`;
      mkdirSync(dirname(join(root, saved)), { recursive: true });
      renameSync(join(root, path), join(root, saved));
      return saved;
    },
  };
}

/** `2025-12-01T08-30-00Z`, and `-2`, `-3`, … where that is taken: `mkdir` decides, so that two commands at once cannot share it. */
function makeFolder(root: string, now: Date): string {
  mkdirSync(join(root, SAVED_PATH), { recursive: true });
  const name = now.toISOString().replace(/\.\d+Z$/, "Z").replaceAll(":", "-");
  for (let attempt = 1; ; attempt += 1) {
    const folder = `${SAVED_PATH}/${attempt === 1 ? name : `${name}-${attempt}`}`;
    try {
      mkdirSync(join(root, folder));
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Whether anything stands at the path, a dangling symbolic link included. */
export function standsAt(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Writes a file in one step: a reader sees the old content or the new one. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}

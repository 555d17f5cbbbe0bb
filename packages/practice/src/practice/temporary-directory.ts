/** Temporary directories that carry their maker's name, so that nobody else's are swept away. */

import fs from "node:fs";
import path from "node:path";
import { presenceOf, type Presence, type ProcessIdentity } from "./process-identity.ts";

/** A temporary directory of another machine counts as abandoned after this long: making one takes seconds. */
const FOREIGN_AGE_MS = 3_600_000;

/** `.pi-<machine>-<pid>-<start>`: about twenty characters, short beside any name that a target may have. */
export function temporaryName({ machine, pid, start }: ProcessIdentity): string {
  return `.pi-${machine}-${pid.toString(36)}-${start}`;
}

/** The maker that a name carries; `undefined` for a name that is not of this kind. */
export function makerOf(name: string): ProcessIdentity | undefined {
  const [, machine, pid, start] = /^\.pi-([0-9a-f]{4})-([0-9a-z]{1,7})-([0-9a-f]{8}|0)$/.exec(name) ?? [];
  return machine === undefined || pid === undefined || start === undefined ? undefined : { machine, pid: parseInt(pid, 36), start };
}

/** The temporary directories in a folder whose makers are gone, by name. A folder that cannot be read has none. */
export function abandonedIn(folder: string, presence: (maker: ProcessIdentity) => Presence = presenceOf): readonly string[] {
  return temporariesIn(folder).filter((name) => {
    const maker = makerOf(name);
    if (maker === undefined) return false;
    const state = presence(maker);
    return state === "gone" || (state === "unknown" && ageOf(path.join(folder, name)) > FOREIGN_AGE_MS);
  });
}

/** Every temporary directory in a folder, abandoned or not. */
export function temporariesIn(folder: string): readonly string[] {
  try {
    return fs
      .readdirSync(folder)
      .filter((name) => makerOf(name) !== undefined && fs.lstatSync(path.join(folder, name)).isDirectory());
  } catch {
    return [];
  }
}

/** Removes what killed runs have left in a folder. What cannot be removed stays, and is in nobody's way. */
export function sweep(folder: string): void {
  for (const name of abandonedIn(folder)) {
    try {
      fs.rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch {
      continue;
    }
  }
}

function ageOf(folder: string): number {
  return Date.now() - (fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

/** What stands at the place where a practice directory is to be made. Looks only; changes nothing. */

import fs from "node:fs";
import path from "node:path";
import { parsePracticeRecord, PRACTICE_RECORD_PATH, type PracticeRecord } from "../practice-record.ts";
import { halfFilledEntries } from "./half-filled.ts";
import { abandonedIn, temporariesIn } from "./temporary-directory.ts";

/** All paths are absolute; `folder` and `directory` are real paths. */
export type Target =
  /** Nothing is there. `missing` are the names from the nearest existing folder down to the target. */
  | { readonly kind: "free"; readonly folder: string; readonly missing: readonly [string, ...string[]] }
  /** An empty directory; `leftovers` are the names of what a killed run has left in it. */
  | { readonly kind: "empty"; readonly directory: string; readonly leftovers: readonly string[] }
  | { readonly kind: "being-filled"; readonly directory: string }
  | { readonly kind: "practice"; readonly directory: string; readonly record: PracticeRecord }
  | { readonly kind: "occupied"; readonly directory: string; readonly names: readonly string[] }
  /** `at` is the target or something above it. */
  | { readonly kind: "file"; readonly at: string }
  | { readonly kind: "dangling-link"; readonly at: string; readonly to: string }
  /** `at` is a symlink that leads back to itself. */
  | { readonly kind: "link-loop"; readonly at: string }
  | { readonly kind: "unreachable"; readonly at: string; readonly code: string };

/** Files that a file manager leaves in a directory that its user calls empty. */
const IGNORED = new Set([".DS_Store"]);

export function inspectTarget(target: string): Target {
  const missing: string[] = [];
  for (let at = target; ; at = path.dirname(at)) {
    const entry = look(at);
    if (entry.kind === "absent" && at !== path.dirname(at)) {
      missing.unshift(path.basename(at));
      continue;
    }
    if (entry.kind !== "directory") return entry.kind === "absent" ? { kind: "unreachable", at, code: "ENOENT" } : entry;
    const [first, ...rest] = missing;
    return first === undefined ? inspectDirectory(entry.real) : { kind: "free", folder: entry.real, missing: [first, ...rest] };
  }
}

type Entry =
  | { readonly kind: "absent" }
  | { readonly kind: "directory"; readonly real: string }
  | Extract<Target, { kind: "file" | "dangling-link" | "link-loop" | "unreachable" }>;

function look(at: string): Entry {
  try {
    const stats = fs.statSync(at, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: "dangling-link", at, to: fs.readlinkSync(at) };
    return stats.isDirectory() ? { kind: "directory", real: fs.realpathSync.native(at) } : { kind: "file", at };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    if (code === "ELOOP" && isLink(at)) return { kind: "link-loop", at };
    // ENOTDIR, ELOOP: something above is a file or a loop; it is found on the way up.
    return code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" ? { kind: "absent" } : { kind: "unreachable", at, code };
  }
}

function isLink(at: string): boolean {
  try {
    return fs.lstatSync(at).isSymbolicLink();
  } catch {
    return false;
  }
}

function inspectDirectory(directory: string): Target {
  const names = namesIn(directory);
  if (names === undefined) return { kind: "unreachable", at: directory, code: "EACCES" };
  const abandoned = abandonedIn(directory);
  const others = names.filter((name) => !IGNORED.has(name) && !abandoned.includes(name));
  const record = recordIn(directory);
  if (others.length === 0) return { kind: "empty", directory, leftovers: abandoned };
  if (record !== undefined) return { kind: "practice", directory, record };
  if (temporariesIn(directory).length > abandoned.length) return { kind: "being-filled", directory };
  const ours = abandoned.flatMap((name) => halfFilledEntries(directory, name));
  if (others.every((name) => ours.includes(name))) return { kind: "empty", directory, leftovers: [...others, ...abandoned] };
  return { kind: "occupied", directory, names: others };
}

function namesIn(directory: string): readonly string[] | undefined {
  try {
    return fs.readdirSync(directory);
  } catch {
    return undefined;
  }
}

function recordIn(directory: string): PracticeRecord | undefined {
  try {
    return parsePracticeRecord(fs.readFileSync(path.join(directory, PRACTICE_RECORD_PATH), "utf8"));
  } catch {
    return undefined;
  }
}

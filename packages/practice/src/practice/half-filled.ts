/** What a killed run has moved into an empty directory before it was done. */

import fs from "node:fs";
import path from "node:path";
import { hashOf, parsePracticeRecord, PRACTICE_RECORD_PATH } from "../practice-record.ts";

/**
 * The entries of a directory that a killed run has put there, by name.
 *
 * The run's temporary directory becomes `.practice` in its last act, so its record is complete before
 * the first entry is moved. An entry is the run's own only if every file in it is one of the record's,
 * unchanged; anything else is the user's and stays.
 *
 * @param temporary the name of the abandoned temporary directory in `directory`
 */
export function halfFilledEntries(directory: string, temporary: string): readonly string[] {
  const given = givenFiles(path.join(directory, temporary));
  if (given === undefined) return [];
  const names = new Set([...given.keys()].map((file) => file.split("/")[0] ?? ""));
  return fs.readdirSync(directory).filter((name) => name === "node_modules" || (names.has(name) && isAsGiven(directory, name, given)));
}

function givenFiles(temporary: string): ReadonlyMap<string, string> | undefined {
  try {
    const inPractice = path.posix.relative(".practice", PRACTICE_RECORD_PATH);
    return parsePracticeRecord(fs.readFileSync(path.join(temporary, inPractice), "utf8")).files;
  } catch {
    return undefined;
  }
}

function isAsGiven(directory: string, name: string, given: ReadonlyMap<string, string>): boolean {
  return filesUnder(directory, name).every((file) => given.get(file) === hashOf(fs.readFileSync(path.join(directory, file))));
}

/** Relative to the directory, POSIX separators. */
function filesUnder(directory: string, name: string): readonly string[] {
  const entry = path.join(directory, name);
  if (!fs.lstatSync(entry).isDirectory()) return [name];
  return fs
    .readdirSync(entry, { withFileTypes: true, recursive: true })
    .filter((found) => !found.isDirectory())
    .map((found) => path.relative(directory, path.join(found.parentPath, found.name)).split(path.sep).join("/"));
}

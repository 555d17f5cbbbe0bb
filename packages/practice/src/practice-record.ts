/** `.practice/practice.json`: what a practice directory is, and a hash for every file that was given. */

import { createHash } from "node:crypto";
import { readArray, readMap, readMatching, readNumber, readObject, readString, type Read } from "./json-reader.ts";

/** Where the record stands in a practice directory (POSIX separators). */
export const PRACTICE_RECORD_PATH = ".practice/practice.json";

/** The shape's version; a record of another version is refused with a remedy. */
export const PRACTICE_RECORD_FORMAT = 1;

const readText = readObject({ zh: readString, en: readString });
const readHash = readMatching(/^[0-9a-f]{64}$/, "a SHA-256 in hexadecimal");

const readSuite = readObject({
  /** Two digits. */
  chapter: readString,
  /** The suite's source, relative to the directory: `packages/pi-course/test/07-agent-loop.test.ts`. */
  file: readString,
  steps: readArray(
    readObject({ tag: readString, pattern: readString, title: readText, place: readString, tests: readArray(readString) }),
  ),
});

const readRecord = readObject({
  format: readNumber,
  /** The course package's name and version. */
  course: readString,
  courseVersion: readString,
  /** The chapter's two digits, stem and title. */
  chapter: readString,
  stem: readString,
  title: readText,
  /** The course package's folder, relative to the directory: `packages/pi-course`. */
  package: readString,
  /** The files that the learner writes, relative to the directory. */
  sources: readArray(readString),
  /** The suites of this chapter and of every earlier one, oldest first; the last is the chapter's own. */
  suites: readArray(readSuite),
  /** SHA-256 of every given file as it was given, by its path relative to the directory (POSIX separators). */
  files: readMap(readHash),
  /** SHA-256 of the chapter's skeletons, by the same paths: also known when the sources came from elsewhere. */
  skeletons: readMap(readHash),
});

export type PracticeSuite = Read<typeof readSuite>;
export type PracticeRecord = Read<typeof readRecord>;

/**
 * Parses the text of a `practice.json`.
 * @throws {JsonShapeError} with the path of the first thing that is wrong
 * @throws {SyntaxError} when the text is no JSON
 */
export function parsePracticeRecord(text: string): PracticeRecord {
  return readRecord(JSON.parse(text), "");
}

/** The record's text: maps become objects, with a trailing newline. */
export function formatPracticeRecord(record: PracticeRecord): string {
  const json = { ...record, files: Object.fromEntries(record.files), skeletons: Object.fromEntries(record.skeletons) };
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** SHA-256 of a file's content, in hexadecimal. */
export function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

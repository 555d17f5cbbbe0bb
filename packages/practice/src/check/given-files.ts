/** The given files: which of them differ from what was given, and how the tests are put back. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CourseError } from "../course-error.ts";
import type { Language } from "../locale.ts";
import { hashOf, type PracticeRecord } from "../practice-record.ts";
import { createSavedFolder, standsAt, writeWhole } from "./saved-files.ts";

/** Pristine copies of the given files, by the same paths; relative to the practice directory. */
export const GIVEN_PATH = ".practice/given";

/** What differs, by path. */
export interface GivenChanges {
  /** What the verdict stands on: suites, their support, and the build's settings. They are put back. */
  readonly tests: readonly string[];
  /** Given sources of earlier chapters: the learner's to put back, since she may be trying something. */
  readonly sources: readonly string[];
}

/** A file that was put back; `saved` is where the changed one is now, unless there was none. */
export interface RestoredFile {
  readonly path: string;
  readonly saved: string | null;
}

/** Decides what a changed file means for the verdict; other given files, such as the text, mean nothing. */
export function sortChanges(record: PracticeRecord, changed: readonly string[]): GivenChanges {
  const own = new Set(record.sources);
  return {
    tests: changed.filter((path) => path.startsWith(`${record.package}/test/`) || /(^|\/)(package|tsconfig[^/]*)\.json$/.test(path)),
    sources: changed.filter((path) => path.startsWith(`${record.package}/src/`) && !own.has(path)),
  };
}

/** The given files that are missing or have another content, in the record's order. */
export function changedFiles(root: string, record: PracticeRecord): readonly string[] {
  return [...record.files].filter(([path, hash]) => hashAt(join(root, path)) !== hash).map(([path]) => path);
}

/**
 * Puts given files back, and keeps what stood in their place.
 * @throws {CourseError} when the pristine copy is not the one that was given; then nothing is touched
 */
export function restoreGivenFiles(root: string, record: PracticeRecord, paths: readonly string[], now: Date, language: Language): readonly RestoredFile[] {
  const originals = paths.map((path) => ({ path, content: pristine(root, record, path, language) }));
  const folder = createSavedFolder(root, now);
  return originals.map(({ path, content }) => {
    const saved = standsAt(join(root, path)) ? folder.take(path) : null;
    writeWhole(join(root, path), content);
    return { path, saved };
  });
}

/** The content that a file was given with, or of a source of this chapter its skeleton's. @throws {CourseError} */
export function pristine(root: string, record: PracticeRecord, path: string, language: Language): Uint8Array {
  const copy = `${GIVEN_PATH}/${path}`;
  const content = contentAt(join(root, copy));
  const hash = content === undefined ? undefined : hashOf(content);
  if (content === undefined || (hash !== record.files.get(path) && hash !== record.skeletons.get(path))) {
    throw new CourseError(messages[language].lostCopy(copy), messages[language].remake);
  }
  return content;
}

function hashAt(path: string): string | undefined {
  const content = contentAt(path);
  return content === undefined ? undefined : hashOf(content);
}

/** Whatever cannot be read as a file is not the given file. */
function contentAt(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

const messages = {
  zh: {
    lostCopy: (copy: string) => `原件的副本不见了，或者被改动过：${copy}`,
    remake: "没有它就无法恢复测试。请在课程仓库里新建一个练习目录，并用 --from 带走你写的代码：npm run practice -- --list",
  },
  en: {
    lostCopy: (copy: string) => `The pristine copy is gone or was changed: ${copy}`,
    remake: "Without it the tests cannot be restored. Make a new practice directory in the course's checkout, and take your sources along with --from: npm run practice -- --list",
  },
};

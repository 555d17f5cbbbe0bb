/** Finds the practice directory that a learner's command is meant for, and reads its record. */

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CourseError } from "../course-error.ts";
import type { Language } from "../locale.ts";
import { parsePracticeRecord, PRACTICE_RECORD_FORMAT, PRACTICE_RECORD_PATH, type PracticeRecord } from "../practice-record.ts";
import { JsonShapeError } from "../json-reader.ts";

export interface PracticeDirectory {
  /** Absolute, symbolic links resolved. */
  readonly root: string;
  readonly record: PracticeRecord;
}

const messages = {
  zh: {
    notOne: (start: string) => `这里不是练习目录：${start}`,
    goThere: "请进入用 npm run practice 建立的目录，再运行这条命令。",
    unreadable: (path: string, why: string) => `读不懂 ${path}：${why}`,
    remake: "它记录着这个目录发了哪些文件。请在课程仓库里新建一个练习目录：npm run practice -- --list",
    otherFormat: (format: number) => `这个目录的记录是第 ${format} 版格式，这里的命令只认得第 ${PRACTICE_RECORD_FORMAT} 版。`,
  },
  en: {
    notOne: (start: string) => `This is not a practice directory: ${start}`,
    goThere: "Go to a directory that `npm run practice` made, and run the command there.",
    unreadable: (path: string, why: string) => `Cannot read ${path}: ${why}`,
    remake: "It records which files were given. Make a new practice directory in the course's checkout: npm run practice -- --list",
    otherFormat: (format: number) => `This directory's record has format ${format}; these commands know format ${PRACTICE_RECORD_FORMAT} only.`,
  },
};

/**
 * The nearest practice directory at or above the first of these places that has one.
 * @throws {CourseError} when there is none, or its record is broken
 */
export function findPracticeDirectory(places: readonly string[], language: Language): PracticeDirectory {
  const found = places.map(nearestPractice).find((directory) => directory !== undefined);
  if (found === undefined) throw new CourseError(messages[language].notOne(places[0] ?? ""), messages[language].goThere);
  return openPracticeDirectory(found, language);
}

function nearestPractice(place: string): string | undefined {
  for (let directory = resolve(place); ; directory = dirname(directory)) {
    if (existsSync(join(directory, PRACTICE_RECORD_PATH))) return directory;
    if (dirname(directory) === directory) return undefined;
  }
}

/** @throws {CourseError} when `directory` is no practice directory, or its record is broken */
export function openPracticeDirectory(directory: string, language: Language): PracticeDirectory {
  const say = messages[language];
  const path = join(directory, PRACTICE_RECORD_PATH);
  if (!existsSync(path)) throw new CourseError(say.notOne(directory), say.goThere);
  const text = readFileSync(path, "utf8");
  const format = formatOf(text);
  if (format !== undefined && format !== PRACTICE_RECORD_FORMAT) throw new CourseError(say.otherFormat(format), say.remake);
  try {
    return { root: realpathSync(directory), record: parsePracticeRecord(text) };
  } catch (error) {
    if (error instanceof JsonShapeError || error instanceof SyntaxError) {
      throw new CourseError(say.unreadable(PRACTICE_RECORD_PATH, error.message), say.remake);
    }
    throw error;
  }
}

/** Read before the shape is checked: another format's fields are not this parser's to judge. */
function formatOf(text: string): number | undefined {
  try {
    const { format } = JSON.parse(text) as { readonly format?: unknown };
    return typeof format === "number" ? format : undefined;
  } catch {
    return undefined;
  }
}

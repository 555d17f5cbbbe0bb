/** `npm run check -- <practice dir>`: the verdict on somebody's directory, with the checkout's own suites. */

import { resolve } from "node:path";
import { scopeOf, suitesAskedFor } from "../check/check-arguments.ts";
import { CHECK_TIME, checkPractice, exitCodeOf } from "../check/check-practice.ts";
import { endOnSignal } from "../check/interruption.ts";
import { coloured, plain } from "../check/paint.ts";
import { openPracticeDirectory } from "../check/practice-directory.ts";
import { formatReport } from "../check/report.ts";
import { writeWhole } from "../check/saved-files.ts";
import { suiteLimits } from "../check/suite-process.ts";
import { verdictJson } from "../check/verdict-json.ts";
import { CourseError } from "../course-error.ts";
import { loadCourse, type Course } from "../course.ts";
import type { Environment, Language } from "../locale.ts";
import type { PracticeRecord } from "../practice-record.ts";
import { typingPlace } from "../practice/typing-place.ts";
import { shellWord } from "../shell-word.ts";
import { formatJunit } from "./junit.ts";
import { parseOutsideWords } from "./outside-arguments.ts";
import { submittedSources } from "./submitted-sources.ts";
import { makeTrustedDirectory } from "./trusted-directory.ts";

export interface OutsideContext {
  /** The checkout, absolute. */
  readonly root: string;
  readonly words: readonly string[];
  readonly environment: Environment;
  readonly language: Language;
  /** The process's folder, absolute. */
  readonly current: string;
  readonly colour: boolean;
  readonly print: (text: string) => void;
  readonly say: (text: string) => void;
}

/** @throws {CourseError} when the directory cannot be judged, or the words are wrong */
export async function checkOutside({ root, words, environment, language, current, colour, print, say }: OutsideContext): Promise<number> {
  const request = parseOutsideWords(words, language);
  const typed = typingPlace(environment, root, current);
  const directory = resolve(typed, request.directory);
  const submitted = openPracticeDirectory(directory, language);
  const { course, chapter } = chapterFor(root, submitted.record, language);
  if (submitted.record.courseVersion !== course.version) say(`${messages[language].otherVersion(submitted.record.courseVersion, course.version)}\n`);

  const trusted = makeTrustedDirectory(course, chapter, submittedSources(submitted.root, course, chapter, language), language);
  try {
    endOnSignal(trusted.remove);
    const suites = suitesAskedFor(trusted.record, request, language);
    const now = () => new Date();
    const result = await checkPractice(trusted, suites, { environment, language, limits: suiteLimits, time: CHECK_TIME, now, onRestored: () => {} });
    const exitCode = exitCodeOf(result);
    const { record } = trusted;
    const scope = scopeOf(request);
    const setting = { language, root: trusted.root, sources: `${record.package}/src`, testLimit: suiteLimits.test };
    if (request.junit !== undefined) writeJunit(resolve(typed, request.junit), formatJunit(record, suites, result, setting), language);
    const command = (step?: string) => ["npm run check --", shellWord(directory), ...(step === undefined ? [] : [step])].join(" ");
    const paint = colour ? coloured : plain;
    if (request.json) print(`${JSON.stringify({ ...verdictJson(record, scope, result, exitCode, language), directory, directoryVersion: submitted.record.courseVersion }, null, 2)}\n`);
    else print(formatReport({ record, scope, result, setting, paint, commands: { check: command } }));
    return exitCode;
  } finally {
    trusted.remove();
  }
}

function chapterFor(root: string, record: PracticeRecord, language: Language): { course: Course; chapter: Course["chapters"][number] } {
  const course = loadCourse(root, language, record.course);
  const chapter = course.chapters.find(({ number }) => number === record.chapter);
  if (chapter === undefined) throw new CourseError(messages[language].noChapter(record.chapter), messages[language].update);
  return { course, chapter };
}

function writeJunit(file: string, text: string, language: Language): void {
  try {
    writeWhole(file, text);
  } catch (error) {
    throw new CourseError(messages[language].cannotWrite(file, (error as NodeJS.ErrnoException).code ?? String(error)), messages[language].otherFile);
  }
}

const messages = {
  zh: {
    otherVersion: (theirs: string, ours: string) => `这个目录来自课程 ${theirs} 版，这里按 ${ours} 版的测试验收。`,
    noChapter: (number: string) => `这份课程里没有第 ${number} 章。`,
    update: "请把课程仓库更新到有这一章的版本：git pull",
    cannotWrite: (file: string, code: string) => `写不了 ${file}：${code}`,
    otherFile: "请用 --junit 指定另一个文件。",
  },
  en: {
    otherVersion: (theirs: string, ours: string) => `The directory is of course version ${theirs}; it is judged by the tests of version ${ours}.`,
    noChapter: (number: string) => `This course has no chapter ${number}.`,
    update: "Update the checkout to a version that has it: git pull",
    cannotWrite: (file: string, code: string) => `Cannot write ${file}: ${code}`,
    otherFile: "Name another file with --junit.",
  },
};

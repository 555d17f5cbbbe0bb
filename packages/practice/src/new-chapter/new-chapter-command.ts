/** `npm run chapter:new -- <number> <name>`: a chapter that builds, with everything still to be written marked. */

import { existsSync } from "node:fs";
import path from "node:path";
import { CourseError, exitCodes, usageError } from "../course-error.ts";
import { languageOf, type Environment, type Language } from "../locale.ts";
import { findCoursePackage } from "../verify/course-package.ts";
import { surveyCourse, type CourseSurvey } from "../verify/course-survey.ts";
import { chapterFiles } from "./chapter-files.ts";
import { readChapterName, type NameProblem, type NewChapterName } from "./chapter-name.ts";
import { createChapter } from "./create-chapter.ts";

export interface NewChapterCommand {
  /** The words behind `npm run chapter:new --`. */
  readonly words: readonly string[];
  /** The checkout's root (absolute). */
  readonly root: string;
  readonly environment: Environment;
  readonly print: (result: string) => void;
  readonly say: (prose: string) => void;
}

/**
 * Makes the chapter, prints the paths of its files, and answers with the exit code.
 * @throws {CourseError} exit 2 for wrong words, exit 1 where something of that name exists
 */
export function newChapterCommand({ words, root, environment, print, say }: NewChapterCommand): number {
  const language = languageOf(environment);
  const named = readChapterName(words);
  if (typeof named === "string") throw usageError(...messages[language].badName(named, words));

  const survey = surveyCourse(root, findCoursePackage(root, language));
  const files = chapterFiles(named, survey);
  refuseExisting(survey, named, [...files.keys()], language);
  createChapter(survey.folder, named.stem, files);

  for (const file of files.keys()) print(`${survey.packagePath}/${file}`);
  say(messages[language].made(named));
  return exitCodes.done;
}

function refuseExisting(survey: CourseSurvey, named: NewChapterName, files: readonly string[], language: Language): void {
  const twin = survey.chapters.find(({ number, stem }) => number === named.number || stem === named.stem);
  if (twin !== undefined) throw new CourseError(...messages[language].taken(named, twin.stem, nextNumber(survey)));
  const existing = files.find((file) => existsSync(path.join(survey.folder, file)));
  if (existing !== undefined) throw new CourseError(...messages[language].exists(`${survey.packagePath}/${existing}`));
}

function nextNumber({ chapters }: CourseSurvey): string {
  return String(Math.max(0, ...chapters.map(({ number }) => Number(number) || 0)) + 1).padStart(2, "0");
}

type Sentences = readonly [problem: string, remedy: string];

interface Messages {
  readonly badName: (problem: NameProblem, words: readonly string[]) => Sentences;
  readonly taken: (named: NewChapterName, by: string, free: string) => Sentences;
  readonly exists: (file: string) => Sentences;
  readonly made: (named: NewChapterName) => string;
}

const EXAMPLE = "npm run chapter:new -- 09 session-log";

const messages: { readonly [L in Language]: Messages } = {
  zh: {
    badName: (problem, words) => {
      const problems: { readonly [P in NameProblem]: string } = {
        words: `需要两个词：编号和名字；收到的是：${words.join(" ") || "（没有）"}`,
        number: `编号是 1 到 99：${words[0] ?? ""}`,
        name: `名字用小写字母、数字和连字符，以字母开头：${words[1] ?? ""}`,
      };
      return [problems[problem], `例如：${EXAMPLE}`];
    },
    taken: ({ number, name }, by, free) => [`编号 ${number} 已经是 ${by} 的。`, `换一个编号，例如：npm run chapter:new -- ${free} ${name}`],
    exists: (file) => [`${file} 已经存在，没有改动任何文件。`, "换一个名字，再运行同一条命令。"],
    made: ({ number }) =>
      `\n  第 ${number} 章有了房间、清单、骨架、源码和套件，都能编译。\n  还没写的地方都标着〔待写〕。下面的命令一项一项说出还缺什么：\n\n    npm run verify -- ${number}\n`,
  },
  en: {
    badName: (problem, words) => {
      const problems: { readonly [P in NameProblem]: string } = {
        words: `Two words are needed, a number and a name; these came: ${words.join(" ") || "(none)"}`,
        number: `The number is 1 to 99: ${words[0] ?? ""}`,
        name: `The name has lower-case letters, digits and hyphens, and starts with a letter: ${words[1] ?? ""}`,
      };
      return [problems[problem], `For example: ${EXAMPLE}`];
    },
    taken: ({ number, name }, by, free) => [`The number ${number} is taken by ${by}.`, `Take another, for example: npm run chapter:new -- ${free} ${name}`],
    exists: (file) => [`${file} exists already; no file was touched.`, "Choose another name, then run the same command again."],
    made: ({ number }) =>
      `\n  Chapter ${number} has its room, manifest, skeleton, source and suite; they build.\n  What is still to be written is marked 〔待写〕. This command tells it item by item:\n\n    npm run verify -- ${number}\n`,
  },
};

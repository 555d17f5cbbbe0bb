/** What the root command `check` was asked for. */

import { usageError } from "../course-error.ts";
import type { Language } from "../locale.ts";

export interface OutsideRequest {
  /** As typed. */
  readonly directory: string;
  readonly step: string | undefined;
  readonly all: boolean;
  readonly json: boolean;
  /** The file to write as JUnit XML, as typed. */
  readonly junit: string | undefined;
}

const messages = {
  zh: {
    usage: "用法：npm run check -- <练习目录> [<步骤> | --all] [--json] [--junit <文件>]",
    noDirectory: "要验收哪个练习目录？",
    tooMany: (word: string) => `多了一个词：${word}`,
    unknownOption: (word: string) => `不认得这个选项：${word}`,
    noFile: "--junit 后面要写文件名。",
    oneStep: "一次只能验收一步，或者用 --all 连前面的章一起验收。",
  },
  en: {
    usage: "Usage: npm run check -- <practice dir> [<step> | --all] [--json] [--junit <file>]",
    noDirectory: "Which practice directory?",
    tooMany: (word: string) => `One word too many: ${word}`,
    unknownOption: (word: string) => `Unknown option: ${word}`,
    noFile: "--junit needs the name of a file.",
    oneStep: "One step at a time, or --all for the earlier chapters too.",
  },
};

/** Words after `--` are names, even with a leading `-`. @throws {CourseError} exit 2 */
export function parseOutsideWords(words: readonly string[], language: Language): OutsideRequest {
  const say = messages[language];
  const wrong = (problem: string) => usageError(problem, say.usage);
  const names: string[] = [];
  let [all, json] = [false, false];
  let junit: string | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    if (word === "--") {
      names.push(...words.slice(index + 1));
      break;
    }
    if (word === "--all") all = true;
    else if (word === "--json") json = true;
    else if (word === "--junit" || word.startsWith("--junit=")) {
      junit = word === "--junit" ? words[(index += 1)] : word.slice("--junit=".length);
      if (junit === undefined || junit === "" || junit.startsWith("--")) throw wrong(say.noFile);
    } else if (word.startsWith("--")) throw wrong(say.unknownOption(word));
    else names.push(word);
  }
  const [directory, step, extra] = names;
  if (directory === undefined || directory === "") throw wrong(say.noDirectory);
  if (extra !== undefined) throw wrong(say.tooMany(extra));
  if (all && step !== undefined) throw wrong(say.oneStep);
  return { directory, step, all, json, junit };
}

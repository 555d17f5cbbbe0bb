/** What `practice` says, in both languages. */

import type { Language, Text } from "../locale.ts";
import type { ArgumentProblem } from "./practice-arguments.ts";

export interface PracticeMessages {
  readonly usage: string;
  readonly argument: (problem: ArgumentProblem) => string;
  readonly unknownChapter: (word: string) => string;
  readonly chapters: string;
  readonly breaks: (chapter: string, title: Text) => string;
  readonly noBreaks: (chapter: string) => string;
  readonly taken: (from: string, files: readonly string[]) => string;
  readonly nothingTaken: (from: string) => string;
  readonly made: (chapter: string, title: Text) => string;
  readonly directory: string;
  readonly edit: string;
  readonly hunt: (title: Text) => string;
  readonly begin: string;
  readonly steps: string;
  readonly all: string;
  readonly text: string;
}

const zh: PracticeMessages = {
  usage: `用法：npm run practice -- <章> <新目录> [--from <练习目录>] [--break <id>] [--json]
      npm run practice -- --list

  <章>            7、07、ch07 或 07-agent-loop
  <新目录>        还不存在，或者是空的；名字以 - 开头时写成 ./-名字
  --from <目录>   前面各章用你自己在那个练习目录里写的源码
  --break <id>    从带一处错误的参考实现开始找虫；不写 id 就列出有哪些
  --list          列出各章和每一步
  --json          结果用 JSON 写到标准输出`,
  argument(problem) {
    switch (problem.kind) {
      case "unknown-option":
        return `没有选项 ${problem.option}。目录名以 - 开头时，写成 ./${problem.option}。`;
      case "option-without-value":
        return `${problem.option} 后面要写一个目录。`;
      case "option-twice":
        return `${problem.option} 只能写一次。`;
      case "no-chapter":
        return "要练习哪一章？";
      case "no-directory":
        return `练习目录放在哪里？例如：npm run practice -- ${problem.chapter} ../pi-${problem.chapter}`;
      case "too-many-words":
        return `只要一章和一个目录，这里却有 ${problem.words.length} 个词：${problem.words.join(" ")}`;
      case "from-with-break":
        return "--from 和 --break 不能一起用：找虫从参考实现开始。";
      default:
        return problem satisfies never;
    }
  },
  unknownChapter: (word) => `没有 ${JSON.stringify(word)} 这一章。`,
  chapters: "有这些章：",
  breaks: (chapter, title) => `第 ${chapter} 章（${title.zh}）可以找这些虫：`,
  noBreaks: (chapter) => `第 ${chapter} 章没有可以找的虫。`,
  taken: (from, files) => `用了你自己在 ${from} 里写的源码：\n${files.map((file) => `  ${file}`).join("\n")}`,
  nothingTaken: (from) => `${from} 里没有你自己写的、这里用得上的源码：全部来自课程。`,
  made: (chapter, title) => `练习目录做好了：第 ${chapter} 章 ${title.zh}`,
  directory: "目录",
  edit: "改这里",
  hunt: (title) => `找虫：${title.zh}。测试会变红，找出那一处。`,
  begin: "开始：",
  steps: "一步一步来：",
  all: "全部做完：",
  text: "看课文：",
};

const en: PracticeMessages = {
  usage: `Usage: npm run practice -- <chapter> <new directory> [--from <practice directory>] [--break <id>] [--json]
       npm run practice -- --list

  <chapter>           7, 07, ch07 or 07-agent-loop
  <new directory>     absent or empty; write ./-name for a name that starts with -
  --from <directory>  take your own sources of earlier chapters from that practice directory
  --break <id>        a bug hunt: start from the reference with one fault; without an id, list them
  --list              list the chapters and their steps
  --json              write the result to standard output as JSON`,
  argument(problem) {
    switch (problem.kind) {
      case "unknown-option":
        return `There is no option ${problem.option}. For a directory whose name starts with -, write ./${problem.option}.`;
      case "option-without-value":
        return `${problem.option} needs a directory.`;
      case "option-twice":
        return `${problem.option} can be given once.`;
      case "no-chapter":
        return "Which chapter?";
      case "no-directory":
        return `Where should the practice directory be? For example: npm run practice -- ${problem.chapter} ../pi-${problem.chapter}`;
      case "too-many-words":
        return `One chapter and one directory are wanted; these are ${problem.words.length} words: ${problem.words.join(" ")}`;
      case "from-with-break":
        return "--from and --break exclude each other: a bug hunt starts from the reference.";
      default:
        return problem satisfies never;
    }
  },
  unknownChapter: (word) => `There is no chapter ${JSON.stringify(word)}.`,
  chapters: "The chapters:",
  breaks: (chapter, title) => `Bug hunts of chapter ${chapter} (${title.en}):`,
  noBreaks: (chapter) => `Chapter ${chapter} has no bug hunts.`,
  taken: (from, files) => `Your own sources, taken from ${from}:\n${files.map((file) => `  ${file}`).join("\n")}`,
  nothingTaken: (from) => `${from} has no sources of your own that are of use here: all of them come from the course.`,
  made: (chapter, title) => `The practice directory is ready: chapter ${chapter}, ${title.en}`,
  directory: "directory",
  edit: "edit",
  hunt: (title) => `Bug hunt: ${title.en}. Tests are red; find the place.`,
  begin: "Begin:",
  steps: "Step by step:",
  all: "All of it:",
  text: "Read the text:",
};

export const practiceMessages: { readonly [L in Language]: PracticeMessages } = { zh, en };

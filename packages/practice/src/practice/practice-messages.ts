/** What `practice` says, in both languages. */

import type { Language, Text } from "../locale.ts";
import type { ArgumentProblem } from "./practice-arguments.ts";

/** Problem and remedy of a `CourseError`. */
type Sentences = readonly [problem: string, remedy: string];

export interface PracticeMessages {
  readonly usage: string;
  readonly argument: (problem: ArgumentProblem) => string;
  readonly unknownChapter: (word: string) => string;
  readonly chapters: string;
  readonly insideRepository: (target: string, sibling: string) => Sentences;
  readonly insideWorkspace: (target: string, manifest: string, pattern: string) => Sentences;
  readonly isPractice: (target: string, chapter: string, title: Text, check: string) => Sentences;
  readonly isOtherPractice: (target: string, course: string) => Sentences;
  readonly isOccupied: (target: string, names: readonly string[]) => Sentences;
  readonly isBeingFilled: (target: string) => Sentences;
  readonly isFile: (at: string) => Sentences;
  readonly isDangling: (at: string, to: string) => Sentences;
  readonly tooLong: (target: string) => Sentences;
  readonly diskFull: (at: string) => Sentences;
  readonly notWritable: (at: string, code: string) => Sentences;
  readonly appeared: (target: string) => Sentences;
  readonly refused: (at: string, code: string) => Sentences;
  readonly fromAbsent: (from: string) => Sentences;
  readonly fromNoRecord: (from: string) => Sentences;
  readonly fromUnreadable: (from: string) => Sentences;
  readonly fromOtherCourse: (from: string, course: string) => Sentences;
  readonly fromUnfinished: (from: string, files: readonly string[], check: string) => Sentences;
  readonly fromIrregular: (files: readonly string[]) => Sentences;
  readonly faultyBreak: (file: string, reason: string) => Sentences;
  readonly unknownBreak: (id: string) => string;
  readonly breaks: (chapter: string, title: Text) => string;
  readonly noBreaks: (chapter: string) => string;
  readonly interrupted: string;
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
  insideRepository: (target, sibling) => [`${target} 在课程仓库里面，练习目录要放在外面。`, `可以放在旁边：${sibling}`],
  insideWorkspace: (target, manifest, pattern) => [
    `${manifest} 的 workspaces 里有 ${JSON.stringify(pattern)}，会把 ${target} 也算进去，npm 就看不到练习目录自己的 workspace 了。`,
    "换一个不被它匹配的地方。",
  ],
  isPractice: (target, chapter, title, check) => [`${target} 已经是第 ${chapter} 章（${title.zh}）的练习目录。`, `接着做：${check}；重新开始，就另选一个新目录。`],
  isOtherPractice: (target, course) => [`${target} 是另一门课程 ${course} 的练习目录。`, "另选一个新目录。"],
  isOccupied: (target, names) => [`${target} 里已经有别的文件：${names.join("、")}`, "另选一个新目录，或者空目录。"],
  isBeingFilled: (target) => [`另一条 practice 命令正在往 ${target} 里写。`, "等它结束，或者另选一个新目录。"],
  isFile: (at) => [`${at} 是文件，不是目录。`, "另选一个新目录。"],
  isDangling: (at, to) => [`${at} 是一个符号链接，指向不存在的 ${to}。`, "删掉这个链接，或者另选一个新目录。"],
  tooLong: (target) => [`路径太长，文件系统放不下：${target}`, "选一个短一些的目录。"],
  diskFull: (at) => [`磁盘满了：${at} 写不下。什么也没有留下。`, "腾出空间，或者换一个磁盘，再运行同一条命令。"],
  notWritable: (at, code) => [`${at} 不能写（${code}）。`, "换一个你能写的地方，或者改它的权限。"],
  appeared: (target) => [`${target} 刚刚被别的程序占用了。`, "看看里面是什么，再另选一个新目录。"],
  refused: (at, code) => [`系统拒绝了 ${at}：${code}。什么也没有留下。`, "解决之后再运行同一条命令，或者换一个目录。"],
  fromAbsent: (from) => [`--from 的目录不存在：${from}`, "写上你之前的练习目录。"],
  fromNoRecord: (from) => [`${from} 不是练习目录：里面没有 .practice/practice.json。`, "写上用 npm run practice 做出来的目录。"],
  fromUnreadable: (from) => [`${from} 的 .practice/practice.json 读不出来。`, "换一个练习目录，或者去掉 --from，从参考实现开始。"],
  fromOtherCourse: (from, course) => [`${from} 是另一门课程 ${course} 的练习目录。`, "写上这门课程的练习目录。"],
  fromUnfinished: (from, files, check) => [`${from} 里还有没写完的源码：${files.join("、")}`, `先在那里做完：${check}；或者去掉 --from，从参考实现开始。`],
  fromIrregular: (files) => [`只读普通文件，这些不是：${files.join("、")}`, "换成普通文件，再运行同一条命令。"],
  faultyBreak: (file, reason) => [`${file} 有问题：${reason}`, "改好这个文件，再运行同一条命令。"],
  unknownBreak: (id) => `没有 ${JSON.stringify(id)} 这一处错误。`,
  breaks: (chapter, title) => `第 ${chapter} 章（${title.zh}）可以找这些虫：`,
  noBreaks: (chapter) => `第 ${chapter} 章没有可以找的虫。`,
  interrupted: "中断了，什么也没有留下。",
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
  insideRepository: (target, sibling) => [`${target} is inside the course's repository; a practice directory stands outside it.`, `A place beside it: ${sibling}`],
  insideWorkspace: (target, manifest, pattern) => [
    `The workspaces of ${manifest} have ${JSON.stringify(pattern)}, which takes in ${target}: npm would not see the directory's own workspace.`,
    "Choose a place that it does not match.",
  ],
  isPractice: (target, chapter, title, check) => [`${target} is a practice directory of chapter ${chapter} (${title.en}) already.`, `Go on there: ${check}; or start again in a new directory.`],
  isOtherPractice: (target, course) => [`${target} is a practice directory of another course, ${course}.`, "Choose a new directory."],
  isOccupied: (target, names) => [`${target} has other files in it: ${names.join(", ")}`, "Choose a new or an empty directory."],
  isBeingFilled: (target) => [`Another practice command is filling ${target} right now.`, "Wait for it to end, or choose a new directory."],
  isFile: (at) => [`${at} is a file, not a directory.`, "Choose a new directory."],
  isDangling: (at, to) => [`${at} is a symlink that dangles: ${to} does not exist.`, "Remove the link, or choose a new directory."],
  tooLong: (target) => [`The path is too long for the file system: ${target}`, "Choose a shorter directory."],
  diskFull: (at) => [`The disk is full: there is no room for ${at}. Nothing was left behind.`, "Make room or choose another disk, then run the same command again."],
  notWritable: (at, code) => [`${at} cannot be written (${code}).`, "Choose a place that you can write, or change its permissions."],
  appeared: (target) => [`Another program has just put something at ${target}.`, "Look at it, then choose a new directory."],
  refused: (at, code) => [`The system refused ${at}: ${code}. Nothing was left behind.`, "Mend that and run the same command again, or choose another directory."],
  fromAbsent: (from) => [`The directory of --from does not exist: ${from}`, "Name your earlier practice directory."],
  fromNoRecord: (from) => [`${from} is no practice directory: it has no .practice/practice.json.`, "Name a directory that npm run practice has made."],
  fromUnreadable: (from) => [`${from} has a .practice/practice.json that cannot be read.`, "Name another practice directory, or leave out --from to start from the reference."],
  fromOtherCourse: (from, course) => [`${from} is a practice directory of another course, ${course}.`, "Name a practice directory of this course."],
  fromUnfinished: (from, files, check) => [`${from} has sources that are not finished: ${files.join(", ")}`, `Finish them there first: ${check}; or leave out --from to start from the reference.`],
  fromIrregular: (files) => [`Only regular files are read; these are not: ${files.join(", ")}`, "Put regular files there, then run the same command again."],
  faultyBreak: (file, reason) => [`${file} is not as it should be: ${reason}`, "Mend this file, then run the same command again."],
  unknownBreak: (id) => `There is no break ${JSON.stringify(id)}.`,
  breaks: (chapter, title) => `Bug hunts of chapter ${chapter} (${title.en}):`,
  noBreaks: (chapter) => `Chapter ${chapter} has no bug hunts.`,
  interrupted: "Interrupted; nothing was left behind.",
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

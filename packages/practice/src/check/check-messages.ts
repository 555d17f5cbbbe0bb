/** What `check` says, in both languages. */

import type { Language } from "../locale.ts";

export interface CheckMessages {
  readonly restored: (path: string, saved: string | null) => string;
  readonly typeErrors: string;
  readonly moreLines: (count: number) => string;
  readonly buildTimeIsUp: string;
  readonly chapterDone: (tests: number) => string;
  readonly stepDone: string;
  readonly nextChapter: string;
  readonly nothingTested: string;
  readonly skipped: string;
  readonly todo: string;
  readonly ranTwice: (times: number) => string;
  readonly hungPromise: string;
  readonly hungTime: (seconds: number) => string;
  readonly exited: (how: string) => string;
  readonly notRun: { readonly timeIsUp: string; readonly nothingRan: string; readonly processLeft: string; readonly notRegistered: string };
  readonly exitCode: (code: number) => string;
  readonly signal: (signal: string) => string;
  readonly extraTest: (title: string) => string;
  readonly changedSource: (path: string) => string;
  readonly strayError: string;
  readonly strayNear: (title: string) => string;
  readonly leftEarly: (how: string) => string;
  readonly stillAlive: (resources: string) => string;
  readonly aliveSince: (title: string) => string;
  readonly badExitCode: (code: number) => string;
  readonly importThrew: string;
  readonly importHung: string;
  readonly noTests: string;
  readonly notBuilt: (file: string) => string;
  readonly alsoRed: (count: number) => string;
}

export const checkMessages: { readonly [L in Language]: CheckMessages } = {
  zh: {
    restored: (path, saved) => (saved === null ? `${path} 不见了，已经放回原件。` : `${path} 被改动过，已经恢复成原件；你的版本在 ${saved}`),
    typeErrors: "类型还没有通过，所以一项测试也没有运行。先改好最上面的一个错误。",
    moreLines: (count) => `……还有 ${count} 行`,
    buildTimeIsUp: "时间用完了，构建还没有结束，所以一项测试也没有运行。",
    chapterDone: (tests) => `全部完成：${tests} 项测试各运行了一次，都通过了。`,
    stepDone: "这一步完成了。",
    nextChapter: "在课程仓库里，看看接下来学哪一章：",
    nothingTested: "一项测试也没有运行。",
    skipped: "这一项被跳过了。跳过不算通过。",
    todo: "这一项被标成了 todo。todo 不算通过。",
    ranTwice: (times) => `同名的测试运行了 ${times} 次，不知道该相信哪一次。src/ 里不要注册测试。`,
    hungPromise: "这一项一直没有结束：它在等的 Promise，已经没有谁能给出结果了。看看哪条路径忘了 resolve 或 reject。",
    hungTime: (seconds) => `这一项一直没有结束：${seconds} 秒后还在运行，只好停掉它。看看有没有停不下来的循环，或者没有清掉的计时器。`,
    exited: (how) => `这一项运行的时候，整个进程退出了（${how}）。`,
    notRun: {
      timeIsUp: "时间用完了，这一项没有运行。",
      nothingRan: "这一项没有运行。",
      processLeft: "这一项没有运行：进程提前退出了。",
      notRegistered: "这一项没有运行：套件里没有轮到它。",
    },
    exitCode: (code) => `退出码 ${code}`,
    signal: (signal) => `信号 ${signal}`,
    extraTest: (title) => `多出了一项测试：${title}。测试只写在 test/ 里，src/ 里不要注册测试。`,
    changedSource: (path) => `前面章节的源码和发下来的不一样：${path}`,
    strayError: "有一个错误没有谁在等它。看看哪个 Promise 忘了 await 或 catch。",
    strayNear: (title) => `它来自这一项：${title}`,
    leftEarly: (how) => `测试还没有全部结束，进程就退出了（${how}）。`,
    stillAlive: (resources) => `测试都结束了，进程却不肯结束：还有东西开着（${resources}）。`,
    aliveSince: (title) => `从这一项开始就一直开着：${title}`,
    badExitCode: (code) => `测试都通过了，进程却以退出码 ${code} 结束。`,
    importThrew: "源码在导入的时候就抛出了错误，所以一项测试也没有运行。",
    importHung: "源码在导入的时候停住了，所以一项测试也没有运行。看看模块最外层的循环和 await。",
    noTests: "套件里没有注册任何测试。",
    notBuilt: (file) => `构建之后没有找到套件：${file}`,
    alsoRed: (count) => `这一步还有 ${count} 项没有通过`,
  },
  en: {
    restored: (path, saved) => (saved === null ? `${path} was missing; the original is back.` : `${path} was changed; the original is back, and your version is in ${saved}`),
    typeErrors: "The types are not right yet, so no test has run. Mend the topmost error first.",
    moreLines: (count) => `… ${count} more lines`,
    buildTimeIsUp: "The time was up before the build had ended, so no test has run.",
    chapterDone: (tests) => `All done: ${tests} tests ran once each, and passed.`,
    stepDone: "This step is done.",
    nextChapter: "In the course's checkout, see what comes next:",
    nothingTested: "No test has run.",
    skipped: "This test was skipped. Skipped is not passed.",
    todo: "This test was marked todo. Todo is not passed.",
    ranTwice: (times) => `A test of this name ran ${times} times, so none of them counts. Register no tests in src/.`,
    hungPromise: "This test never ended: nothing is left that could settle the promise it waits for. Look for a path without resolve or reject.",
    hungTime: (seconds) => `This test never ended: it was still at work after ${seconds} s, and was stopped. Look for a loop without an end, or a timer that is not cleared.`,
    exited: (how) => `The whole process ended while this test ran (${how}).`,
    notRun: {
      timeIsUp: "The time was up before this test could run.",
      nothingRan: "This test has not run.",
      processLeft: "This test has not run: the process ended early.",
      notRegistered: "This test has not run: the suite never came to it.",
    },
    exitCode: (code) => `exit code ${code}`,
    signal: (signal) => `signal ${signal}`,
    extraTest: (title) => `A test too many: ${title}. Tests belong in test/; register none in src/.`,
    changedSource: (path) => `A source of an earlier chapter is not as it was given: ${path}`,
    strayError: "An error came that nobody was waiting for. Look for a promise without await or catch.",
    strayNear: (title) => `It came from this test: ${title}`,
    leftEarly: (how) => `The process ended before all tests had (${how}).`,
    stillAlive: (resources) => `All tests have ended, and the process has not: something is still open (${resources}).`,
    aliveSince: (title) => `It has been open since this test: ${title}`,
    badExitCode: (code) => `All tests passed, and the process ended with exit code ${code}.`,
    importThrew: "The sources threw an error while they were imported, so no test has run.",
    importHung: "The sources never finished importing, so no test has run. Look at the loops and the awaits at the top of the modules.",
    noTests: "The suite has registered no tests.",
    notBuilt: (file) => `The suite is not there after the build: ${file}`,
    alsoRed: (count) => `${count} more of this step not passed`,
  },
};

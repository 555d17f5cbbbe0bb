/** What a learner is told when the system refuses a step, or she interrupts. */

import os from "node:os";
import { CourseError } from "../course-error.ts";
import type { Language } from "../locale.ts";
import { PerformError } from "./perform-plan.ts";

/**
 * Runs the work on `directory` and puts its expected failures into words.
 *
 * @param folder the existing folder that is written to; temporary names in it mean nothing to a reader
 * @throws {CourseError} exit 128 + n where signal n interrupted
 */
export async function explainFailures(
  directory: string,
  folder: string,
  interruption: AbortSignal,
  language: Language,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (interruption.aborted && error === interruption.reason) {
      const signal = String(interruption.reason) as NodeJS.Signals;
      throw new CourseError(...messages[language].interrupted(), 128 + os.constants.signals[signal]);
    }
    throw error instanceof PerformError ? new CourseError(...sentencesFor(error.code, directory, folder, language)) : error;
  }
}

function sentencesFor(code: string, directory: string, folder: string, language: Language): readonly [string, string] {
  const say = messages[language];
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return say.diskFull(directory);
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return say.notWritable(folder, code);
    case "EEXIST":
    case "ENOTEMPTY":
    case "ENOTDIR":
      return say.appeared(directory);
    case "ENAMETOOLONG":
      return say.tooLong(directory);
    default:
      return say.refused(directory, code);
  }
}

/** Each entry gives the problem and the remedy of a `CourseError`. */
interface FailureMessages {
  readonly interrupted: () => readonly [string, string];
  readonly diskFull: (directory: string) => readonly [string, string];
  readonly notWritable: (folder: string, code: string) => readonly [string, string];
  readonly appeared: (target: string) => readonly [string, string];
  readonly tooLong: (target: string) => readonly [string, string];
  readonly refused: (directory: string, code: string) => readonly [string, string];
}

const messages: { readonly [L in Language]: FailureMessages } = {
  zh: {
    interrupted: () => ["中断了，什么也没有留下。", "再运行同一条命令就可以重来。"],
    diskFull: (directory) => [`磁盘满了：${directory} 写不下。什么也没有留下。`, "腾出空间，或者换一个磁盘，再运行同一条命令。"],
    notWritable: (folder, code) => [`${folder} 不能写（${code}）。`, "换一个你能写的地方，或者改它的权限。"],
    appeared: (target) => [`${target} 刚刚被别的程序占用了。`, "看看里面是什么，再另选一个新目录。"],
    tooLong: (target) => [`路径太长，文件系统放不下：${target}`, "选一个短一些的目录。"],
    refused: (directory, code) => [`系统拒绝了 ${directory}：${code}。什么也没有留下。`, "解决之后再运行同一条命令，或者换一个目录。"],
  },
  en: {
    interrupted: () => ["Interrupted; nothing was left behind.", "Run the same command again to start over."],
    diskFull: (directory) => [`The disk is full: there is no room for ${directory}. Nothing was left behind.`, "Make room or choose another disk, then run the same command again."],
    notWritable: (folder, code) => [`${folder} cannot be written (${code}).`, "Choose a place that you can write, or change its permissions."],
    appeared: (target) => [`Another program has just put something at ${target}.`, "Look at it, then choose a new directory."],
    tooLong: (target) => [`The path is too long for the file system: ${target}`, "Choose a shorter directory."],
    refused: (directory, code) => [`The system refused ${directory}: ${code}. Nothing was left behind.`, "Mend that and run the same command again, or choose another directory."],
  },
};

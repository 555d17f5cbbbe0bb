/** What the system refuses (no space, no permission, no more processes) is the user's to mend, not a bug. */

import { CourseError } from "../course-error.ts";
import type { Language } from "../locale.ts";

const messages = {
  zh: {
    refused: (code: string, at: string) => `系统拒绝了：${code}，在 ${at}`,
    remedy: "看看磁盘空间和这个路径的权限，再运行同一条命令。",
  },
  en: {
    refused: (code: string, at: string) => `The system refused: ${code} at ${at}`,
    remedy: "Look at the disk's space and at the permissions of this path, then run the same command again.",
  },
};

/** @throws {CourseError} in place of a system error that names its path; any other error as it is */
export async function explainSystemFailure<T>(language: Language, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (!(error instanceof Error) || typeof code !== "string" || typeof path !== "string") throw error;
    throw new CourseError(messages[language].refused(code, path), messages[language].remedy);
  }
}

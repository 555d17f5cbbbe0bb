/** The Node releases that are at hand. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CourseError } from "../course-error.ts";
import type { Language } from "../locale.ts";
import type { NodeRelease } from "./verify-context.ts";

/**
 * The running release, then those of the given binaries.
 * @throws {CourseError} naming the binary that is none
 */
export async function nodeReleases(binaries: readonly string[], language: Language): Promise<readonly [NodeRelease, ...NodeRelease[]]> {
  const others = await Promise.all(binaries.map((binary) => releaseOf(binary, language)));
  return [{ binary: process.execPath, version: process.versions.node }, ...others];
}

async function releaseOf(binary: string, language: Language): Promise<NodeRelease> {
  try {
    const { stdout } = await promisify(execFile)(binary, ["--version"], { timeout: 30_000 });
    const [, version] = /^v(\d+\.\d+\.\d+)/.exec(stdout) ?? [];
    if (version !== undefined) return { binary, version };
  } catch {
    // Told below, like a program that is no Node.
  }
  const [problem, remedy] = messages[language](binary);
  throw new CourseError(problem, remedy);
}

const messages: { readonly [L in Language]: (binary: string) => readonly [string, string] } = {
  zh: (binary) => [`${binary} 不是能运行的 Node。`, "用 --node 给出 node 可执行文件的路径。"],
  en: (binary) => [`${binary} is no Node that can be run.`, "Give --node the path of a node binary."],
};

/** Builds a practice directory: removes `dist`, runs the compiler. */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Readable } from "node:stream";
import { CourseError } from "../course-error.ts";
import type { Environment, Language } from "../locale.ts";
import type { PracticeDirectory } from "./practice-directory.ts";
import { keepTail, startContained } from "./contained-process.ts";

export type Compilation =
  | { readonly kind: "built" }
  /** `lines` are the compiler's own, with paths relative to the practice directory. Nothing was emitted. */
  | { readonly kind: "typeErrors"; readonly lines: readonly string[] }
  | { readonly kind: "timeIsUp" };

const LONGEST_OUTPUT = 200_000;

const messages = {
  zh: {
    notInstalled: "这里没有安装 TypeScript：node_modules 不见了，或者不完整。",
    install: "请在练习目录里运行：npm ci",
    crashed: (why: string) => `TypeScript 没能运行：${why}`,
  },
  en: {
    notInstalled: "TypeScript is not installed here: node_modules is missing or incomplete.",
    install: "Run this in the practice directory: npm ci",
    crashed: (why: string) => `TypeScript could not run: ${why}`,
  },
};

/** @throws {CourseError} when the compiler is not installed or cannot run */
export async function compile({ root, record }: PracticeDirectory, environment: Environment, deadline: AbortSignal, language: Language): Promise<Compilation> {
  const compiler = await findCompiler(root, language);
  rmSync(join(root, record.package, "dist"), { recursive: true, force: true });
  const { child, ended, kill } = startContained(compiler.program, [...compiler.args, "-p", `${record.package}/tsconfig.json`, "--pretty", "false"], {
    cwd: root,
    env: environment,
  });
  child.stdin?.end();
  const printed = [child.stdout, child.stderr].map((stream) => keepTail(stream as Readable, LONGEST_OUTPUT));
  deadline.addEventListener("abort", kill, { once: true });
  const { code } = await ended.finally(() => deadline.removeEventListener("abort", kill));
  if (deadline.aborted) return { kind: "timeIsUp" };
  if (code === 0) return { kind: "built" };
  const lines = printed.map((tail) => tail()).join("").split(/\r?\n/).filter((line) => line !== "");
  if (lines.some((line) => /\berror TS\d+:/.test(line))) return { kind: "typeErrors", lines };
  throw new CourseError(messages[language].crashed(lines.at(-1) ?? `exit ${code}`), messages[language].install);
}

/** The native program where the package tells its place, which saves a process; else the package's own starter. */
async function findCompiler(root: string, language: Language): Promise<{ readonly program: string; readonly args: readonly string[] }> {
  const home = join(root, "node_modules/typescript");
  const starter = join(home, "lib/tsc.js");
  if (!existsSync(starter)) throw new CourseError(messages[language].notInstalled, messages[language].install);
  try {
    const { default: getExePath } = (await import(pathToFileURL(join(home, "lib/getExePath.js")).href)) as { readonly default: () => string };
    return { program: getExePath(), args: [] };
  } catch {
    return { program: process.execPath, args: [starter] };
  }
}

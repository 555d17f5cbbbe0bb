/** Runs commands as a person would: real processes, with an environment of their own. */

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import path from "node:path";

export interface CommandRun {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Extra = { readonly cwd?: string; readonly env?: { readonly [name: string]: string | undefined } };

/** The environment of a fresh terminal: nothing of the npm or the test runner above us. English, unless told. */
export function terminalEnvironment(extra: Extra["env"] = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_TEST_CONTEXT$|NODE_OPTIONS$|LC_|LANG)/i.test(name));
  return { ...Object.fromEntries(inherited), PI_COURSE_LANG: "en", ...extra };
}

/** Runs a root command of a checkout with `node`, in `cwd` (the checkout's parent by default). */
export function runRoot(root: string, command: string, words: readonly string[], { cwd = path.dirname(root), env }: Extra = {}): CommandRun {
  return run(process.execPath, [path.join(root, "scripts/launcher.cjs"), command, ...words], { cwd, ...(env === undefined ? {} : { env }) });
}

/** `npm run practice -- …` without npm. */
export function runPractice(root: string, words: readonly string[], extra: Extra = {}): CommandRun {
  return runRoot(root, "practice", words, extra);
}

/** Starts `practice`, in a process group of its own, and does not wait. */
export function startPractice(root: string, words: readonly string[]): ChildProcess {
  const launcher = path.join(root, "scripts/launcher.cjs");
  return spawn(process.execPath, [launcher, "practice", ...words], { cwd: path.dirname(root), env: terminalEnvironment(), detached: true, stdio: "ignore" });
}

/** Runs any program; npm through a shell where its file is no program. */
export function run(file: string, words: readonly string[], { cwd, env }: Extra = {}): CommandRun {
  const shell = process.platform === "win32" && file === "npm";
  const { status, signal, stdout, stderr } = spawnSync(file, words, { cwd, env: terminalEnvironment(env), encoding: "utf8", shell });
  return { exitCode: status, signal, stdout, stderr };
}

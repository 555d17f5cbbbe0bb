/** Runs `practice` with one change to the file system going wrong. */

import path from "node:path";
import { run, type CommandRun } from "./command-run.ts";
import { repository } from "./repository.ts";

const preload = path.join(repository, "packages/practice/test/fixtures/fs-fault.cjs");

/** @param fault as `fs-fault.cjs` reads it: `120:kill`, `linkSync:EXDEV` */
export function runPracticeWithFault(root: string, fault: string, words: readonly string[]): CommandRun {
  const launcher = path.join(root, "scripts/launcher.cjs");
  return run(process.execPath, ["--require", preload, launcher, "practice", ...words], { cwd: path.dirname(root), env: { FS_FAULT: fault } });
}

/** How many changes to the file system a run makes that goes well. */
export function countChanges(root: string, words: readonly string[]): number {
  const { stderr } = runPracticeWithFault(root, "count", words);
  return Number(/changes (\d+)/.exec(stderr)?.[1]);
}

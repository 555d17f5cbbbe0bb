/** Practice directories of the mini course's last chapter, and the learner's commands in them. */

import fs from "node:fs";
import path from "node:path";
import { run, runPractice, type CommandRun, type Extra } from "./command-run.ts";
import { miniCheckout } from "./mini-checkout.ts";

export interface LearnerDirectory {
  /** Absolute. */
  readonly root: string;
  read(file: string): string;
  write(file: string, text: string): void;
  /** Runs `npm run <command>` without npm. */
  command(words: readonly string[], extra?: Extra): CommandRun;
}

export const relay = "packages/mini-course/src/relay.ts";

/** Makes a directory of chapter 03, its skeleton or solved; `checkout` is the one that it is made from. */
export function learnerDirectory(name: string, checkout: string, solved: "solved" | "skeleton" = "solved"): LearnerDirectory {
  const made = runPractice(checkout, ["03", name]);
  if (made.exitCode !== 0) throw new Error(made.stderr);
  const directory = openLearnerDirectory(made.stdout.trimEnd());
  if (solved === "solved") directory.write(relay, fs.readFileSync(path.join(checkout, relay), "utf8"));
  return directory;
}

export function openLearnerDirectory(root: string): LearnerDirectory {
  return {
    root,
    read: (file) => fs.readFileSync(path.join(root, file), "utf8"),
    write(file, text) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    },
    command: (words, extra = {}) => run(process.execPath, [path.join(root, ".practice/engine/learner.js"), ...words], { cwd: root, ...extra }),
  };
}

export { miniCheckout };

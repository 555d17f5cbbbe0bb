/** The npm scripts of a practice directory. */

import type { Chapter } from "../course.ts";

/** Each learner command, and the engine's file that it needs besides the entry. */
const LEARNER_COMMANDS: { readonly [command: string]: string } = {
  check: "check/check-command.js",
  watch: "watch/watch-command.js",
  hint: "hint/hint-command.js",
  trace: "trace/trace-command.js",
  explore: "explore/explore-command.js",
  diff: "diff/diff-command.js",
  reset: "reset/reset-command.js",
};

const ENTRY = "learner.js";

/** Scripts for the commands that the compiled engine has; `build` builds the course package. */
export function learnerScripts(courseName: string, _chapter: Chapter, engine: ReadonlySet<string>): { readonly [name: string]: string } {
  const commands = engine.has(ENTRY) ? Object.keys(LEARNER_COMMANDS).filter((command) => engine.has(LEARNER_COMMANDS[command] ?? "")) : [];
  const scripts = commands.map((command) => [command, `node .practice/engine/${ENTRY} ${command}`] as const);
  return { build: `npm run build -w ${courseName}`, ...Object.fromEntries(scripts) };
}

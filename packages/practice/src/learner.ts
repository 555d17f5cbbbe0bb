/** The entry of the commands inside a practice directory: `node .practice/engine/learner.js <command> [...words]`. */

import { runMain, usageError } from "./course-error.ts";
import { languageOf, type Environment, type Language } from "./locale.ts";

/** What a learner's command gets from its process. */
export interface LearnerContext {
  /** The words after the command. */
  readonly words: readonly string[];
  /** Absolute: the process's folder, and the one where the user typed the command. */
  readonly current: string;
  readonly typedIn: string;
  /** Absolute: where this engine is. */
  readonly engine: string;
  readonly environment: Environment;
  readonly language: Language;
  readonly now: () => Date;
  /** Whether results may be coloured. */
  readonly colour: boolean;
  /** Writes a result. */
  readonly print: (text: string) => void;
  /** Writes prose: what the command does on the way. */
  readonly say: (text: string) => void;
}

/** Runs one command; resolves with its exit code. */
export type LearnerCommand = (context: LearnerContext) => Promise<number>;

// Each is loaded when it is needed: `check` should not wait for the others to load.
const commands: { readonly [name: string]: () => Promise<LearnerCommand> } = {
  check: async () => (await import("./check/check-command.ts")).checkCommand,
  reset: async () => (await import("./reset/reset-command.ts")).resetCommand,
};

await runMain(async () => {
  const [name = "", ...words] = process.argv.slice(2);
  const language = languageOf(process.env);
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) throw usageError(...unknownCommand(name, language));
  const command = await load();
  return command({
    words,
    current: process.cwd(),
    // npm changes to the package's folder, and leaves the user's own here.
    typedIn: process.env["INIT_CWD"] ?? process.cwd(),
    engine: import.meta.dirname,
    environment: process.env,
    language,
    now: () => new Date(),
    colour: process.stdout.isTTY === true && !process.env["NO_COLOR"],
    print: (text) => process.stdout.write(text),
    say: (text) => process.stderr.write(text),
  });
});

function unknownCommand(name: string, language: Language): [problem: string, remedy: string] {
  const known = Object.keys(commands).map((command) => `npm run ${command}`).join("\n  ");
  return language === "zh" ? [`没有这条命令：${name}`, `练习目录里有：\n  ${known}`] : [`No such command: ${name}`, `A practice directory has:\n  ${known}`];
}

/** What the learner reads when the directory is there. */

import { suiteOf, type Chapter, type Course } from "../course.ts";
import type { Language } from "../locale.ts";
import { shellWord } from "../shell-word.ts";
import { practiceMessages } from "./practice-messages.ts";

/** A practice directory that has been made. */
export interface MadePractice {
  readonly course: Course;
  readonly chapter: Chapter;
  /** Absolute. */
  readonly directory: string;
  /** The files to write, relative to the directory (POSIX separators). */
  readonly sources: readonly string[];
  /** The learner's own files that were taken with `--from`, and from where. */
  readonly taken: readonly string[];
  readonly from: string | undefined;
  readonly breakId: string | undefined;
  /** The scripts of the directory's package.json. */
  readonly scripts: ReadonlySet<string>;
}

/** The commands of one step, in the order to run them. */
export interface StepCommands {
  readonly tag: string;
  readonly pattern: string;
  readonly title: string;
  readonly command: string;
  /** `node --test` by hand, after a build. */
  readonly test: string;
}

export function buildCommand(course: Course): string {
  return `npm run build -w ${shellWord(course.name)}`;
}

export function stepCommands({ course, chapter, scripts }: MadePractice, language: Language): readonly StepCommands[] {
  const compiled = suiteOf(course, chapter).replace(`${course.package}/test/`, `${course.package}/dist/test/`).replace(/\.ts$/, ".js");
  return chapter.steps.map(({ tag, pattern, title }) => {
    const test = `node --test --test-name-pattern="${pattern}" ${compiled}`;
    return { tag, pattern, title: title[language], command: scripts.has("check") ? `npm run check -- ${tag}` : test, test };
  });
}

/** How to open the text in the terminal. */
export function textCommand(platform: NodeJS.Platform = process.platform): string {
  return platform === "win32" ? "more README.md" : "less README.md";
}

/** `cd` into the directory, from anywhere. */
export function enterCommand(directory: string, platform: NodeJS.Platform = process.platform): string {
  return platform === "win32" ? `cd /d ${shellWord(directory, platform)}` : `cd ${shellWord(directory, platform)}`;
}

/** The prose at the end, with a newline at its end. */
export function formatReport(made: MadePractice, language: Language): string {
  const say = practiceMessages[language];
  const { course, chapter, directory, sources, taken, from, breakId } = made;
  const hunt = chapter.breaks.find(({ id }) => id === breakId);
  const lines = [
    say.made(chapter.number, chapter.title),
    ...(hunt === undefined ? [] : [say.hunt(hunt.title)]),
    "",
    `  ${say.directory}  ${directory}`,
    ...sources.map((source) => `  ${say.edit}  ${source}`),
    ...(from === undefined ? [] : ["", taken.length === 0 ? say.nothingTaken(from) : say.taken(from, taken)]),
    "",
    say.begin,
    `  ${enterCommand(directory)}`,
    "",
    say.text,
    `  ${textCommand()}`,
    "",
    say.steps,
    `  ${buildCommand(course)}`,
    ...stepCommands(made, language).flatMap((step) => [
      `  ${step.tag}  ${step.title}`,
      `    ${step.test}`,
      ...(step.command === step.test ? [] : [`    ${step.command}`]),
    ]),
    ...(made.scripts.has("check") ? ["", say.all, "  npm run check"] : []),
  ];
  return `${lines.join("\n")}\n`;
}

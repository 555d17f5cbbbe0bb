/** The commands that a chapter's manifest yields: the only ones that its texts may show. */

import type { CourseSurvey, ReadableChapter } from "./course-survey.ts";
import { isReadable } from "./course-survey.ts";

/** Learner commands that take a step, and those that take something of their own. */
const STEP_COMMANDS = ["check", "hint"];
const FREE_ARGUMENTS: { readonly [command: string]: RegExp } = {
  check: /^--all$/,
  trace: /^(?!-)|^--html$/,
  reset: /^(?!-)/,
};

/**
 * Whether the manifest of `chapter` yields `command`.
 *
 * @param learnerCommands the scripts of the chapter's practice directory
 */
export function isYielded(command: string, survey: CourseSurvey, chapter: ReadableChapter, learnerCommands: readonly string[]): boolean {
  const words = shellWords(command);
  const [program = "", ...rest] = words;
  if (program === "cd") return rest.length === 1;
  if (program === "node") return isTestRun(rest, survey, chapter);
  if (program !== "npm") return false;
  if (words.join(" ") === "npm ci") return true;
  if (rest[0] !== "run") return false;
  const script = rest[1] ?? "";
  if (script === "build") return same(rest.slice(2), ["-w", survey.packageName]);
  if (script === "practice") return isPractice(rest.slice(2), survey, chapter);
  return learnerCommands.includes(script) && isLearnerCommand(script, rest.slice(2), chapter);
}

/** The words of a command line, quotes removed, as a shell would pass them on. */
export function shellWords(command: string): readonly string[] {
  return [...command.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}

function isTestRun(words: readonly string[], survey: CourseSurvey, chapter: ReadableChapter): boolean {
  const suite = words.at(-1) ?? "";
  const tested = survey.chapters.filter(isReadable).find((one) => {
    const compiled = `${survey.packagePath}/dist/test/${one.number}-`;
    return suite === `${compiled}*.test.js` || suite === `${survey.packagePath}/dist/test/${one.stem}.test.js`;
  });
  if (tested === undefined || tested.number > chapter.number) return false;
  const patterns = tested.manifest.steps.flatMap(({ pattern, tag }) => [pattern, tag]);
  const [flag, ...options] = words.slice(0, -1);
  return flag === "--test" && options.every((option) => patterns.some((pattern) => option === `--test-name-pattern=${pattern}`));
}

function isPractice(words: readonly string[], survey: CourseSurvey, chapter: ReadableChapter): boolean {
  const separator = words.indexOf("--");
  const before = words.slice(0, Math.max(separator, 0));
  if (separator < 0 || (before.length > 0 && !same(before, ["-w", survey.packageName]))) return false;
  const after = words.slice(separator + 1);
  if (same(after, ["--list"])) return true;
  const [named = "", directory, ...options] = after;
  const known = survey.chapters.filter(isReadable).find(({ number, stem }) => [number, String(Number(number)), stem].includes(named));
  if (known === undefined || directory === undefined || directory === "--") return false;
  return optionsHold(options, known.number === chapter.number ? chapter : known);
}

function optionsHold([option, value, ...rest]: readonly string[], chapter: ReadableChapter): boolean {
  if (option === undefined) return true;
  if (option === "--from") return value !== undefined && optionsHold(rest, chapter);
  if (option !== "--break") return false;
  return value === undefined || (chapter.manifest.breaks.some(({ id }) => id === value) && optionsHold(rest, chapter));
}

function isLearnerCommand(command: string, words: readonly string[], chapter: ReadableChapter): boolean {
  if (words.length === 0) return true;
  const [separator, ...operands] = words;
  if (separator !== "--" || operands.length !== 1) return false;
  const [operand = ""] = operands;
  const steps = chapter.manifest.steps.flatMap(({ tag, pattern }, index) => [tag, pattern, String(index + 1)]);
  return (STEP_COMMANDS.includes(command) && steps.includes(operand)) || FREE_ARGUMENTS[command]?.test(operand) === true;
}

function same(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((word, index) => word === right[index]);
}

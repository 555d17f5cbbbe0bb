/** What `check` was asked for. */

import { usageError } from "../course-error.ts";
import type { Language } from "../locale.ts";
import type { PracticeRecord, PracticeSuite } from "../practice-record.ts";

/** What of the chapter was asked for. */
export type CheckScope = "chapter" | "step" | "all";

/** The words after `check`, read without knowing the chapter. */
export interface CheckWords {
  readonly step: string | undefined;
  readonly all: boolean;
  readonly json: boolean;
}

const messages = {
  zh: {
    unknownOption: (word: string) => `不认得这个选项：${word}`,
    oneStep: "一次只能验收一步，或者用 --all 连前面的章一起验收。",
    usage: "用法：npm run check [-- <步骤> | --all] [--json]",
    unknownStep: (word: string) => `没有这一步：${word}`,
    steps: "本章的步骤：",
  },
  en: {
    unknownOption: (word: string) => `Unknown option: ${word}`,
    oneStep: "One step at a time, or --all for the earlier chapters too.",
    usage: "Usage: npm run check [-- <step> | --all] [--json]",
    unknownStep: (word: string) => `No such step: ${word}`,
    steps: "The steps of this chapter:",
  },
};

/** @throws {CourseError} exit 2 */
export function parseCheckWords(words: readonly string[], language: Language): CheckWords {
  const say = messages[language];
  const steps = words.filter((word) => !word.startsWith("--"));
  const unknown = words.find((word) => word.startsWith("--") && word !== "--all" && word !== "--json");
  if (unknown !== undefined) throw usageError(say.unknownOption(unknown), say.usage);
  const all = words.includes("--all");
  if (steps.length + Number(all) > 1) throw usageError(say.oneStep, say.usage);
  return { step: steps[0], all, json: words.includes("--json") };
}

/**
 * The suites to run, with the steps that were asked for: this chapter's, one step of it, or with
 * `all` the earlier chapters' too.
 * @throws {CourseError} exit 2, with the list of the steps, when `step` names none
 */
export function suitesAskedFor(record: PracticeRecord, { step, all }: Pick<CheckWords, "step" | "all">, language: Language): readonly PracticeSuite[] {
  if (all) return record.suites;
  const own = record.suites.slice(-1);
  if (step === undefined) return own;
  const chosen = own.map((suite) => ({ ...suite, steps: suite.steps.filter((candidate, index) => isNamed(candidate, index, step)) }));
  if (chosen.every((suite) => suite.steps.length === 0)) {
    const lines = own.flatMap((suite) => suite.steps.map(({ tag, pattern, title }, index) => `  ${index + 1}  ${tag}  ${pattern} · ${title[language]}`));
    throw usageError(messages[language].unknownStep(step), [messages[language].steps, ...lines].join("\n"));
  }
  return chosen;
}

function isNamed(step: PracticeSuite["steps"][number], index: number, word: string): boolean {
  const wanted = word.normalize("NFC");
  return wanted === String(index + 1) || wanted.toLowerCase() === step.tag || wanted === step.pattern.normalize("NFC");
}

export function scopeOf({ step, all }: Pick<CheckWords, "step" | "all">): CheckScope {
  if (all) return "all";
  return step === undefined ? "chapter" : "step";
}

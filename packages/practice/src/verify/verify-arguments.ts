/** The words behind `npm run verify --`, read once. */

import { parseArgs } from "node:util";
import { usageError } from "../course-error.ts";
import type { Language } from "../locale.ts";
import type { CourseSurvey, SurveyedChapter } from "./course-survey.ts";

export interface VerifyRequest {
  /** `7`, `07`, `ch07` or a stem, as typed; none means all. */
  readonly chapters: readonly string[];
  readonly json: boolean;
  /** Further Node binaries to run the references on. */
  readonly nodes: readonly string[];
  /** Shows which test catches which break. */
  readonly matrix: boolean;
  /** Runs the systematic mutants instead of the proofs. */
  readonly mutants: boolean;
  /** The course package's name, where a checkout has several courses. */
  readonly course: string | undefined;
}

/** @throws {CourseError} exit 2 for an option that there is not, or one without its value */
export function readVerifyRequest(words: readonly string[], language: Language): VerifyRequest {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        json: { type: "boolean", default: false },
        node: { type: "string", multiple: true, default: [] },
        matrix: { type: "boolean", default: false },
        mutants: { type: "boolean", default: false },
        course: { type: "string" },
      },
    });
    return { chapters: positionals, json: values.json, nodes: values.node, matrix: values.matrix, mutants: values.mutants, course: values.course };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageError(error.message, messages[language].usage);
  }
}

/**
 * The chapters that the words name, each once, in the course's order; all where there are no words.
 * @throws {CourseError} exit 2 for a word that names none; it lists the chapters
 */
export function chooseChapters(survey: CourseSurvey, words: readonly string[], language: Language): readonly SurveyedChapter[] {
  const chosen = words.map((word) => {
    const chapter = survey.chapters.find(({ number, stem }) => [number, String(Number(number)), `ch${number}`, stem].includes(word));
    if (chapter === undefined) throw usageError(messages[language].unknown(word), messages[language].chapters(survey.chapters.map(({ stem }) => stem)));
    return chapter;
  });
  return words.length === 0 ? survey.chapters : survey.chapters.filter((chapter) => chosen.includes(chapter));
}

interface Messages {
  readonly usage: string;
  readonly unknown: (word: string) => string;
  readonly chapters: (stems: readonly string[]) => string;
}

const USAGE = "npm run verify -- [07 …] [--json] [--node <binary> …] [--matrix] [--mutants] [--course <name>]";

const messages: { readonly [L in Language]: Messages } = {
  zh: {
    usage: `用法：${USAGE}`,
    unknown: (word) => `没有这一章：${JSON.stringify(word)}`,
    chapters: (stems) => `有这些章：${stems.join("、")}`,
  },
  en: {
    usage: `Usage: ${USAGE}`,
    unknown: (word) => `There is no such chapter: ${JSON.stringify(word)}`,
    chapters: (stems) => `The chapters: ${stems.join(", ")}`,
  },
};

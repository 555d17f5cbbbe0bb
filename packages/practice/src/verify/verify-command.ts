/** `npm run verify`: proves the chapters, or tries every mutant of their references. */

import path from "node:path";
import { exitCodes } from "../course-error.ts";
import { languageOf, type Environment, type Language } from "../locale.ts";
import { findCoursePackage } from "./course-package.ts";
import { isReadable, surveyCourse } from "./course-survey.ts";
import { mutateChapter } from "./mutants/mutate-chapter.ts";
import { formatMutation, mutationTotal } from "./mutants/mutation-report.ts";
import { nodeReleases } from "./node-releases.ts";
import { withContext } from "./open-context.ts";
import { proveChapter } from "./prove-chapter.ts";
import { chooseChapters, readVerifyRequest } from "./verify-arguments.ts";
import { formatReport, reportAsJson, totalOf, type Total } from "./verify-report.ts";

export interface VerifyCommand {
  /** The words behind `npm run verify --`. */
  readonly words: readonly string[];
  /** The checkout's root (absolute). */
  readonly root: string;
  readonly environment: Environment;
  /** The result. */
  readonly print: (result: string) => void;
  /** Shows how far it is, in place of what it showed before; only where somebody can see it. */
  readonly progress: ((line: string) => void) | undefined;
}

/** Runs the command; answers with the exit code. @throws {CourseError} */
export async function verifyCommand({ words, root, environment, print, progress }: VerifyCommand): Promise<number> {
  const language = languageOf(environment);
  const request = readVerifyRequest(words, language);
  const survey = surveyCourse(root, findCoursePackage(root, language, request.course));
  const chapters = chooseChapters(survey, request.chapters, language);
  if (chapters.length === 0) {
    print(request.json ? asJson({ passed: 0, failed: 0, chapters: [] }) : "0 passed, 0 failed");
    return exitCodes.nothingTested;
  }
  let jobs = 0;
  const onProgress = (): void => progress?.(messages[language].progress(chapters.length, (jobs += 1)));
  const releases = await nodeReleases(request.nodes.map((binary) => asTyped(binary, environment)), language);
  const input = { root, survey, releases, language, onProgress };
  if (request.mutants) {
    const reports = await withContext(input, (context) => Promise.all(chapters.filter(isReadable).map((chapter) => mutateChapter(context, chapter))));
    progress?.("");
    print(request.json ? asJson({ ...mutationTotal(reports), chapters: reports }) : formatMutation(reports, language));
    return exitCodeOf(mutationTotal(reports));
  }
  const reports = await withContext(input, (context) => Promise.all(chapters.map((chapter) => proveChapter(context, chapter))));
  progress?.("");
  print(request.json ? asJson(reportAsJson(reports)) : formatReport(reports, language, request.matrix));
  return exitCodeOf(totalOf(reports));
}

/** A path is relative to where the user typed it, which npm tells; a bare name is looked up by the system. */
function asTyped(binary: string, { INIT_CWD }: Environment): string {
  return binary === path.basename(binary) ? binary : path.resolve(INIT_CWD ?? "", binary);
}

function exitCodeOf({ passed, failed }: Total): number {
  if (failed > 0) return exitCodes.refused;
  return passed > 0 ? exitCodes.done : exitCodes.nothingTested;
}

function asJson(value: object): string {
  return JSON.stringify(value, null, 2);
}

const messages: { readonly [L in Language]: { readonly progress: (chapters: number, jobs: number) => string } } = {
  zh: { progress: (chapters, jobs) => `  ${jobs}  件已完成，共 ${chapters} 章` },
  en: { progress: (chapters, jobs) => `  ${jobs}  jobs done, ${chapters} chapters in all` },
};

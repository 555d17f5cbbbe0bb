/** `npm run verify`: proves the chapters. */

import { exitCodes } from "../course-error.ts";
import { languageOf, type Environment } from "../locale.ts";
import { findCoursePackage } from "./course-package.ts";
import { surveyCourse } from "./course-survey.ts";
import { nodeReleases } from "./node-releases.ts";
import { withContext } from "./open-context.ts";
import { proveChapter } from "./prove-chapter.ts";
import { chooseChapters, readVerifyRequest } from "./verify-arguments.ts";
import { formatReport, reportAsJson, totalOf } from "./verify-report.ts";

export interface VerifyCommand {
  /** The words behind `npm run verify --`. */
  readonly words: readonly string[];
  /** The checkout's root (absolute). */
  readonly root: string;
  readonly environment: Environment;
  /** The result. */
  readonly print: (result: string) => void;
  /** Shows how far it is, over what it showed before; only where somebody can see it. */
  readonly progress: ((line: string) => void) | undefined;
}

/** Runs the command; answers with the exit code. @throws {CourseError} */
export async function verifyCommand({ words, root, environment, print, progress }: VerifyCommand): Promise<number> {
  const language = languageOf(environment);
  const request = readVerifyRequest(words, language);
  const survey = surveyCourse(root, findCoursePackage(root, language, request.course));
  const chapters = chooseChapters(survey, request.chapters, language);
  if (chapters.length === 0) {
    print(request.json ? JSON.stringify(reportAsJson([]), null, 2) : "0 passed, 0 failed");
    return exitCodes.nothingTested;
  }
  let jobs = 0;
  const onProgress = (): void => progress?.(`${(jobs += 1)}`);
  const releases = await nodeReleases(request.nodes, language);
  const reports = await withContext({ root, survey, releases, language, onProgress }, (context) =>
    Promise.all(chapters.map((chapter) => proveChapter(context, chapter))),
  );
  print(request.json ? JSON.stringify(reportAsJson(reports), null, 2) : formatReport(reports, language, request.matrix));
  return totalOf(reports).failed === 0 ? exitCodes.done : exitCodes.refused;
}

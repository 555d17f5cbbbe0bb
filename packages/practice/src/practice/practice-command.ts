/** `npm run practice`: reads the words, decides, makes the directory, and says what comes next. */

import path from "node:path";
import { loadCourse, sourcePathOf, type Chapter, type Course } from "../course.ts";
import { CourseError, exitCodes, usageError } from "../course-error.ts";
import type { Environment, Language } from "../locale.ts";
import { findChapter, isBareNumber } from "./chapter-name.ts";
import { explainFailures } from "./perform-failure.ts";
import { clearLeftovers, performPlan } from "./perform-plan.ts";
import { parsePracticeArguments, type PracticeRequest } from "./practice-arguments.ts";
import { formatBreaks, formatChapterNames, formatChapters } from "./practice-lists.ts";
import { readMaterial } from "./practice-material.ts";
import { practiceMessages } from "./practice-messages.ts";
import { planPractice } from "./practice-plan.ts";
import { buildCommand, enterCommand, formatReport, stepCommands, textCommand, type MadePractice } from "./practice-report.ts";
import { findSite } from "./practice-site.ts";
import { ownIdentity } from "./process-identity.ts";
import { faultySources, ownSourcesFrom, type ReplacedSources } from "./replaced-sources.ts";
import { temporaryName } from "./temporary-directory.ts";
import { typingPlace } from "./typing-place.ts";

export interface PracticeContext {
  /** The checkout's root (absolute). */
  readonly root: string;
  readonly words: readonly string[];
  readonly environment: Environment;
  readonly language: Language;
  /** The process's folder. */
  readonly current: string;
  /** Prose, for people. */
  readonly say: (text: string) => void;
  /** The result, for programs. */
  readonly print: (text: string) => void;
  /** Aborted when the user interrupts; the reason is the signal's name. */
  readonly interruption: AbortSignal;
}

/** Runs the command; answers with the exit code. @throws {CourseError} */
export async function practice(context: PracticeContext): Promise<number> {
  const say = practiceMessages[context.language];
  const parsed = parsePracticeArguments(context.words);
  if (!parsed.ok) throw usageError(say.argument(parsed.problem), `${say.usage}\n\n${chapterList(context, courseOf(context))}`);
  const { request } = parsed;
  if (request.kind === "help") {
    context.print(`${say.usage}\n`);
    return exitCodes.done;
  }
  const course = courseOf(context);
  switch (request.kind) {
    case "chapters":
      context.print(formatChapters(course, context.language, request.json));
      return exitCodes.done;
    case "breaks":
      context.print(formatBreaks(chapterOf(context, course, request.chapter), context.language, request.json));
      return exitCodes.done;
    case "make":
      return make(context, course, request);
    default:
      return request satisfies never;
  }
}

async function make(context: PracticeContext, course: Course, request: Extract<PracticeRequest, { kind: "make" }>): Promise<number> {
  const chapter = chapterOf(context, course, request.chapter);
  if (isBareNumber(request.directory)) throw unknownChapter(context, course, `${request.chapter} ${request.directory}`);
  const typed = typingPlace(context.environment, context.root, context.current);
  const directory = path.resolve(typed, request.directory);
  const from = request.from === undefined ? undefined : path.resolve(typed, request.from);
  const replaced = replacedSources(course, chapter, request.breakId, from, context.language);
  const material = readMaterial(course, chapter, replaced, context.language);
  const plan = planPractice(material);
  const longest = plan.map((step) => step.path).reduce((left, right) => (left.length >= right.length ? left : right), "");
  const site = findSite(course, directory, longest, context.language);
  const folder = site.kind === "free" ? site.folder : site.directory;
  await explainFailures(directory, folder, context.interruption, context.language, async () => {
    clearLeftovers(site);
    await performPlan(plan, site, temporaryName(ownIdentity()), context.interruption);
  });
  const scripts = new Set(Object.keys((JSON.parse(material.workspace.packageJson) as { readonly scripts: object }).scripts));
  const sources = chapter.sources.map((source) => sourcePathOf(course, source));
  const taken = [...replaced].filter(([, { origin }]) => origin === "learner").map(([file]) => file);
  const made: MadePractice = { course, chapter, directory, sources, taken, from, breakId: request.breakId, scripts };
  context.say(formatReport(made, context.language));
  context.print(request.json ? `${JSON.stringify(asJson(made, context.language), null, 2)}\n` : `${directory}\n`);
  return exitCodes.done;
}

function replacedSources(course: Course, chapter: Chapter, breakId: string | undefined, from: string | undefined, language: Language): ReplacedSources {
  if (breakId !== undefined) return faultySources(course, chapter, breakId, language);
  return from === undefined ? new Map() : ownSourcesFrom(from, course, chapter, language);
}

function courseOf(context: PracticeContext): Course {
  // `-w <course>` runs the course package's own script, which names the course where there are several.
  const { npm_package_name: name } = context.environment;
  try {
    return loadCourse(context.root, context.language, name);
  } catch (error) {
    if (error instanceof CourseError && error.exitCode === exitCodes.usage) return loadCourse(context.root, context.language);
    throw error;
  }
}

function chapterOf(context: PracticeContext, course: Course, word: string): Chapter {
  const chapter = findChapter(course, word);
  if (chapter === undefined) throw unknownChapter(context, course, word);
  return chapter;
}

function unknownChapter(context: PracticeContext, course: Course, word: string): CourseError {
  return usageError(practiceMessages[context.language].unknownChapter(word), chapterList(context, course));
}

function chapterList({ language }: PracticeContext, course: Course): string {
  return `${practiceMessages[language].chapters}\n${formatChapterNames(course, language)}`;
}

function asJson(made: MadePractice, language: Language): object {
  const { course, chapter, directory, sources, taken, breakId } = made;
  const steps = stepCommands(made, language);
  return {
    directory,
    course: course.name,
    courseVersion: course.version,
    chapter: chapter.number,
    stem: chapter.stem,
    title: chapter.title[language],
    sources,
    taken,
    ...(breakId === undefined ? {} : { break: breakId }),
    steps,
    next: [enterCommand(directory), textCommand(), buildCommand(course), ...steps.map((step) => step.command)],
  };
}

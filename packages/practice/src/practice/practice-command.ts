/** `npm run practice`: reads the words, decides, makes the directory, and says what comes next. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chaptersUpTo, loadCourse, roomOf, sourcePathOf, type Chapter, type Course } from "../course.ts";
import { applyBreak, BreakError, parseBreak } from "../break-file.ts";
import { CourseError, exitCodes, usageError } from "../course-error.ts";
import type { Environment, Language } from "../locale.ts";
import { hashOf } from "../practice-record.ts";
import { findChapter, isBareNumber } from "./chapter-name.ts";
import { readOwnSources, type OwnSources } from "./own-sources.ts";
import { PerformError, performPlan, type Site } from "./perform-plan.ts";
import { parsePracticeArguments, type PracticeRequest } from "./practice-arguments.ts";
import { formatBreaks, formatChapters } from "./practice-lists.ts";
import { readCheckoutText, readMaterial } from "./practice-material.ts";
import { practiceMessages } from "./practice-messages.ts";
import { planPractice, type ReplacedSource } from "./practice-plan.ts";
import { buildCommand, enterCommand, formatReport, stepCommands, textCommand, type MadePractice } from "./practice-report.ts";
import { ownIdentity } from "./process-identity.ts";
import { isInside, outerWorkspace } from "./surroundings.ts";
import { inspectTarget, type Target } from "./target.ts";
import { sweep, temporaryName } from "./temporary-directory.ts";
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
  if (!parsed.ok) throw usageError(say.argument(parsed.problem), withChapters(context, parsed.problem.kind === "no-chapter" || parsed.problem.kind === "too-many-words"));
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
  const replaced = new Map([
    ...(request.breakId === undefined ? [] : faultySource(context, course, chapter, request.breakId)),
    ...(from === undefined ? [] : ownSources(context, course, chapter, from)),
  ]);
  const material = readMaterial(course, chapter, replaced, context.language);
  const plan = planPractice(material);
  const longest = plan.map((step) => step.path).reduce((left, right) => (left.length >= right.length ? left : right), "");
  const site = siteAt(context, course, directory, longest);
  await perform(context, directory, () => performPlan(plan, site, temporaryName(ownIdentity()), context.interruption));
  const scripts = new Set(Object.keys((JSON.parse(material.workspace.packageJson) as { readonly scripts: object }).scripts));
  const sources = chapter.sources.map((source) => sourcePathOf(course, source));
  const taken = [...replaced].filter(([, { origin }]) => origin === "learner").map(([file]) => file);
  const made: MadePractice = { course, chapter, directory, sources, taken, from, breakId: request.breakId, scripts };
  context.say(formatReport(made, context.language));
  context.print(request.json ? `${JSON.stringify(asJson(made, context.language), null, 2)}\n` : `${directory}\n`);
  return exitCodes.done;
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
  const say = practiceMessages[context.language];
  return usageError(say.unknownChapter(word), `${say.chapters}\n${formatChapters(course, context.language, false)}`.trimEnd());
}

function withChapters(context: PracticeContext, list: boolean): string {
  const say = practiceMessages[context.language];
  return list ? `${say.usage}\n\n${say.chapters}\n${formatChapters(courseOf(context), context.language, false)}`.trimEnd() : say.usage;
}

function faultySource(context: PracticeContext, course: Course, chapter: Chapter, id: string): ReadonlyMap<string, ReplacedSource> {
  const say = practiceMessages[context.language];
  const fault = chapter.breaks.find((candidate) => candidate.id === id);
  if (fault === undefined) throw usageError(say.unknownBreak(id), formatBreaks(chapter, context.language, false).trimEnd());
  const file = `${roomOf(course, chapter)}/breaks/${id}.break`;
  const reference = new Map(chapter.sources.map((source) => [sourcePathOf(course, source), readCheckoutText(course, sourcePathOf(course, source), context.language)]));
  const faultyPath = sourcePathOf(course, fault.source);
  try {
    const faulty = applyBreak(id, parseBreak(id, readCheckoutText(course, file, context.language)), reference.get(faultyPath) ?? "");
    return new Map([...reference, [faultyPath, faulty] as const].map(([at, content]) => [at, { content, origin: "fault" }]));
  } catch (error) {
    if (error instanceof BreakError) throw new CourseError(...say.faultyBreak(file, error.message));
    throw error;
  }
}

function ownSources(context: PracticeContext, course: Course, chapter: Chapter, from: string): ReadonlyMap<string, ReplacedSource> {
  const skeletons = chaptersUpTo(course, chapter).flatMap((owner) =>
    owner.sources.map((source) => [sourcePathOf(course, source), hashOf(readCheckoutText(course, `${roomOf(course, owner)}/skeleton/${source}`, context.language))] as const),
  );
  const own = readOwnSources(from, course, chapter, new Map(skeletons));
  if (own.kind === "taken") return own.files;
  throw fromError(context, from, own);
}

function fromError({ language }: PracticeContext, from: string, own: Exclude<OwnSources, { kind: "taken" }>): CourseError {
  const say = practiceMessages[language];
  switch (own.kind) {
    case "not-a-practice-directory": {
      const sentences = { absent: say.fromAbsent, "no-record": say.fromNoRecord, "unreadable-record": say.fromUnreadable };
      return new CourseError(...sentences[own.reason](from));
    }
    case "another-course":
      return new CourseError(...say.fromOtherCourse(from, own.course));
    case "unfinished":
      return new CourseError(...say.fromUnfinished(from, own.files, `${enterCommand(from)} && npm run check`));
    case "irregular":
      return new CourseError(...say.fromIrregular(own.files));
    default:
      return own satisfies never;
  }
}

/** The place to make the directory at, or the reason why there is none. */
function siteAt(context: PracticeContext, course: Course, directory: string, longest: string): Site {
  const say = practiceMessages[context.language];
  const target = inspectTarget(directory);
  const [folder, missing] = target.kind === "free" ? [target.folder, target.missing] : "directory" in target ? [target.directory, []] : [undefined, []];
  if (folder !== undefined) {
    if (isInside(folder, context.root)) throw new CourseError(...say.insideRepository(directory, siblingFor(context.root, directory)));
    const outer = outerWorkspace(folder, missing, course.package);
    if (outer !== undefined) throw new CourseError(...say.insideWorkspace(directory, outer.manifest, outer.pattern));
  }
  if (target.kind !== "free" && target.kind !== "empty") throw occupiedError(context, course, directory, target);
  if (isTooLong(path.join(directory, longest))) throw new CourseError(...say.tooLong(directory));
  sweep(folder ?? directory);
  if (target.kind === "empty") {
    sweep(path.dirname(target.directory));
    for (const name of target.leftovers) fs.rmSync(path.join(target.directory, name), { recursive: true, force: true });
  }
  return target;
}

function occupiedError({ language }: PracticeContext, course: Course, directory: string, target: Exclude<Target, Site>): CourseError {
  const say = practiceMessages[language];
  switch (target.kind) {
    case "practice": {
      const { record } = target;
      if (record.course !== course.name) return new CourseError(...say.isOtherPractice(directory, record.course));
      return new CourseError(...say.isPractice(directory, record.chapter, record.title, `${enterCommand(directory)} && npm run check`));
    }
    case "occupied":
      return new CourseError(...say.isOccupied(directory, target.names.length > 5 ? [...target.names.slice(0, 5), "…"] : target.names));
    case "being-filled":
      return new CourseError(...say.isBeingFilled(directory));
    case "file":
      return new CourseError(...say.isFile(target.at));
    case "dangling-link":
      return new CourseError(...say.isDangling(target.at, target.to));
    case "unreachable":
      return new CourseError(...(target.code === "ENAMETOOLONG" ? say.tooLong(directory) : say.refused(target.at, target.code)));
    default:
      return target satisfies never;
  }
}

function isTooLong(file: string): boolean {
  try {
    fs.lstatSync(file, { throwIfNoEntry: false });
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENAMETOOLONG";
  }
}

/** A place beside the repository that is still free, named after the target. */
function siblingFor(root: string, directory: string): string {
  const inRepository = directory === root ? "practice" : path.basename(directory);
  const wanted = path.join(path.dirname(root), inRepository);
  for (let number = 1; ; number += 1) {
    const sibling = number === 1 ? wanted : `${wanted}-${number}`;
    if (!fs.existsSync(sibling)) return sibling;
  }
}

async function perform({ language, interruption }: PracticeContext, directory: string, work: () => Promise<void>): Promise<void> {
  const say = practiceMessages[language];
  try {
    await work();
  } catch (error) {
    if (interruption.aborted && error === interruption.reason) {
      const signal = String(interruption.reason) as NodeJS.Signals;
      throw new CourseError(say.interrupted, "", 128 + (os.constants.signals[signal] ?? 0));
    }
    if (!(error instanceof PerformError)) throw error;
    switch (error.code) {
      case "ENOSPC":
      case "EDQUOT":
        throw new CourseError(...say.diskFull(directory));
      case "EACCES":
      case "EPERM":
      case "EROFS":
        throw new CourseError(...say.notWritable(path.dirname(error.at), error.code));
      case "EEXIST":
      case "ENOTEMPTY":
      case "ENOTDIR":
        throw new CourseError(...say.appeared(directory));
      case "ENAMETOOLONG":
        throw new CourseError(...say.tooLong(directory));
      default:
        throw new CourseError(...say.refused(error.at, error.code));
    }
  }
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

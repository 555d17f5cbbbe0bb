/** Makes a chapter's practice directory, as a learner gets it, and builds and runs what is in it. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { suiteLimits } from "../check/suite-process.ts";
import { performPlan } from "../practice/perform-plan.ts";
import { readMaterial } from "../practice/practice-material.ts";
import { planPractice } from "../practice/practice-plan.ts";
import { isReadable, suiteOf, type ReadableChapter } from "./course-survey.ts";
import { runCompiler, type CompilerReport } from "./run-compiler.ts";
import { runWholeSuite } from "./suite-runner.ts";
import type { SuiteRun } from "./suite-run.ts";
import type { NodeRelease, VerifyContext } from "./verify-context.ts";

export interface PracticeTrial {
  readonly chapter: ReadableChapter;
  /** The practice directory (absolute). */
  readonly directory: string;
  /** The course package's folder in it (absolute). */
  readonly packageFolder: string;
  /** The scripts of its package.json. */
  readonly scripts: readonly string[];
}

/** @throws {CourseError} where the course lacks a file that the directory needs */
export async function makePracticeTrial(context: VerifyContext, chapter: ReadableChapter): Promise<PracticeTrial> {
  const planned = context.course.chapters.find(({ stem }) => stem === chapter.stem);
  if (planned === undefined) throw new Error(`${chapter.stem} is none of the course's chapters`);
  const material = readMaterial(context.course, planned, new Map(), context.language);
  const place = path.join(context.folder, chapter.stem);
  mkdirSync(place);
  await performPlan(planPractice(material), { kind: "free", folder: place, missing: ["practice"] }, ".making", context.signal);
  const directory = path.join(place, "practice");
  const { scripts } = JSON.parse(readFileSync(path.join(directory, "package.json"), "utf8")) as { readonly scripts: object };
  return { chapter, directory, packageFolder: path.join(directory, context.survey.packagePath), scripts: Object.keys(scripts) };
}

/** Puts the reference in the skeleton's place: the directory of a learner who is done. */
export function fillInReference({ survey }: VerifyContext, { chapter, packageFolder }: PracticeTrial): void {
  for (const source of chapter.manifest.sources) {
    writeFileSync(path.join(packageFolder, "src", source), survey.street.get(`src/${source}`) ?? "");
  }
}

/** What the course's own `build` does; answers with the type errors, after which nothing is built. */
export async function buildTrial(context: VerifyContext, { packageFolder, directory }: PracticeTrial): Promise<readonly CompilerReport[]> {
  rmSync(path.join(packageFolder, "dist"), { recursive: true, force: true });
  return runCompiler(directory, packageFolder, ["-p", "tsconfig.json"], context.signal);
}

/** Runs the suite of `suiteOwner` on what `packageFolder` has built. */
export async function runChapterSuite(
  context: VerifyContext,
  packageFolder: string,
  suiteOwner: ReadableChapter,
  release: NodeRelease = context.releases[0],
): Promise<SuiteRun> {
  const expected = suiteOwner.manifest.steps.flatMap(({ tests }) => tests);
  const order = { packageFolder, suite: suiteOf(suiteOwner), expected, node: release.binary, limits: suiteLimits };
  return runWholeSuite(order, context.signal);
}

/** The chapters before this one whose manifests can be read. */
export function earlierChapters({ survey }: VerifyContext, chapter: ReadableChapter): readonly ReadableChapter[] {
  return survey.chapters.filter(isReadable).filter(({ number }) => number < chapter.number);
}

/** Runs a chapter's suite against every systematic mutant of its sources. */

import path from "node:path";
import { readRun } from "../../check/suite-evidence.ts";
import { runSuite, type SuiteLimits } from "../../check/suite-process.ts";
import { CourseError } from "../../course-error.ts";
import { compileVersions } from "../compiled-versions.ts";
import { suiteOf, type ReadableChapter } from "../course-survey.ts";
import { buildTrial, fillInReference, makePracticeTrial, type PracticeTrial } from "../practice-trial.ts";
import { describeReports } from "../run-compiler.ts";
import { onTestBench } from "../test-bench.ts";
import type { VerifyContext } from "../verify-context.ts";
import { isListed, matches, parseEquivalents, type Equivalent, type Equivalents } from "./equivalents.ts";
import { diffOf, mutantsOf, type Mutant, type MutantDiff } from "./mutant.ts";

/** A mutant that no test catches. */
export interface Survivor extends MutantDiff {
  /** The source's path in the course package, and the line, from 1. */
  readonly file: string;
  readonly line: number;
  /** What was done: `negated condition`. */
  readonly fault: string;
}

export interface MutationReport {
  /** The chapter's stem. */
  readonly chapter: string;
  /** Mutants that type-check; the others are caught before any test. */
  readonly mutants: number;
  readonly killed: number;
  /** Survivors that `equivalents.json` lists. */
  readonly equivalent: number;
  readonly survivors: readonly Survivor[];
  /** Entries of `equivalents.json` that name no survivor. */
  readonly stale: readonly Equivalent[];
}

/** A mutant that hangs is as good as dead; in milliseconds without any sign of life. */
const MUTANT_LIMITS: SuiteLimits = { importing: 5_000, test: 2_000 };

/** @throws {CourseError} where the reference does not compile, or `equivalents.json` cannot be read */
export async function mutateChapter(context: VerifyContext, chapter: ReadableChapter): Promise<MutationReport> {
  const equivalents = equivalentsOf(chapter);
  const trial = await context.slots.run(() => makePracticeTrial(context, chapter));
  fillInReference(context, trial);
  const errors = await context.slots.run(() => buildTrial(context, trial));
  if (errors.length > 0) throw new CourseError(describeReports(errors), `npm run verify -- ${chapter.number}`);

  const mutants = await typeCheckedMutants(context, chapter);
  const alive = await survivorsAmong(context, trial, mutants);
  const survivors = alive.map((mutant): Survivor => {
    const { file, line, fault } = mutant;
    return { file, line, fault, ...diffOf(mutant, context.survey.street.get(file) ?? "") };
  });
  const unlisted = survivors.filter((survivor) => !isListed(equivalents, survivor.file, survivor));
  return {
    chapter: chapter.stem,
    mutants: mutants.length,
    killed: mutants.length - survivors.length,
    equivalent: survivors.length - unlisted.length,
    survivors: unlisted,
    stale: equivalents.filter((entry) => !survivors.some((survivor) => matches(entry, survivor.file, survivor))),
  };
}

function equivalentsOf({ room, stem }: ReadableChapter): Equivalents {
  const text = room.get("equivalents.json");
  try {
    return text === undefined ? [] : parseEquivalents(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CourseError(`chapters/${stem}/equivalents.json: ${reason}`, "[{ source, was, becomes, reason }]");
  }
}

async function typeCheckedMutants(context: VerifyContext, chapter: ReadableChapter): Promise<readonly Mutant[]> {
  const checked: Mutant[] = [];
  for (const file of chapter.manifest.sources.map((source) => `src/${source}`)) {
    const tree = context.syntax.treeOf(file);
    for (const mutant of tree === undefined ? [] : mutantsOf(file, tree)) {
      // Exports have explicit types: what a mutant changes inside cannot become another file's type error.
      if (context.compiler.problemsWith(file, mutant.text, [file]).length === 0) checked.push(mutant);
      // The compiler answers synchronously; whoever runs meanwhile must be heard.
      await new Promise<void>((resolve) => setImmediate(resolve));
      context.onProgress();
    }
  }
  return checked;
}

async function survivorsAmong(context: VerifyContext, trial: PracticeTrial, mutants: readonly Mutant[]): Promise<readonly Mutant[]> {
  const { chapter, packageFolder } = trial;
  const place = path.join(context.folder, chapter.stem);
  const texts = new Map(mutants.map((mutant) => [mutant, mutant.text]));
  const compiled = await compileVersions(texts, context.root, packageFolder, path.join(place, "mutants"), context.signal);
  const alive = await Promise.all(
    mutants.map((mutant) =>
      context.slots.run(() =>
        onTestBench(packageFolder, { file: mutant.file, javaScript: compiled.get(mutant) ?? "" }, path.join(place, "benches"), async (bench) => {
          const survives = await isGreen(context, bench, chapter);
          context.onProgress();
          return survives;
        }),
      ),
    ),
  );
  return mutants.filter((_, index) => alive[index]);
}

/** One process, without the reruns of a verdict: the first test that is not green is enough. */
async function isGreen({ signal, releases: [{ binary }] }: VerifyContext, bench: string, chapter: ReadableChapter): Promise<boolean> {
  const file = path.join(bench, "dist", suiteOf(chapter).replace(/\.ts$/, ".js"));
  const expected = chapter.manifest.steps.flatMap(({ tests }) => tests);
  const run = await runSuite({ file, directory: bench, environment: process.env, node: binary, limits: MUTANT_LIMITS, deadline: signal });
  signal.throwIfAborted();
  const { outcomes, disturbances } = readRun(run, expected);
  return disturbances.length === 0 && expected.every((title) => outcomes.get(title)?.kind === "passed");
}

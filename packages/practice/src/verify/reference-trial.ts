/** Proofs 5, 6 and 7: on a chapter's practice directory once the learner is done. */

import type { ChapterLedger } from "./chapter-ledger.ts";
import type { ReadableChapter } from "./course-survey.ts";
import { buildTrial, fillInReference, runChapterSuite, type PracticeTrial } from "./practice-trial.ts";
import type { Problem } from "./problem.ts";
import { nameIdleTests, proveBreak } from "./prove-breaks.ts";
import { proveAlternative, proveReference } from "./prove-reference.ts";
import { proveListedTests } from "./prove-steps.ts";
import type { CompilerReport } from "./run-compiler.ts";
import { titlesIn } from "./suite-run.ts";
import type { VerifyContext } from "./verify-context.ts";
import { alternativeVersion, breakTrialOf, faultyVersion, tryVersions, type Unusable, type Version } from "./version-trials.ts";

/** How often the reference must pass on the running Node release; on each other one once. */
const REPETITIONS = 3;

export async function proveByReference(context: VerifyContext, trial: PracticeTrial, ledger: ChapterLedger): Promise<void> {
  const { chapter } = trial;
  fillInReference(context, trial);
  const errors = await context.slots.run(() => buildTrial(context, trial));
  if (errors.length > 0) {
    reportCompileErrors(chapter, errors, ledger);
    return;
  }
  await repeatReference(context, trial, ledger);
  await tryAlternatives(context, trial, ledger);
  await tryBreaks(context, trial, ledger);
}

export function reportCompileErrors(chapter: ReadableChapter, errors: readonly CompilerReport[], ledger: ChapterLedger): void {
  ledger.refute(
    errors.map(({ file, line, code, message }): Problem => {
      const text = `${code} ${message}`;
      return { code: "REF02", chapter: chapter.stem, place: `${file}:${line}`, detail: { zh: text, en: text } };
    }),
  );
  ledger.block(["breaks"], { zh: "参考实现不能编译", en: "the reference does not compile" });
}

async function repeatReference(context: VerifyContext, { chapter, packageFolder }: PracticeTrial, ledger: ChapterLedger): Promise<void> {
  const [running] = context.releases;
  const repeated = await Promise.all(
    context.releases.map(async (release) => {
      const times = Array.from({ length: release === running ? REPETITIONS : 1 });
      const runs = await Promise.all(times.map(() => context.slots.run(() => runChapterSuite(context, packageFolder, chapter, release))));
      context.onProgress();
      return { release: release.version, runs };
    }),
  );
  ledger.refute(proveReference(chapter, repeated));
  const [first] = repeated.flatMap(({ runs }) => runs);
  if (first === undefined) return;
  ledger.passedByReference = titlesIn(first, "passed").length;
  ledger.refute(proveListedTests(chapter, first));
}

async function tryAlternatives(context: VerifyContext, trial: PracticeTrial, ledger: ChapterLedger): Promise<void> {
  const { chapter } = trial;
  const files = [...chapter.room.keys()].filter((file) => file.startsWith("alternatives/"));
  const tried = await tryUsable(context, trial, "alternatives", files.map((file) => alternativeVersion(chapter, file)));
  for (const [index, outcome] of tried.entries()) {
    const file = files[index] ?? "";
    if (outcome.kind === "ran") ledger.refute(proveAlternative(chapter, file, outcome.own));
    else ledger.refute([{ code: "REF04", chapter: chapter.stem, place: `chapters/${chapter.stem}/${file}`, detail: { zh: outcome.reason, en: outcome.reason } }]);
  }
}

async function tryBreaks(context: VerifyContext, trial: PracticeTrial, ledger: ChapterLedger): Promise<void> {
  const { chapter } = trial;
  const { breaks, steps } = chapter.manifest;
  const tried = await tryUsable(context, trial, "breaks", breaks.map((one) => faultyVersion(context, chapter, one)));
  const reds = new Map<string, readonly string[]>();
  for (const [index, outcome] of tried.entries()) {
    const one = breaks[index];
    if (one === undefined) continue;
    const result = breakTrialOf(outcome);
    if (result.kind === "ran") reds.set(one.id, result.reds);
    ledger.refute(proveBreak(chapter, one, result));
  }
  ledger.matrix = { tests: steps.flatMap(({ tests }) => tests), reds };
  ledger.add(nameIdleTests(chapter, ledger.matrix));
}

/** Tries the versions that there are; one that could not be made stays what it is, at its place. */
async function tryUsable(context: VerifyContext, trial: PracticeTrial, kind: "alternatives" | "breaks", made: readonly (Version | Unusable)[]) {
  const versions = made.filter((one): one is Version => one.kind === "version");
  const trials = await tryVersions(context, trial, kind, versions);
  const outcomes = new Map(versions.map((version, index) => [version, trials[index]]));
  return made.map((one) => {
    const outcome = one.kind === "version" ? outcomes.get(one) : one;
    if (outcome === undefined) throw new Error(`a version of ${trial.chapter.stem} was not tried`);
    return outcome;
  });
}

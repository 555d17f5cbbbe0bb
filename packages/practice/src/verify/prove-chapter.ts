/** Carries out the nine proofs of one chapter. */

import { CourseError } from "../course-error.ts";
import { ChapterLedger, type ChapterReport } from "./chapter-ledger.ts";
import { isReadable, type ReadableChapter, type SurveyedChapter } from "./course-survey.ts";
import { makePracticeTrial, type PracticeTrial } from "./practice-trial.ts";
import { proofs, type ProofName } from "./problem-codes.ts";
import { proveClock } from "./prove-clock.ts";
import { proveDirection } from "./prove-direction.ts";
import { proveOwnership } from "./prove-ownership.ts";
import { proveSteps } from "./prove-steps.ts";
import { proveByReference, reportCompileErrors } from "./reference-trial.ts";
import type { CompilerReport } from "./run-compiler.ts";
import { proveBySkeleton } from "./skeleton-trial.ts";
import type { VerifyContext } from "./verify-context.ts";

/** The proofs that need a practice directory. */
const TRIED: readonly ProofName[] = ["skeleton", "honest-failure", "reference", "breaks", "leaks"];

export async function proveChapter(context: VerifyContext, chapter: SurveyedChapter): Promise<ChapterReport> {
  const start = performance.now();
  const ledger = new ChapterLedger(chapter);
  ledger.refute(proveOwnership(context.survey, chapter));
  ledger.refute(proveDirection(context.syntax, chapter));
  ledger.add(proveClock(context.syntax, chapter));
  if (isReadable(chapter)) await proveByTrial(context, chapter, ledger);
  else ledger.block(proofs.filter((proof) => proof !== "ownership"), { zh: "清单读不出来", en: "the manifest cannot be read" });
  return ledger.report((performance.now() - start) / 1000);
}

async function proveByTrial(context: VerifyContext, chapter: ReadableChapter, ledger: ChapterLedger): Promise<void> {
  const trial = await makeTrial(context, chapter, ledger);
  if (trial === undefined) return;
  ledger.refute(proveSteps(context.survey, chapter, trial.scripts));

  const unreadable = context.survey.chapters.find((earlier) => earlier.number < chapter.number && !isReadable(earlier));
  if (unreadable !== undefined) {
    const by = { zh: `${unreadable.stem} 的清单读不出来`, en: `the manifest of ${unreadable.stem} cannot be read` };
    ledger.block(TRIED, by);
    return;
  }
  const [broken] = errorsOf(context, (owner) => owner.number < chapter.number);
  if (broken !== undefined) {
    const by = { zh: `前面的章节不能编译：${broken.file}`, en: `an earlier chapter does not compile: ${broken.file}` };
    ledger.block(TRIED, by);
    return;
  }
  await proveBySkeleton(context, trial, ledger);
  const errors = errorsOf(context, (owner) => owner === chapter);
  if (errors.length > 0) reportCompileErrors(chapter, errors, ledger);
  else await proveByReference(context, trial, ledger);
}

async function makeTrial(context: VerifyContext, chapter: ReadableChapter, ledger: ChapterLedger): Promise<PracticeTrial | undefined> {
  try {
    return await context.slots.run(() => makePracticeTrial(context, chapter));
  } catch (error) {
    if (!(error instanceof CourseError)) throw error;
    // The texts can still be judged, as far as they do without the directory's own scripts.
    ledger.refute(proveSteps(context.survey, chapter, []).filter(({ code }) => code !== "STEP04"));
    ledger.block([...TRIED, "steps"], { zh: error.problem, en: error.problem });
    return undefined;
  }
}

/** The type errors of the reference build in the files of some chapters. */
function errorsOf({ reference, syntax }: VerifyContext, concerns: (owner: SurveyedChapter) => boolean): readonly CompilerReport[] {
  return reference.errors.filter(({ file }) => {
    const owner = syntax.ownerOf(file);
    return owner !== undefined && concerns(owner);
  });
}

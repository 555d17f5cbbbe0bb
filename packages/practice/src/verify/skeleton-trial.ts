/** Proofs 3, 4 and 8: on a chapter's practice directory as it is given. */

import path from "node:path";
import { buildApart } from "./apart-build.ts";
import type { ChapterLedger } from "./chapter-ledger.ts";
import { secretsOf } from "./chapter-secrets.ts";
import { suiteOf } from "./course-survey.ts";
import { buildTrial, earlierChapters, runChapterSuite, type PracticeTrial } from "./practice-trial.ts";
import { proveHonestFailure } from "./prove-honest-failure.ts";
import { proveLeaks } from "./prove-leaks.ts";
import { proveSkeleton } from "./prove-skeleton.ts";
import { titlesIn } from "./suite-run.ts";
import type { VerifyContext } from "./verify-context.ts";

export async function proveBySkeleton(context: VerifyContext, trial: PracticeTrial, ledger: ChapterLedger): Promise<void> {
  const { slots, folder, survey, syntax, reference, root, signal } = context;
  const { chapter, directory, packageFolder } = trial;
  const apart = await slots.run(() => buildApart(root, packageFolder, path.join(folder, chapter.stem, "skeleton"), signal));
  ledger.refute(proveSkeleton(chapter, apart, reference));

  const errors = await slots.run(() => buildTrial(context, trial));
  if (errors.length === 0) await runSuites(context, trial, ledger);
  else ledger.block(["honest-failure"], { zh: "骨架不能编译", en: "the skeleton does not compile" });

  const secrets = secretsOf(survey, syntax, chapter, reference.texts, apart.texts);
  ledger.add(proveLeaks(survey, chapter, directory, secrets));
}

async function runSuites(context: VerifyContext, { chapter, packageFolder }: PracticeTrial, ledger: ChapterLedger): Promise<void> {
  const run = (owner: typeof chapter) => context.slots.run(() => runChapterSuite(context, packageFolder, owner));
  const earlier = earlierChapters(context, chapter);
  const [own, ...earlierRuns] = await Promise.all([run(chapter), ...earlier.map(run)]);
  context.onProgress();
  ledger.failedBySkeleton = titlesIn(own, "failed").length;
  ledger.refute(proveHonestFailure(chapter, own, new Map(earlierRuns.map((one, index) => [suiteOf(earlier[index] ?? chapter), one]))));
}

/** Carries out the nine proofs of one chapter. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { CourseError } from "../course-error.ts";
import type { Text } from "../locale.ts";
import { buildApart, type ApartBuild } from "./apart-build.ts";
import { secretsOf } from "./chapter-secrets.ts";
import { isReadable, suiteOf, type ReadableChapter, type SurveyedChapter } from "./course-survey.ts";
import type { KillMatrix } from "./kill-matrix.ts";
import { buildTrial, earlierChapters, makePracticeTrial, runChapterSuite, type PracticeTrial } from "./practice-trial.ts";
import { joinFindings, type Findings, type Problem } from "./problem.ts";
import type { ProofName } from "./problem-codes.ts";
import { resultsOf, type ProofResults } from "./proof-result.ts";
import { nameIdleTests, proveBreak } from "./prove-breaks.ts";
import { proveClock } from "./prove-clock.ts";
import { proveDirection } from "./prove-direction.ts";
import { proveHonestFailure } from "./prove-honest-failure.ts";
import { proveLeaks } from "./prove-leaks.ts";
import { proveOwnership } from "./prove-ownership.ts";
import { proveAlternative, proveReference } from "./prove-reference.ts";
import { proveSkeleton } from "./prove-skeleton.ts";
import { proveListedTests, proveSteps } from "./prove-steps.ts";
import type { CompilerReport } from "./run-compiler.ts";
import { titlesIn, type SuiteRun } from "./suite-run.ts";
import type { VerifyContext } from "./verify-context.ts";
import { alternativeVersion, breakTrialOf, faultyVersion, tryVersions, type Version } from "./version-trials.ts";

/** How often the reference must pass on the running Node release. */
const REPETITIONS = 3;

export interface ChapterReport {
  readonly chapter: string;
  readonly proofs: ProofResults;
  readonly notes: Findings["notes"];
  /** The tests that the manifest lists. */
  readonly tests: number;
  readonly passedByReference: number;
  readonly failedBySkeleton: number;
  readonly breaks: number;
  readonly breaksCaught: number;
  readonly matrix: KillMatrix;
  /** From its first proof to its last; chapters run side by side. */
  readonly seconds: number;
}

/** What has been found so far. */
interface Ledger {
  readonly findings: Findings[];
  readonly blocked: Map<ProofName, Text>;
  passedByReference: number;
  failedBySkeleton: number;
  matrix: KillMatrix;
}

export async function proveChapter(context: VerifyContext, chapter: SurveyedChapter): Promise<ChapterReport> {
  const start = performance.now();
  const ledger: Ledger = { findings: [], blocked: new Map(), passedByReference: 0, failedBySkeleton: 0, matrix: { tests: [], reds: new Map() } };
  note(ledger, proveOwnership(context.survey, chapter));
  note(ledger, proveDirection(context.syntax, chapter));
  ledger.findings.push(proveClock(context.syntax, chapter));
  if (isReadable(chapter)) await proveByTrial(context, chapter, ledger);
  else block(ledger, ["direction", "skeleton", "honest-failure", "reference", "steps", "breaks", "leaks", "clock"], { zh: "清单读不出来", en: "the manifest cannot be read" });

  const findings = joinFindings(ledger.findings);
  const matrix = ledger.matrix;
  return {
    chapter: chapter.stem,
    proofs: resultsOf(findings, ledger.blocked),
    notes: findings.notes,
    tests: chapter.manifest?.steps.flatMap(({ tests }) => tests).length ?? 0,
    passedByReference: ledger.passedByReference,
    failedBySkeleton: ledger.failedBySkeleton,
    breaks: chapter.manifest?.breaks.length ?? 0,
    breaksCaught: [...matrix.reds.values()].filter((reds) => reds.length > 0).length,
    matrix,
    seconds: (performance.now() - start) / 1000,
  };
}

async function proveByTrial(context: VerifyContext, chapter: ReadableChapter, ledger: Ledger): Promise<void> {
  let trial: PracticeTrial;
  try {
    trial = await context.slots.run(() => makePracticeTrial(context, chapter));
  } catch (error) {
    if (!(error instanceof CourseError)) throw error;
    note(ledger, proveSteps(context.survey, chapter, []));
    block(ledger, ["skeleton", "honest-failure", "reference", "steps", "breaks", "leaks"], { zh: error.problem, en: error.problem });
    return;
  }
  note(ledger, proveSteps(context.survey, chapter, trial.scripts));
  const earlierErrors = errorsOf(context, ({ number }) => number < chapter.number);
  if (earlierErrors.length > 0) {
    const [first] = earlierErrors;
    block(ledger, ["skeleton", "honest-failure", "reference", "breaks", "leaks"], { zh: `前面的章节不能编译：${first?.file}`, en: `an earlier chapter does not compile: ${first?.file}` });
    return;
  }
  await trySkeleton(context, trial, ledger);
  const ownErrors = errorsOf(context, (owner) => owner.stem === chapter.stem);
  if (ownErrors.length > 0) {
    note(ledger, ownErrors.map((error) => compileProblem(chapter, error)));
    block(ledger, ["breaks"], { zh: "参考实现不能编译", en: "the reference does not compile" });
    return;
  }
  await tryReference(context, trial, ledger);
}

/** Proofs 3, 4 and 8: on the practice directory as it is given. */
async function trySkeleton(context: VerifyContext, trial: PracticeTrial, ledger: Ledger): Promise<void> {
  const { slots, folder, survey, syntax, signal } = context;
  const { chapter, directory, packageFolder } = trial;
  const apart = await slots.run(() => buildApart(context.root, packageFolder, path.join(folder, chapter.stem, "skeleton"), signal));
  note(ledger, proveSkeleton(chapter, apart, context.reference));

  const errors = await slots.run(() => buildTrial(context, trial));
  if (errors.length === 0) {
    const own = slots.run(() => runChapterSuite(context, packageFolder, chapter));
    const earlier = earlierChapters(context, chapter).map(async (one) => [suiteOf(one), await slots.run(() => runChapterSuite(context, packageFolder, one))] as const);
    const [ownRun, ...earlierRuns] = await Promise.all([own, ...earlier]);
    ledger.failedBySkeleton = titlesIn(ownRun, "failed").length;
    note(ledger, proveHonestFailure(chapter, ownRun, new Map(earlierRuns)));
    context.onProgress();
  } else {
    block(ledger, ["honest-failure"], { zh: "骨架不能编译", en: "the skeleton does not compile" });
  }
  const secrets = secretsOf(survey, syntax, chapter, context.reference.texts, compiledSkeleton(apart));
  ledger.findings.push(proveLeaks(survey, chapter, directory, secrets));
}

function compiledSkeleton({ texts }: ApartBuild): ReadonlyMap<string, string> {
  return texts;
}

/** Proofs 5, 6 and 7: on the same directory once the learner is done. */
async function tryReference(context: VerifyContext, trial: PracticeTrial, ledger: Ledger): Promise<void> {
  const { slots, survey } = context;
  const { chapter, packageFolder } = trial;
  for (const source of chapter.manifest.sources) {
    writeFileSync(path.join(packageFolder, "src", source), survey.street.get(`src/${source}`) ?? "");
  }
  const errors = await slots.run(() => buildTrial(context, trial));
  if (errors.length > 0) {
    note(ledger, errors.map((error) => compileProblem(chapter, error)));
    block(ledger, ["breaks"], { zh: "参考实现不能编译", en: "the reference does not compile" });
    return;
  }
  const [runs] = await Promise.all([repeatReference(context, trial, ledger), tryAlternatives(context, trial, ledger)]);
  note(ledger, proveListedTests(chapter, runs));
  await tryBreaks(context, trial, ledger);
}

async function repeatReference(context: VerifyContext, { chapter, packageFolder }: PracticeTrial, ledger: Ledger): Promise<SuiteRun> {
  const [running] = context.releases;
  const repeated = await Promise.all(
    context.releases.map(async (release) => {
      const times = release === running ? REPETITIONS : 1;
      const runs = await Promise.all(Array.from({ length: times }, () => context.slots.run(() => runChapterSuite(context, packageFolder, chapter, release))));
      return { release: release.version, runs };
    }),
  );
  context.onProgress();
  note(ledger, proveReference(chapter, repeated));
  const first = repeated[0]?.runs[0];
  if (first === undefined) throw new Error("the reference was not run");
  ledger.passedByReference = titlesIn(first, "passed").length;
  return first;
}

async function tryAlternatives(context: VerifyContext, trial: PracticeTrial, ledger: Ledger): Promise<void> {
  const { chapter } = trial;
  const files = [...chapter.room.keys()].filter((file) => file.startsWith("alternatives/"));
  const versions = files.map((file) => alternativeVersion(chapter, file));
  const refused = (file: string, reason: string): Problem => ({ code: "REF04", chapter: chapter.stem, place: `chapters/${chapter.stem}/${file}`, detail: { zh: reason, en: reason } });
  for (const [index, version] of versions.entries()) if ("reason" in version) note(ledger, [refused(files[index] ?? "", version.reason)]);
  const runnable = versions.filter((version): version is Version => !("reason" in version));
  const trials = await tryVersions(context, trial, "alternatives", runnable);
  for (const [index, { name }] of runnable.entries()) {
    const outcome = trials[index];
    if (outcome?.kind === "does-not-type-check") note(ledger, [refused(name, outcome.reason)]);
    if (outcome?.kind === "ran") note(ledger, proveAlternative(chapter, name, outcome.own));
  }
}

async function tryBreaks(context: VerifyContext, trial: PracticeTrial, ledger: Ledger): Promise<void> {
  const { chapter } = trial;
  const faulty = chapter.manifest.breaks.map((one) => ({ one, version: faultyVersion(context, chapter, one) }));
  const versions = faulty.flatMap(({ version }) => ("reason" in version ? [] : [version]));
  const trials = await tryVersions(context, trial, "breaks", versions);
  const reds = new Map<string, readonly string[]>();
  for (const { one, version } of faulty) {
    const outcome = "reason" in version ? undefined : trials[versions.indexOf(version)];
    const broken = outcome === undefined ? ({ kind: "does-not-apply", reason: "reason" in version ? version.reason : "" } as const) : breakTrialOf(outcome);
    if (broken.kind === "ran") reds.set(one.id, broken.reds);
    note(ledger, proveBreak(chapter, one, broken));
  }
  ledger.matrix = { tests: chapter.manifest.steps.flatMap(({ tests }) => tests), reds };
  ledger.findings.push(nameIdleTests(chapter, ledger.matrix));
}

/** The type errors of the reference build in the files of some chapters. */
function errorsOf({ reference, syntax }: VerifyContext, concerns: (owner: SurveyedChapter) => boolean): readonly CompilerReport[] {
  return reference.errors.filter(({ file }) => {
    const owner = syntax.ownerOf(file);
    return owner !== undefined && concerns(owner);
  });
}

function compileProblem(chapter: ReadableChapter, { file, line, code, message }: CompilerReport): Problem {
  const text = `${code} ${message}`;
  return { code: "REF02", chapter: chapter.stem, place: `${file}:${line}`, detail: { zh: text, en: text } };
}

function note(ledger: Ledger, problems: readonly Problem[]): void {
  ledger.findings.push({ problems, notes: [] });
}

function block(ledger: Ledger, proofs: readonly ProofName[], by: Text): void {
  for (const proof of proofs) ledger.blocked.set(proof, by);
}

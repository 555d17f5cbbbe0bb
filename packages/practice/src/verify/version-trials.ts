/** Runs a chapter's suite against other versions of its sources: faulty ones, and other correct ones. */

import path from "node:path";
import { applyBreak, BreakError, parseBreak } from "../break-file.ts";
import type { ChapterBreak } from "../chapter-manifest.ts";
import { compileVersions } from "./compiled-versions.ts";
import { suiteOf, type ReadableChapter } from "./course-survey.ts";
import { reachableFrom } from "./chapter-owners.ts";
import { earlierChapters, runChapterSuite, type PracticeTrial } from "./practice-trial.ts";
import type { BreakTrial } from "./prove-breaks.ts";
import type { SuiteRun } from "./suite-run.ts";
import { onTestBench } from "./test-bench.ts";
import type { VerifyContext } from "./verify-context.ts";

/** Another text of one source. */
export interface Version {
  readonly kind: "version";
  /** What it is called, unique in the chapter: `breaks/length-executed.break`. */
  readonly name: string;
  /** The source's path in the course package: `src/agent-loop.ts`. */
  readonly file: string;
  readonly text: string;
}

/** Why there is no such version. */
export interface Unusable {
  readonly kind: "does-not-apply";
  readonly reason: string;
}

export type VersionTrial =
  | { readonly kind: "does-not-type-check"; readonly reason: string }
  | { readonly kind: "ran"; readonly own: SuiteRun; readonly earlier: readonly SuiteRun[] };

/**
 * Type-checks and runs versions; the answers have the versions' order. An earlier suite is run only
 * where it leads to the changed source: no other can notice.
 *
 * @param trial built from the reference
 */
export async function tryVersions(context: VerifyContext, trial: PracticeTrial, kind: "alternatives" | "breaks", versions: readonly Version[]): Promise<readonly VersionTrial[]> {
  const { chapter, packageFolder } = trial;
  const texts = new Map(versions.map(({ name, text }) => [name, text]));
  const compiled = await context.slots.run(() => compileVersions(texts, context.root, packageFolder, path.join(context.folder, chapter.stem, kind), context.signal));
  return Promise.all(versions.map((version) => context.slots.run(() => tryVersion(context, trial, version, compiled.get(version.name) ?? ""))));
}

async function tryVersion(context: VerifyContext, { chapter, packageFolder }: PracticeTrial, version: Version, javaScript: string): Promise<VersionTrial> {
  const { file, text } = version;
  const errors = context.compiler.problemsWith(file, text, context.syntax.dependentsOf(file, chapter));
  if (errors.length > 0) return { kind: "does-not-type-check", reason: errors.map((error) => `${error.file}:${error.line} ${error.message}`).join("\n") };
  const concerned = earlierChapters(context, chapter).filter((earlier) => reachableFrom(suiteOf(earlier), context.syntax.importsOf).has(file));
  return onTestBench(packageFolder, { file, javaScript }, path.join(context.folder, chapter.stem, "benches"), async (bench) => {
    const own = await runChapterSuite(context, bench, chapter);
    const earlier: SuiteRun[] = [];
    for (const one of concerned) earlier.push(await runChapterSuite(context, bench, one));
    context.onProgress();
    return { kind: "ran", own, earlier };
  });
}

/** The faulty source; the reason where the break does not fit it. */
export function faultyVersion(context: VerifyContext, chapter: ReadableChapter, { id, source }: ChapterBreak): Version | Unusable {
  const name = `breaks/${id}.break`;
  const file = `src/${source}`;
  const reference = context.survey.street.get(file);
  if (reference === undefined || !chapter.manifest.sources.includes(source)) return { kind: "does-not-apply", reason: `${source} is none of the chapter's sources` };
  try {
    return { kind: "version", name, file, text: applyBreak(id, parseBreak(id, chapter.room.get(name) ?? ""), reference) };
  } catch (error) {
    if (error instanceof BreakError) return { kind: "does-not-apply", reason: error.message };
    throw error;
  }
}

/**
 * The source that an alternative stands for: its name starts with the source's (`agent-loop.recursive.ts`);
 * where the chapter adds one source, any name will do.
 */
export function alternativeVersion({ manifest, room }: ReadableChapter, file: string): Version | Unusable {
  const name = path.posix.basename(file);
  const [only] = manifest.sources;
  const named = manifest.sources.find((source) => name.startsWith(source.replace(/ts$/, "")));
  const source = named ?? (manifest.sources.length === 1 ? only : undefined);
  if (source === undefined) return { kind: "does-not-apply", reason: `its name starts with none of ${manifest.sources.join(", ")}` };
  return { kind: "version", name: file, file: `src/${source}`, text: room.get(file) ?? "" };
}

/** What a break's trial amounts to. */
export function breakTrialOf(trial: VersionTrial | Unusable): BreakTrial {
  if (trial.kind !== "ran") return trial;
  const redsOf = (run: SuiteRun): readonly string[] => run.tests.filter(({ state }) => state === "failed" || state === "not-run").map(({ title }) => title);
  return { kind: "ran", reds: redsOf(trial.own), earlierReds: trial.earlier.flatMap(redsOf) };
}

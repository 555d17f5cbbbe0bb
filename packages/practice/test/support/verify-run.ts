/** Runs `verify` on a checkout and reads its JSON. */

import { runRoot, type CommandRun, type Extra } from "./command-run.ts";

export interface VerifiedChapter {
  readonly chapter: string;
  readonly proofs: { readonly [proof: string]: "proved" | "refuted" | "blocked" };
  readonly problems: readonly { readonly code: string; readonly place: string; readonly detail: { readonly en: string } }[];
  readonly notes: readonly { readonly kind: string; readonly place: string; readonly detail: { readonly en: string } }[];
  readonly tests: number;
  readonly passedByReference: number;
  readonly failedBySkeleton: number;
}

export interface Verified {
  readonly run: CommandRun;
  readonly passed: number;
  readonly failed: number;
  readonly chapters: readonly VerifiedChapter[];
}

export function verifyJson(root: string, words: readonly string[], extra: Extra = {}): Verified {
  const run = runRoot(root, "verify", [...words, "--json"], extra);
  return { run, ...(JSON.parse(run.stdout) as Omit<Verified, "run">) };
}

/** The codes of all problems, each once, in the order of their first appearance. */
export function codesOf({ chapters }: Verified): readonly string[] {
  return [...new Set(chapters.flatMap(({ problems }) => problems.map(({ code }) => code)))];
}

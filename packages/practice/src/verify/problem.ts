/** What a proof can find wrong with a chapter: a stable code, the place, and what is the case there. */

import type { Text } from "../locale.ts";
import type { ProblemCode } from "./problem-codes.ts";

/** One thing that keeps a chapter from being proved. */
export interface Problem {
  readonly code: ProblemCode;
  /** The chapter's stem: `07-agent-loop`. */
  readonly chapter: string;
  /** Where to look, relative to the course package: `chapters/07-agent-loop/hints.md:12`. */
  readonly place: string;
  /** What is the case there; may have several lines. */
  readonly detail: Text;
}

/** Something to know that keeps no proof from passing: an idle test, a line quoted on purpose. */
export interface Note {
  readonly kind: "idle-test" | "quoted-line" | "unused-clock";
  readonly chapter: string;
  readonly place: string;
  readonly detail: Text;
}

/** What one proof found in one chapter. */
export interface Findings {
  readonly problems: readonly Problem[];
  readonly notes: readonly Note[];
}

export const nothingFound: Findings = { problems: [], notes: [] };

/** Several findings as one, in the given order. */
export function joinFindings(parts: readonly Findings[]): Findings {
  return { problems: parts.flatMap((part) => part.problems), notes: parts.flatMap((part) => part.notes) };
}

/** What the proofs of one chapter have found so far, and what it amounts to in the end. */

import type { Text } from "../locale.ts";
import type { SurveyedChapter } from "./course-survey.ts";
import type { KillMatrix } from "./kill-matrix.ts";
import { joinFindings, type Findings, type Note, type Problem } from "./problem.ts";
import type { ProofName } from "./problem-codes.ts";
import { resultsOf, type ProofResults } from "./proof-result.ts";

export interface ChapterReport {
  /** The chapter's stem. */
  readonly chapter: string;
  readonly proofs: ProofResults;
  readonly notes: readonly Note[];
  /** How many tests the manifest lists. */
  readonly tests: number;
  readonly passedByReference: number;
  readonly failedBySkeleton: number;
  readonly breaks: number;
  readonly breaksCaught: number;
  readonly matrix: KillMatrix;
  /** From its first proof to its last; chapters run side by side. */
  readonly seconds: number;
}

export class ChapterLedger {
  private readonly chapter: SurveyedChapter;
  private readonly findings: Findings[] = [];
  private readonly blocked = new Map<ProofName, Text>();
  passedByReference = 0;
  failedBySkeleton = 0;
  matrix: KillMatrix = { tests: [], reds: new Map() };

  constructor(chapter: SurveyedChapter) {
    this.chapter = chapter;
  }

  refute(problems: readonly Problem[]): void {
    this.add({ problems, notes: [] });
  }

  add(findings: Findings): void {
    this.findings.push(findings);
  }

  /** These proofs cannot be carried out, or not whole. */
  block(proofs: readonly ProofName[], by: Text): void {
    for (const proof of proofs) this.blocked.set(proof, by);
  }

  report(seconds: number): ChapterReport {
    const { problems, notes } = joinFindings(this.findings);
    const { manifest, stem } = this.chapter;
    return {
      chapter: stem,
      proofs: resultsOf({ problems, notes }, this.blocked),
      notes,
      tests: manifest?.steps.flatMap(({ tests }) => tests).length ?? 0,
      passedByReference: this.passedByReference,
      failedBySkeleton: this.failedBySkeleton,
      breaks: manifest?.breaks.length ?? 0,
      breaksCaught: [...this.matrix.reds.values()].filter((reds) => reds.length > 0).length,
      matrix: this.matrix,
      seconds,
    };
  }
}

/** What became of one proof of one chapter. */

import type { Text } from "../locale.ts";
import type { Findings, Problem } from "./problem.ts";
import { problemCodes, proofs, type ProofName } from "./problem-codes.ts";

export type ProofResult =
  | { readonly kind: "proved" }
  | { readonly kind: "refuted"; readonly problems: readonly Problem[] }
  /** It could not be carried out: something that it builds on is missing. */
  | { readonly kind: "blocked"; readonly by: Text };

export type ProofResults = { readonly [proof in ProofName]: ProofResult };

/**
 * Sorts problems to their proofs. A proof without problems is proved, unless it is among the blocked
 * ones; one with problems is refuted, blocked or not.
 */
export function resultsOf({ problems }: Findings, blocked: ReadonlyMap<ProofName, Text>): ProofResults {
  const entries = proofs.map((proof): readonly [ProofName, ProofResult] => {
    const own = problems.filter(({ code }) => problemCodes[code].proof === proof);
    const by = blocked.get(proof);
    if (own.length > 0) return [proof, { kind: "refuted", problems: own }];
    return [proof, by === undefined ? { kind: "proved" } : { kind: "blocked", by }];
  });
  return Object.fromEntries(entries) as { [proof in ProofName]: ProofResult };
}

/** A mutant: the reference with one small, systematic fault. */

import type { SourceFile } from "typescript/unstable/ast";
import { faultsAt } from "./faults.ts";

export interface Mutant {
  /** The file's path in the package: `src/agent-loop.ts`. */
  readonly file: string;
  /** The line of the fault, from 1. */
  readonly line: number;
  /** What was done: `negated condition`. */
  readonly fault: string;
  /** The text that was replaced, and by what. */
  readonly original: string;
  readonly replacement: string;
  /** The whole faulty file. */
  readonly text: string;
}

/** Every mutant of a module, top down; two faults that give the same text count once. */
export function mutantsOf(file: string, syntax: SourceFile): readonly Mutant[] {
  const source = syntax.text;
  const byText = new Map<string, Mutant>();
  for (const { start, end, replacement, fault } of faultsAt(syntax)) {
    const text = source.slice(0, start) + replacement + source.slice(end);
    const line = syntax.getLineAndCharacterOfPosition(start).line + 1;
    if (text !== source && !byText.has(text)) {
      byText.set(text, { file, line, fault, original: source.slice(start, end), replacement, text });
    }
  }
  return [...byText.values()].sort((left, right) => left.line - right.line);
}

/** The lines that a mutant changes, as a short diff. */
export function describeMutant({ text, original, replacement, line }: Mutant, reference: string): string {
  const taken = original.split("\n").length;
  const put = replacement.split("\n").length;
  const before = reference.split("\n").slice(line - 1, line - 1 + taken);
  const after = text.split("\n").slice(line - 1, line - 1 + put);
  return [...before.map((one) => `- ${one.trim()}`), ...after.map((one) => `+ ${one.trim()}`)].join("\n");
}

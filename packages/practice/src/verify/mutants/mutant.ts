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

/** The lines that a mutant changes, without indentation. */
export interface MutantDiff {
  readonly was: string;
  readonly becomes: string;
}

export function diffOf({ text, original, replacement, line }: Mutant, reference: string): MutantDiff {
  return { was: linesAt(reference, line, original), becomes: linesAt(text, line, replacement) };
}

/** As many lines as `changed` spans, from `line` on. */
function linesAt(text: string, line: number, changed: string): string {
  return text.split("\n").slice(line - 1, line - 1 + changed.split("\n").length).map((one) => one.trim()).join("\n");
}

/** `equivalents.json` of a chapter: surviving mutants that no test can catch, each with the reason. */

import { readArray, readMatching, readObject, readString, type Read } from "../../json-reader.ts";
import type { MutantDiff } from "./mutant.ts";

const readEquivalents = readArray(
  readObject({
    source: readMatching(/^[a-z0-9-]+\.ts$/, "the name of a source"),
    /** The changed lines before and after, without indentation: as the report shows them. */
    was: readString,
    becomes: readString,
    /** Why no behaviour that the contract fixes can tell the two apart. */
    reason: readMatching(/\S/, "a reason"),
  }),
);

export type Equivalents = Read<typeof readEquivalents>;
export type Equivalent = Equivalents[number];

/** @throws {JsonShapeError} or {SyntaxError} */
export function parseEquivalents(text: string): Equivalents {
  return readEquivalents(JSON.parse(text), "");
}

export function isListed(equivalents: Equivalents, file: string, diff: MutantDiff): boolean {
  return equivalents.some((entry) => matches(entry, file, diff));
}

export function matches(entry: Equivalent, file: string, { was, becomes }: MutantDiff): boolean {
  return file === `src/${entry.source}` && entry.was === was && entry.becomes === becomes;
}

/** `chapter.json`: what a chapter adds, its steps and its breaks. */

import { readArray, readMatching, readObject, readOptional, readString, type Read } from "./json-reader.ts";

const readText = readObject({ zh: readString, en: readString });
const readFileName = readMatching(/^[a-z0-9]+(-[a-z0-9]+)*\.ts$/, "a kebab-case .ts file name");
const readId = readMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/, "a kebab-case id");

const readStep = readObject({
  /** ASCII name of the step, in every title of its tests: `s7-1`. */
  tag: readMatching(/^s\d+-\d+$/, "a tag such as s7-1"),
  /** What the titles of the step's tests start with; a `--test-name-pattern` without special characters. */
  pattern: readMatching(/^[^.*+?^${}()|[\]\\/"]+$/, "a pattern without characters that are special in a regular expression"),
  title: readText,
  /** Where the learner works in this step: `src/agent-loop.ts › runAgentLoop`. */
  place: readString,
  /** The full titles of the step's tests, in the suite's order. */
  tests: readArray(readString),
});

const readBreak = readObject({
  /** Names the file `breaks/<id>.break`. */
  id: readId,
  /** The file in `src/` that it changes. */
  source: readFileName,
  /** The symptom or the misconception; gives no line away. */
  title: readText,
  /** The rule of the contract that it breaks. */
  rule: readText,
  /** The full titles of exactly the tests that it turns red. */
  reds: readArray(readString),
});

const readManifest = readObject({
  number: readMatching(/^\d\d$/, "two digits"),
  title: readText,
  sources: readArray(readFileName),
  steps: readArray(readStep),
  breaks: readOptional(readArray(readBreak), []),
  /** The sources that may use a clock, since their subject is time: a process that is given a limit. */
  clock: readOptional(readArray(readFileName), []),
});

export type ChapterStep = Read<typeof readStep>;
export type ChapterBreak = Read<typeof readBreak>;
export type ChapterManifest = Read<typeof readManifest>;

/**
 * Parses the text of a `chapter.json`.
 * @throws {JsonShapeError} with the path of the first thing that is wrong
 * @throws {SyntaxError} when the text is no JSON
 */
export function parseChapterManifest(text: string): ChapterManifest {
  return readManifest(JSON.parse(text), "");
}

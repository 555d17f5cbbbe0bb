/** Nine chapters of the mini course, each wrong in one way that one of the nine proofs must find. */

import fs from "node:fs";
import path from "node:path";

/** A change of a checkout's file: search and replace, or a new text. */
export type Edit =
  | { readonly file: string; readonly from: string; readonly to: string }
  | { readonly file: string; readonly text: string };

export interface WrongChapter {
  readonly proof: string;
  /** What is wrong, as a sentence. */
  readonly title: string;
  readonly chapter: string;
  readonly edits: readonly Edit[];
  /** Every code that `verify` must give, and no other. */
  readonly codes: readonly string[];
}

const course = "packages/mini-course";
const relayRoom = `${course}/chapters/03-relay`;

const survivingBreak = `{
      "id": "first-line-twice",
      "source": "relay.ts",
      "title": { "zh": "写法变了", "en": "Written another way" },
      "rule": { "zh": "没有行就没有回执", "en": "No line, no receipt" },
      "reds": []
    },
    {
      "id": "sent-at-once",`;

export const wrongChapters: readonly WrongChapter[] = [
  {
    proof: "ownership",
    title: "a source that no chapter owns",
    chapter: "03",
    edits: [{ file: `${course}/src/stray.ts`, text: "export const stray: number = 1;\n" }],
    codes: ["OWN04"],
  },
  {
    proof: "direction",
    title: "an import of a later chapter, which an earlier practice directory does not have",
    chapter: "02",
    edits: [{ file: `${course}/test/02-lines.test.ts`, from: 'import assert from', to: 'import "../src/relay.ts";\nimport assert from' }],
    codes: ["DIR01", "SKEL01", "REF02"],
  },
  {
    proof: "skeleton",
    title: "a skeleton with a field more than the reference",
    chapter: "03",
    edits: [{ file: `${relayRoom}/skeleton/relay.ts`, from: "  readonly delivered: boolean;\n", to: "  readonly delivered: boolean;\n  readonly note?: string;\n" }],
    codes: ["SKEL02"],
  },
  {
    proof: "honest-failure",
    title: "a test that passes on the skeleton",
    chapter: "03",
    edits: [{ file: `${course}/test/03-relay.test.ts`, from: "await relayLines([], send);", to: "[] as readonly unknown[];" }],
    codes: ["RED01"],
  },
  {
    proof: "reference",
    title: "a reference that counts its attempts wrong",
    chapter: "03",
    edits: [{ file: `${course}/src/relay.ts`, from: "of [1, 2])", to: "of [1, 3])" }],
    // The break is made from the same reference, so that it turns one test more red than it declares.
    codes: ["REF01", "BREAK04"],
  },
  {
    proof: "steps",
    title: "a command in the text that the manifest does not yield",
    chapter: "03",
    edits: [{ file: `${relayRoom}/README.md`, from: "npm run check -- s3-2", to: "npm run check -- s3-9" }],
    codes: ["STEP04"],
  },
  {
    proof: "breaks",
    title: "a faulty version that no test catches",
    chapter: "03",
    edits: [
      { file: `${relayRoom}/chapter.json`, from: '{\n      "id": "sent-at-once",', to: survivingBreak },
      { file: `${relayRoom}/breaks/first-line-twice.break`, text: "<<<<<<< reference\n      continue;\n=======\n>>>>>>> broken\n" },
    ],
    codes: ["BREAK03"],
  },
  {
    proof: "leaks",
    title: "a support file that gives a line of the reference away",
    chapter: "03",
    edits: [
      {
        file: `${course}/test/support/courier.ts`,
        from: "export interface Courier {",
        to: "// for (const line of lines) receipts.push(await deliver(line, send));\nexport interface Courier {",
      },
    ],
    codes: ["LEAK01"],
  },
  {
    proof: "clock",
    title: "a suite that waits for time to pass",
    chapter: "03",
    edits: [{ file: `${course}/test/03-relay.test.ts`, from: "setImmediate(resolve)", to: "setTimeout(resolve, 1)" }],
    codes: ["CLOCK01"],
  },
];

/** Makes the changes in a checkout. A text that is not there, or there twice, is a fault of the fixture. */
export function applyEdits(root: string, edits: readonly Edit[]): void {
  for (const edit of edits) {
    const file = path.join(root, edit.file);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, "text" in edit ? edit.text : replaceOnce(file, edit.from, edit.to));
  }
}

function replaceOnce(file: string, from: string, to: string): string {
  const parts = fs.readFileSync(file, "utf8").split(from);
  if (parts.length !== 2) throw new Error(`${JSON.stringify(from)} occurs ${parts.length - 1} times in ${file}`);
  return parts.join(to);
}

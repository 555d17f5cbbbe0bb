import { test } from "node:test";
import assert from "node:assert/strict";
import { applyBreak, parseBreak } from "../src/break-file.ts";

const source = "one\ntwo\nthree\ntwo again\n";

test("every hunk replaces whole lines, whatever the order of the hunks", () => {
  const hunks = parseBreak("b", hunk("three", "3") + "\n" + hunk("one", "1\n1"));

  assert.equal(applyBreak("b", hunks, source), "1\n1\ntwo\n3\ntwo again\n");
});

test("a hunk can leave lines out", () => {
  const hunks = parseBreak("b", "<<<<<<< reference\ntwo\n=======\n>>>>>>> broken\n");

  assert.equal(applyBreak("b", hunks, source), "one\nthree\ntwo again\n");
});

test("dollar signs in a hunk are plain text", () => {
  const hunks = parseBreak("b", hunk("one", "$& $1 $$"));

  assert.equal(applyBreak("b", hunks, source), "$& $1 $$\ntwo\nthree\ntwo again\n");
});

for (const [why, text] of [
  ["does not occur", hunk("four", "4")],
  ["occurs as a part of a line only", hunk("again", "x")],
  ["changes nothing", hunk("one", "one")],
  ["overlaps another", hunk("one\ntwo", "1") + hunk("two\nthree", "2")],
] as const) {
  test(`a hunk that ${why} is refused by the break's name`, () => {
    assert.throws(() => applyBreak("my-break", parseBreak("my-break", text), source), /my-break/);
  });
}

test("lines that occur twice are refused", () => {
  assert.throws(() => applyBreak("b", parseBreak("b", hunk("same", "other")), "same\nx\nsame\n"), /more than once/);
});

for (const [why, text] of [
  ["nothing in it", "\n"],
  ["no closing line", "<<<<<<< reference\none\n=======\n1\n"],
  ["no divider", "<<<<<<< reference\none\n>>>>>>> broken\n"],
  ["words between hunks", hunk("one", "1") + "words\n"],
] as const) {
  test(`a break file with ${why} is refused`, () => {
    assert.throws(() => parseBreak("my-break", text), /my-break/);
  });
}

function hunk(reference: string, broken: string): string {
  return `<<<<<<< reference\n${reference}\n=======\n${broken}\n>>>>>>> broken\n`;
}

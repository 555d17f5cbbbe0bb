import { test } from "node:test";
import assert from "node:assert/strict";
import { miniCheckout } from "./support/mini-checkout.ts";
import { codesOf, verifyJson } from "./support/verify-run.ts";
import { applyEdits, wrongChapters } from "./support/wrong-chapters.ts";

for (const { proof, title, chapter, edits, codes } of wrongChapters) {
  test(`${proof}: ${title} is refused with its code`, () => {
    const root = miniCheckout();
    applyEdits(root, edits);

    const verified = verifyJson(root, [chapter]);

    assert.deepEqual(codesOf(verified), codes, verified.run.stderr);
    assert.equal(verified.chapters[0]?.proofs[proof], "refuted");
    assert.equal(verified.run.exitCode, 1);
    assert.equal(verified.failed > 0 && verified.passed + verified.failed === 9, true);
  });
}

import fs from "node:fs";
import { test } from "node:test";
import assert from "node:assert/strict";
import { runRoot } from "./support/command-run.ts";
import { miniCheckout } from "./support/mini-checkout.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { applyEdits } from "./support/wrong-chapters.ts";

interface Mutated {
  readonly passed: number;
  readonly failed: number;
  readonly chapters: readonly {
    readonly chapter: string;
    readonly mutants: number;
    readonly killed: number;
    readonly equivalent: number;
    readonly survivors: readonly { readonly file: string; readonly line: number; readonly was: string; readonly becomes: string }[];
    readonly stale: readonly { readonly was: string }[];
  }[];
}

const file = "packages/mini-course/chapters/03-relay/equivalents.json";

test("mutants that no test catches are listed with their diff, and refused", () => {
  const root = miniCheckout();

  const { exitCode, stdout } = runRoot(root, "verify", ["03", "--mutants"]);

  assert.equal(exitCode, 1);
  assert.match(stdout, /src\/relay\.ts:28 {2}removed statement\n +- continue;\n +\+ ;\n/);
  assert.match(stdout, /^ +13\/17 +0 {2}03-relay$/m);
  assert.equal(stdout.trimEnd().split("\n").at(-1), "13 passed, 4 failed");
});

test("survivors that are known to be equivalent pass, and an entry without its survivor is refused", () => {
  const root = miniCheckout();
  const known = [
    { source: "relay.ts", was: "continue;", becomes: ";", reason: "The loop goes on either way." },
    { source: "relay.ts", was: "} catch {\ncontinue;\n}", becomes: "} catch {}", reason: "The same." },
  ];
  applyEdits(root, [{ file, text: JSON.stringify([...known, { source: "relay.ts", was: "gone;", becomes: ";", reason: "It was here once." }]) }]);

  const { exitCode, stdout } = runRoot(root, "verify", ["03", "--mutants", "--json"]);

  const { passed, failed, chapters } = JSON.parse(stdout) as Mutated;
  const [relay] = chapters;
  assert.equal(exitCode, 1);
  assert.deepEqual([relay?.killed, relay?.equivalent, relay?.survivors.length], [13, 2, 2]);
  assert.deepEqual(relay?.stale.map(({ was }) => was), ["gone;"]);
  assert.deepEqual([passed, failed], [15, 3]);
});

test("a list of equivalents that cannot be read is named, and the chapters at work leave nothing behind", () => {
  const root = miniCheckout();
  const temporary = temporaryFolder();
  applyEdits(root, [{ file, text: '[{ "source": "relay.ts", "was": "continue;", "becomes": ";" }]' }]);

  const { exitCode, stderr } = runRoot(root, "verify", ["--mutants"], { env: { TMPDIR: temporary, TMP: temporary, TEMP: temporary } });

  assert.equal(exitCode, 1);
  assert.match(stderr, /equivalents\.json: \[0\]\.reason should be a reason/);
  assert.deepEqual(fs.readdirSync(temporary), []);
});

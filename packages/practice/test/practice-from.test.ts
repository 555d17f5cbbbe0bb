import { test } from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { hashOf, parsePracticeRecord } from "../src/practice-record.ts";
import { runPractice } from "./support/command-run.ts";
import { treeOf } from "./support/folder-tree.ts";
import { miniCheckout } from "./support/mini-checkout.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const root = miniCheckout();
const words = "packages/mini-course/src/words.ts";
const lines = "packages/mini-course/src/lines.ts";
const relay = "packages/mini-course/src/relay.ts";

test("the learner's own source of the chapter before is taken, and said so", () => {
  const from = solved("02", { [lines]: "// my own\n" });
  const before = treeOf(from);

  const { directory, exitCode, stderr } = makeFrom("03", from);

  assert.equal(exitCode, 0, stderr);
  assert.match(stderr, /Your own sources, taken from .*\n {2}packages\/mini-course\/src\/lines\.ts\n/);
  assert.equal(read(directory, lines), read(from, lines));
  assert.equal(read(directory, words), read(root, words), "an earlier source that she did not change is the reference");
  assert.match(read(directory, relay), /尚未实现/, "the chapter's own source is the skeleton");
  assert.deepEqual(treeOf(from), before, "the other directory is only read");
});

test("the record has the hash of what was given", () => {
  const from = solved("02", { [lines]: "// my own\n" });

  const { directory } = makeFrom("03", from);

  const record = parsePracticeRecord(read(directory, ".practice/practice.json"));
  assert.equal(record.files.get(lines), hashOf(read(from, lines)));
  assert.equal(read(directory, `.practice/given/${lines}`), read(from, lines));
});

test("a source of an earlier chapter that she changed is taken too", () => {
  const from = solved("02", { [lines]: "", [words]: "// changed\n" });

  const { directory } = makeFrom("03", from);

  assert.equal(read(directory, words), read(from, words));
});

test("what was taken before is taken along to the next chapter, also untouched", () => {
  const first = solved("01", { [words]: "// chapter one is mine\n" });
  const second = makeFrom("02", first).directory;
  fs.copyFileSync(path.join(root, lines), path.join(second, lines));

  const { directory, stderr } = makeFrom("03", second);

  assert.equal(read(directory, words), read(first, words));
  assert.match(stderr, /words\.ts\n {2}packages\/mini-course\/src\/lines\.ts/);
});

test("what an earlier directory does not have comes from the reference", () => {
  const from = solved("01", { [words]: "// mine\n" });

  const { directory, exitCode } = makeFrom("03", from);

  assert.equal(exitCode, 0);
  assert.equal(read(directory, words), read(from, words));
  assert.equal(read(directory, lines), read(root, lines));
});

test("from a directory of the same chapter the work in progress moves along", () => {
  const from = make("03");
  fs.appendFileSync(path.join(from, relay), "// 尚未实现 is fine here: half done\n");

  const { directory, exitCode, stderr } = makeFrom("03", from);

  assert.equal(exitCode, 0, stderr);
  assert.equal(read(directory, relay), read(from, relay));
  assert.match(read(directory, `.practice/given/${relay}`), /^(?!.*half done)/s, "reset still leads to the skeleton");
});

test("an untouched skeleton of the same chapter is replaced by this course's", () => {
  const { exitCode, stderr } = makeFrom("03", make("03"));

  assert.equal(exitCode, 0);
  assert.match(stderr, /no sources of your own that are of use here/);
});

test("from a later chapter nothing of this one is taken", () => {
  const from = make("03");

  const { directory } = makeFrom("02", from);

  assert.match(read(directory, lines), /尚未实现/);
});

for (const [what, edit] of [
  ["still the skeleton", () => {}],
  ["half done", (from: string) => fs.appendFileSync(path.join(from, lines), "// more\n")],
] as const) {
  test(`an earlier chapter that is ${what} is refused, and its files are named`, () => {
    const from = make("02");
    edit(from);

    const { exitCode, stderr, directory } = makeFrom("03", from);

    assert.equal(exitCode, 1);
    assert.match(stderr, /not finished: packages\/mini-course\/src\/lines\.ts/);
    assert.match(stderr, /npm run check/);
    assert.equal(fs.existsSync(directory), false);
  });
}

for (const [what, file] of [
  ["the directory's own chapter", lines],
  ["an earlier chapter", words],
] as const) {
  test(`a source of ${what} that is gone is named, and the reference does not stand in for it`, () => {
    const from = solved("02", { [lines]: "// mine\n" });
    fs.rmSync(path.join(from, file));

    const { exitCode, stderr, directory } = makeFrom("03", from);

    assert.equal(exitCode, 1);
    assert.ok(stderr.includes(`lacks sources that it had: ${file}\n`), stderr);
    assert.equal(fs.existsSync(directory), false);
  });
}

test("modules of her own that her sources import come along", () => {
  const from = solved("02", { [lines]: 'export { width } from "./width.ts";\n' });
  fs.writeFileSync(path.join(from, "packages/mini-course/src/width.ts"), "export const width = 7;\n");
  fs.writeFileSync(path.join(from, "packages/mini-course/src/unused.ts"), "export {};\n");

  const { directory } = makeFrom("03", from);

  assert.deepEqual(fs.readdirSync(path.join(directory, "packages/mini-course/src")), ["lines.ts", "relay.ts", "width.ts", "words.ts"]);
});

test("only regular files are read", () => {
  const from = solved("02", {});
  const secret = path.join(temporaryFolder(), "secret.ts");
  fs.writeFileSync(secret, "export const secret = 1;\n");
  fs.rmSync(path.join(from, lines));
  fs.symlinkSync(secret, path.join(from, lines));

  const { exitCode, stderr } = makeFrom("03", from);

  assert.equal(exitCode, 1);
  assert.match(stderr, /Only regular files are read; these are not: packages\/mini-course\/src\/lines\.ts/);
});

for (const [what, prepare, message] of [
  ["does not exist", () => path.join(temporaryFolder(), "nowhere"), /does not exist/],
  ["is no practice directory", () => temporaryFolder(), /is no practice directory/],
  ["has a record that cannot be read", () => withRecord(() => "{"), /cannot be read/],
  ["has a record of another format", () => withRecord((text) => text.replace('"format": 1', '"format": "9"')), /cannot be read/],
  ["is of another course", () => withRecord((text) => text.replace("@mini/course", "@other/course")), /another course, @other\/course/],
] as const) {
  test(`a directory that ${what} is refused`, () => {
    const { exitCode, stderr } = makeFrom("03", prepare());

    assert.equal(exitCode, 1);
    assert.match(stderr, message);
  });
}

function make(chapter: string): string {
  const directory = path.join(temporaryFolder(), "old");
  runPractice(root, [chapter, directory]);
  return directory;
}

/** A directory whose chapter is solved as the reference does it, with a line added to some files. */
function solved(chapter: string, added: { readonly [file: string]: string }): string {
  const from = make(chapter);
  const own = { "01": words, "02": lines, "03": relay }[chapter] ?? "";
  fs.copyFileSync(path.join(root, own), path.join(from, own));
  for (const [file, line] of Object.entries(added)) fs.appendFileSync(path.join(from, file), line);
  return from;
}

function makeFrom(chapter: string, from: string) {
  const directory = path.join(temporaryFolder(), "new");
  return { directory, ...runPractice(root, [chapter, directory, "--from", from]) };
}

function withRecord(edit: (text: string) => string): string {
  const directory = make("02");
  const record = path.join(directory, ".practice/practice.json");
  fs.writeFileSync(record, edit(fs.readFileSync(record, "utf8")));
  return directory;
}

function read(directory: string, file: string): string {
  return fs.readFileSync(path.join(directory, file), "utf8");
}

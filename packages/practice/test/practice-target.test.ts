import { test } from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { ownIdentity } from "../src/practice/process-identity.ts";
import { temporaryName } from "../src/practice/temporary-directory.ts";
import { runPractice } from "./support/command-run.ts";
import { treeOf } from "./support/folder-tree.ts";
import { miniCheckout } from "./support/mini-checkout.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const root = miniCheckout();

test("a practice directory of this course is refused with its chapter, untouched", () => {
  const folder = temporaryFolder();
  runPractice(root, ["02", path.join(folder, "made")]);
  const before = treeOf(folder);

  const { exitCode, stderr, stdout } = runPractice(root, ["03", path.join(folder, "made")]);

  assert.equal(exitCode, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /is a practice directory of chapter 02 \(Lines\) already/);
  assert.deepEqual(treeOf(folder), before);
});

const refusals: readonly [what: string, prepare: (folder: string) => void, words: RegExp][] = [
  ["a directory with other files", (folder) => write(folder, "target/notes.txt"), /has other files in it: notes\.txt/],
  ["a directory with a hidden file", (folder) => write(folder, "target/.env"), /has other files in it: \.env/],
  ["a file", (folder) => write(folder, "target"), /target is a file, not a directory/],
  ["a symlink to a file", (folder) => (write(folder, "file"), link(folder, "file")), /target is a file, not a directory/],
  ["a symlink that dangles", (folder) => link(folder, "nowhere"), /is a symlink that dangles: nowhere does not exist/],
  ["a symlink to itself", (folder) => link(folder, "target"), /is a symlink that leads back to itself/],
  ["a symlink to a directory with other files", (folder) => (write(folder, "full/x"), link(folder, "full")), /has other files in it: x/],
  ["a record of another course", (folder) => otherCourse(folder), /is a practice directory of another course, @other\/course/],
  ["a directory that another run is filling", (folder) => fs.mkdirSync(path.join(folder, "target", temporaryName(ownIdentity())), { recursive: true }), /is filling/],
];

for (const [what, prepare, words] of refusals) {
  test(`${what} is refused in words of its own, untouched`, () => {
    const folder = temporaryFolder();
    prepare(folder);
    const before = treeOf(folder);

    const { exitCode, stdout, stderr } = runPractice(root, ["03", path.join(folder, "target")]);

    assert.equal(exitCode, 1);
    assert.equal(stdout, "");
    assert.match(stderr, words);
    assert.deepEqual(treeOf(folder), before);
  });
}

test("a target below a symlink to itself is refused, and the symlink is named", () => {
  const folder = temporaryFolder();
  link(folder, "target");

  const { exitCode, stderr } = runPractice(root, ["03", path.join(folder, "target/below")]);

  assert.equal(exitCode, 1);
  assert.match(stderr, /target is a symlink that leads back to itself/);
});

test("a target below a file is refused, and the file is named", () => {
  const folder = temporaryFolder();
  write(folder, "file");

  const { exitCode, stderr } = runPractice(root, ["03", path.join(folder, "file/target")]);

  assert.equal(exitCode, 1);
  assert.match(stderr, /file is a file, not a directory/);
});

test("a name or a path that is too long is refused in clear words", () => {
  const folder = temporaryFolder();

  const name = runPractice(root, ["03", path.join(folder, "n".repeat(300))]);
  const whole = runPractice(root, ["03", path.join(folder, ...Array.from({ length: 19 }, () => "d".repeat(210)))]);

  assert.deepEqual([name.exitCode, whole.exitCode], [1, 1]);
  assert.match(name.stderr, /too long/);
  assert.match(whole.stderr, /too long/);
  assert.deepEqual(treeOf(folder), []);
});

test("an empty directory is filled, and stays the same directory", () => {
  const folder = temporaryFolder();
  const { ino } = fs.statSync(folder);

  const { exitCode } = runPractice(root, ["03", "."], { cwd: folder });

  assert.equal(exitCode, 0);
  assert.equal(fs.statSync(folder).ino, ino);
  assert.deepEqual(fs.readdirSync(folder).sort(), [".gitignore", ".practice", "README.md", "node_modules", "package-lock.json", "package.json", "packages", "tsconfig.base.json"]);
});

test(".DS_Store alone counts as empty, and stays", () => {
  const folder = temporaryFolder();
  write(folder, ".DS_Store");

  const { exitCode } = runPractice(root, ["03", folder]);

  assert.equal(exitCode, 0);
  assert.equal(fs.existsSync(path.join(folder, ".DS_Store")), true);
});

test("a symlink to an empty directory is followed, and stays a symlink", () => {
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, "real"));
  link(folder, "real");

  const { exitCode } = runPractice(root, ["03", path.join(folder, "target")]);

  assert.equal(exitCode, 0);
  assert.equal(fs.lstatSync(path.join(folder, "target")).isSymbolicLink(), true);
  assert.equal(fs.existsSync(path.join(folder, "real/package.json")), true);
});

test("missing parents are made with the target", () => {
  const folder = temporaryFolder();

  const { exitCode } = runPractice(root, ["03", path.join(folder, "a/b/target/")]);

  assert.equal(exitCode, 0);
  assert.deepEqual(fs.readdirSync(folder), ["a"]);
  assert.equal(fs.existsSync(path.join(folder, "a/b/target/.practice/practice.json")), true);
});

function write(folder: string, file: string): void {
  const place = path.join(folder, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, "");
}

function link(folder: string, to: string): void {
  fs.symlinkSync(to, path.join(folder, "target"));
}

function otherCourse(folder: string): void {
  runPractice(root, ["01", path.join(folder, "target")]);
  const record = path.join(folder, "target/.practice/practice.json");
  fs.writeFileSync(record, fs.readFileSync(record, "utf8").replace("@mini/course", "@other/course"));
}

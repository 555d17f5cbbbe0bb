import { test } from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { typingPlace } from "../src/practice/typing-place.ts";
import { enterCommand } from "../src/practice/practice-report.ts";
import { shellWord } from "../src/shell-word.ts";
import { run, runPractice } from "./support/command-run.ts";
import { miniCheckout } from "./support/mini-checkout.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const POSIX = process.platform !== "win32";
const plain = ["with space", "练习 七", "🥧", "it's", "$HOME", "[07]", "#1", "100%", "a&b", "(x)", "-leading", "~tilde", "new!", "été", "{a,b}"];
const names = POSIX ? [...plain, 'quo"te', "co:lon", "star*", "semi;colon", "line\nbreak", "`date`"] : plain;
const root = miniCheckout();

for (const name of names) {
  test(`a directory called ${JSON.stringify(name)} is made, and its cd command can be pasted`, () => {
    const folder = temporaryFolder();

    const { exitCode, stdout, stderr } = runPractice(root, ["01", `./${name}`], { cwd: folder });
    const directory = path.join(folder, name);

    assert.equal(exitCode, 0, stderr);
    assert.equal(stdout, `${directory}\n`);
    assert.ok(stderr.includes(enterCommand(directory)), stderr);
    if (POSIX) assert.equal(run("sh", ["-c", `${enterCommand(directory)} && printf %s "$PWD"`]).stdout, directory);
  });
}

test("a directory builds whatever its name is made of", () => {
  const directory = path.join(temporaryFolder(), names.join(" "));
  runPractice(root, ["01", directory]);

  const built = run("npm", ["run", "build", "-w", "@mini/course"], { cwd: directory });

  assert.equal(built.exitCode, 0, built.stderr);
});

for (const name of ["课程 🥧", "$repo [07] #1 100% it's"]) {
  test(`a checkout called ${JSON.stringify(name)} makes directories, also through npm`, () => {
    const checkout = miniCheckout(name);

    const { exitCode, stderr } = run("npm", ["run", "practice", "--", "01", "../made"], { cwd: checkout });

    assert.equal(exitCode, 0, stderr);
    assert.equal(fs.existsSync(path.join(path.dirname(checkout), "made/.practice/practice.json")), true);
  });
}

test("a backslash, which Node loads no module behind, is refused", { skip: !POSIX }, () => {
  const folder = temporaryFolder();

  const { exitCode, stderr } = runPractice(root, ["01", "back\\slash"], { cwd: folder });

  assert.equal(exitCode, 1);
  assert.match(stderr, /backslash in the path/);
  assert.deepEqual(fs.readdirSync(folder), []);
});

test("a checkout reached through a symlink, and a symlinked parent of the target", () => {
  const folder = temporaryFolder();
  fs.symlinkSync(root, path.join(folder, "alias"));
  fs.mkdirSync(path.join(folder, "real"));
  fs.symlinkSync("real", path.join(folder, "parent"));

  const { exitCode, stderr } = runPractice(path.join(folder, "alias"), ["01", "parent/made"], { cwd: folder });

  assert.equal(exitCode, 0, stderr);
  assert.equal(fs.existsSync(path.join(folder, "real/made/package.json")), true);
});

test("a leading dash works behind --, and is explained without it", () => {
  const folder = temporaryFolder();

  const literal = runPractice(root, ["01", "--", "-dir"], { cwd: folder });
  const unexplained = runPractice(root, ["01", "-dir"], { cwd: folder });

  assert.equal(literal.exitCode, 0);
  assert.deepEqual(fs.readdirSync(folder), ["-dir"]);
  assert.equal(unexplained.exitCode, 2);
  assert.match(unexplained.stderr, /write \.\/-dir/);
});

for (const [how, words] of [
  ["from the root", ["run", "practice", "--"]],
  ["with -w", ["run", "practice", "-w", "@mini/course", "--"]],
] as const) {
  test(`a relative directory is relative to where the command was typed: ${how}`, () => {
    const { exitCode, stderr } = run("npm", [...words, "01", "../../beside-typed"], { cwd: path.join(root, "packages") });
    const made = path.join(path.dirname(root), "beside-typed");

    assert.equal(exitCode, 0, stderr);
    assert.equal(fs.existsSync(path.join(made, "package.json")), true);
    fs.rmSync(made, { recursive: true });
  });
}

test("a relative directory is relative to where the command was typed: with --prefix", () => {
  const folder = temporaryFolder();

  const { exitCode, stderr } = run("npm", ["--prefix", root, "run", "practice", "--", "01", "made"], { cwd: folder });

  assert.equal(exitCode, 0, stderr);
  assert.equal(fs.existsSync(path.join(folder, "made/package.json")), true);
});

test("INIT_CWD of an outer npm is not ours", () => {
  const folder = temporaryFolder();
  const outer = { INIT_CWD: "/somewhere/else", npm_lifecycle_event: "practice", npm_package_json: "/somewhere/package.json" };

  const { exitCode } = runPractice(root, ["01", "made"], { cwd: folder, env: outer });

  assert.equal(exitCode, 0);
  assert.equal(fs.existsSync(path.join(folder, "made")), true);
});

test("INIT_CWD counts only where npm runs a script of this checkout, in its folder", () => {
  const [checkout, typed] = [path.resolve("/repo"), path.resolve("/home/me")];
  const manifest = (folder: string) => ({ INIT_CWD: typed, npm_package_json: path.join(folder, "package.json") });

  assert.equal(typingPlace(manifest(checkout), checkout, checkout), typed);
  assert.equal(typingPlace(manifest(path.join(checkout, "packages/a")), checkout, path.join(checkout, "packages/a")), typed);
  assert.equal(typingPlace(manifest(`${checkout}-2`), checkout, `${checkout}-2`), `${checkout}-2`);
  assert.equal(typingPlace(manifest(checkout), checkout, path.join(checkout, "packages")), path.join(checkout, "packages"));
  assert.equal(typingPlace({}, checkout, checkout), checkout);
});

test("a word is quoted only where a shell would read more into it", () => {
  assert.equal(shellWord("/home/me/pi-07", "linux"), "/home/me/pi-07");
  assert.equal(shellWord("it's", "linux"), "'it'\\''s'");
  assert.equal(shellWord("", "linux"), "''");
  assert.equal(shellWord("C:\\My Course", "win32"), '"C:\\My Course"');
});

import { test } from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { repository } from "./support/repository.ts";
import { run, runRoot } from "./support/command-run.ts";
import { miniCheckout } from "./support/mini-checkout.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const root = miniCheckout();
const launcher = path.join(root, "scripts/launcher.cjs");

for (const [release, refused] of [
  ["18.20.8", true],
  ["20.18.3", true],
  ["0.12.18", true],
  ["20.19.0", false],
  ["22.0.0", false],
  ["99.0.0-nightly", false],
] as const) {
  test(`Node ${release} is ${refused ? "refused in one line" : "never refused"}`, () => {
    const { exitCode, stdout, stderr } = runAs(release, ["practice", "--list"]);

    assert.equal(exitCode, refused ? 1 : 0, stderr);
    if (refused) assert.equal(stderr, `Node ${release} is too old: install Node 20.19.0 or newer (https://nodejs.org), then run the same command again.\n`);
    else assert.match(stdout, /03-relay/);
  });
}

test("the refusal speaks the language of the locale", () => {
  const { stderr } = runAs("16.0.0", ["practice"], { PI_COURSE_LANG: "", LC_ALL: "zh_CN.UTF-8" });

  assert.match(stderr, /^Node 16\.0\.0 太旧了/);
});

test("the file that checks the release has no syntax that an old one cannot parse", () => {
  const text = fs.readFileSync(path.join(repository, "scripts/launcher.cjs"), "utf8").replaceAll(/\/\*[^]*?\*\//g, "");

  assert.doesNotMatch(text, /=>|`|\b(const|let|class|async|await|import)\b|\?\?|\?\.|\.\.\./);
});

test("an unknown command exits 2 and lists the commands", () => {
  const { exitCode, stderr } = runRoot(root, "../launcher", []);

  assert.equal(exitCode, 2);
  assert.match(stderr, /The commands: .*practice/);
});

test("a changed engine is compiled before it runs", () => {
  const messages = path.join(root, "packages/practice/src/practice/practice-messages.ts");
  const before = fs.readFileSync(messages, "utf8");
  fs.writeFileSync(messages, before.replaceAll("Usage: npm run practice", "Changed usage: npm run practice"));

  const { stdout } = runRoot(root, "practice", ["--help"]);

  assert.match(stdout, /^Changed usage/);
  fs.writeFileSync(messages, before);
});

test("an engine that does not compile says so, and leaves the compiled one as it was", () => {
  const broken = path.join(root, "packages/practice/src/broken.ts");
  const compiled = path.join(root, "packages/practice/dist/src");
  const before = fs.readdirSync(compiled);
  fs.writeFileSync(broken, "export const wrong: number = 'text';\n");

  const { exitCode, stderr } = runRoot(root, "practice", ["--help"]);

  fs.rmSync(broken);
  assert.equal(exitCode, 1);
  assert.match(stderr, /broken\.ts.*TS2322/);
  assert.match(stderr, /packages\/practice does not compile/);
  assert.deepEqual(fs.readdirSync(compiled), before);
});

test("a compiler that does not run is not an error in the engine", { skip: process.platform === "win32" }, () => {
  const checkout = miniCheckout();
  const compiler = path.join(checkout, "node_modules/typescript");
  const installed = fs.realpathSync(compiler);
  fs.rmSync(compiler);
  fs.cpSync(installed, compiler, { recursive: true });
  fs.writeFileSync(path.join(compiler, "bin/tsc"), "throw new Error('damaged');\n");
  fs.rmSync(path.join(checkout, "packages/practice/dist"), { recursive: true });

  const { exitCode, stderr } = runRoot(checkout, "practice", ["--list"]);

  assert.equal(exitCode, 1);
  assert.match(stderr, /The compiler itself did not run \(exit code 1\): delete node_modules, run npm ci/);
  assert.doesNotMatch(stderr, /mend the errors/);
});

for (const [what, damage] of [
  ["a file that is cut off", (dist: string) => fs.writeFileSync(path.join(dist, "src/course.js"), "export const broken = {")],
  ["a file that is gone", (dist: string) => fs.rmSync(path.join(dist, "src/course.js"))],
  ["a folder in a file's place", (dist: string) => replaceByFolder(path.join(dist, "src/course.js"))],
  ["a file in the place of its folder", (dist: string) => replaceByFile(path.join(dist, "src"))],
  ["a file in the place of dist", replaceByFile],
] as const) {
  test(`a compiled engine with ${what} is compiled again`, () => {
    damage(path.join(root, "packages/practice/dist"));

    const { exitCode, stdout, stderr } = runRoot(root, "practice", ["--list"]);

    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /03-relay/);
  });
}

test("a checkout that cannot be prepared says what the system refused, without a stack", { skip: process.platform === "win32" }, () => {
  const checkout = miniCheckout();
  const settings = path.join(checkout, "packages/practice/tsconfig.json");
  fs.rmSync(settings);
  fs.symlinkSync("tsconfig.json", settings);

  const { exitCode, stderr } = runRoot(checkout, "practice", ["--list"]);

  assert.equal(exitCode, 1);
  assert.match(stderr, /the system refused .*tsconfig\.json \(ELOOP\)/);
  assert.doesNotMatch(stderr, /\n +at /);
});

test("a source that is gone is gone from the compiled engine too", () => {
  const source = path.join(root, "packages/practice/src/passing.ts");
  const compiled = path.join(root, "packages/practice/dist/src/passing.js");
  fs.writeFileSync(source, "export {};\n");
  runRoot(root, "practice", ["--help"]);
  const wasCompiled = fs.existsSync(compiled);
  fs.rmSync(source);

  runRoot(root, "practice", ["--help"]);

  assert.deepEqual([wasCompiled, fs.existsSync(compiled)], [true, false]);
});

test("npm test builds everything, runs every suite, and prints the totals", () => {
  const checkout = miniCheckout("[x] check out");

  const { exitCode, stdout, stderr } = runRoot(checkout, "test", [], { env: { NODE_TEST_CONTEXT: "child-v8" } });

  assert.equal(exitCode, 0, stdout + stderr);
  assert.match(stdout, /tests 10\n/);
  assert.match(stdout, /pass 10\n/);
});

test("npm test passes a failure on", () => {
  const checkout = miniCheckout();
  fs.copyFileSync(path.join(checkout, "packages/mini-course/chapters/01-words/skeleton/words.ts"), path.join(checkout, "packages/mini-course/src/words.ts"));

  const { exitCode, stdout } = runRoot(checkout, "test", []);

  assert.equal(exitCode, 1);
  assert.match(stdout, /尚未实现/);
});

test("npm test stops at a build that fails", () => {
  const checkout = miniCheckout();
  fs.appendFileSync(path.join(checkout, "packages/mini-course/src/words.ts"), "export const wrong: number = 'text';\n");

  const { exitCode, stdout, stderr } = runRoot(checkout, "test", []);

  assert.notEqual(exitCode, 0);
  assert.match(stderr, /TS2322/);
  assert.equal(stdout, "");
});

test("npm test with nothing to run exits 3", () => {
  const checkout = miniCheckout();
  fs.rmSync(path.join(checkout, "packages/mini-course/test"), { recursive: true });

  const { exitCode, stderr } = runRoot(checkout, "test", []);

  assert.equal(exitCode, 3);
  assert.match(stderr, /No compiled suites/);
});

/** Runs the launcher with a Node that claims to be of another release. */
function runAs(release: string, words: readonly string[], env: { readonly [name: string]: string } = {}) {
  const preload = path.join(temporaryFolder(), "release.cjs");
  fs.writeFileSync(preload, `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${release}" } });\n`);
  return run(process.execPath, ["--require", preload, launcher, ...words], { env });
}

function replaceByFile(place: string): void {
  fs.rmSync(place, { recursive: true });
  fs.writeFileSync(place, "");
}

function replaceByFolder(place: string): void {
  fs.rmSync(place);
  fs.mkdirSync(path.join(place, "inner"), { recursive: true });
}

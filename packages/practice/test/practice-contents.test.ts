import { test } from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { relativeImports } from "../src/practice/relative-imports.ts";
import { hashOf, parsePracticeRecord } from "../src/practice-record.ts";
import { run, runPractice } from "./support/command-run.ts";
import { treeOf } from "./support/folder-tree.ts";
import { miniCheckout } from "./support/mini-checkout.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const root = miniCheckout();
const second = makeDirectory("02", "lines");
const third = makeDirectory("03", "relay");

test("a practice directory holds what the chapter needs, at the repository's own paths", () => {
  const files = treeOf(second).map((line) => line.split(" ")[0] ?? "").filter((file) => !file.endsWith("/") && !file.startsWith(".practice/"));

  assert.deepEqual(files, [
    ".gitignore",
    "README.md",
    "package-lock.json",
    "package.json",
    "packages/mini-course/package.json",
    "packages/mini-course/src/lines.ts",
    "packages/mini-course/src/words.ts",
    "packages/mini-course/test/01-words.test.ts",
    "packages/mini-course/test/02-lines.test.ts",
    "packages/mini-course/test/support/gate.ts",
    "packages/mini-course/test/support/sample-lines.ts",
    "packages/mini-course/tsconfig.json",
    "tsconfig.base.json",
  ]);
});

test("earlier sources are the reference, the chapter's own is the skeleton", () => {
  assert.equal(read(second, "packages/mini-course/src/words.ts"), read(root, "packages/mini-course/src/words.ts"));
  assert.equal(read(second, "packages/mini-course/src/lines.ts"), read(root, "packages/mini-course/chapters/02-lines/skeleton/lines.ts"));
});

test("nothing of the chapter's reference or of a later chapter is in it, and no .git", () => {
  const contents = treeOf(second).filter((line) => !line.startsWith(".practice/engine/")).join("\n");

  assert.equal(contents.includes("padStart(width)"), false, "a line of the reference of lines.ts");
  assert.equal(contents.includes("relayLines"), false, "a name of chapter 03");
  assert.equal(fs.existsSync(path.join(second, ".git")), false);
});

test("a support file comes with the highest chapter that it leads to", () => {
  const supportOf = (directory: string) => fs.readdirSync(path.join(directory, "packages/mini-course/test/support"));

  assert.deepEqual(supportOf(second), ["gate.ts", "sample-lines.ts"]);
  assert.deepEqual(supportOf(third), ["courier.ts", "gate.ts", "sample-lines.ts"]);
});

test("the record has a hash for every given file, and the skeletons'", () => {
  const record = parsePracticeRecord(read(third, ".practice/practice.json"));

  const given = treeOf(third).map((line) => line.split(" ")[0] ?? "").filter((file) => !file.endsWith("/") && !file.startsWith(".practice/"));
  assert.deepEqual([...record.files.keys()].sort(), given);
  for (const [file, hash] of record.files) assert.equal(hashOf(read(third, file)), hash, file);
  assert.deepEqual([...record.skeletons], [["packages/mini-course/src/relay.ts", hashOf(read(third, "packages/mini-course/src/relay.ts"))]]);
  assert.deepEqual(record.suites.map(({ chapter, file }) => [chapter, file]), [
    ["01", "packages/mini-course/test/01-words.test.ts"],
    ["02", "packages/mini-course/test/02-lines.test.ts"],
    ["03", "packages/mini-course/test/03-relay.test.ts"],
  ]);
});

test("a pristine copy of every given file lies under .practice/given", () => {
  const record = parsePracticeRecord(read(third, ".practice/practice.json"));

  for (const [file, hash] of record.files) assert.equal(hashOf(read(third, `.practice/given/${file}`)), hash, file);
});

test("the engine in the directory lacks nothing that it imports", () => {
  const engine = path.join(third, ".practice/engine");
  const files = fs.readdirSync(engine, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("js"));

  const missing = files.flatMap((file) =>
    relativeImports(fs.readFileSync(path.join(engine, file), "utf8"))
      .map((specifier) => path.join(engine, path.dirname(file), specifier))
      .filter((place) => !fs.existsSync(place)),
  );

  assert.ok(files.includes("learner.js"));
  assert.deepEqual(missing, []);
});

test("package.json has a script for every learner command, and nothing that needs the repository", () => {
  const { scripts } = JSON.parse(read(third, "package.json")) as { readonly scripts: { readonly [name: string]: string } };
  const course = JSON.parse(read(third, "packages/mini-course/package.json")) as { readonly scripts: object };

  assert.equal(scripts["check"], "node .practice/engine/learner.js check");
  assert.equal(scripts["reset"], "node .practice/engine/learner.js reset");
  assert.deepEqual(Object.keys(course.scripts), ["build"]);
});

test("the report names the directory, the file to edit, the step commands in order, and the text", () => {
  const { stderr } = runPractice(root, ["03", "reported"], { env: { PI_COURSE_LANG: "zh" } });

  const inOrder = [
    path.join(path.dirname(root), "reported"),
    "packages/mini-course/src/relay.ts",
    "README.md",
    "npm run build -w @mini/course",
    'node --test --test-name-pattern="依次发送" packages/mini-course/dist/test/03-relay.test.js',
    "npm run check -- s3-1",
    'node --test --test-name-pattern="失败回执" packages/mini-course/dist/test/03-relay.test.js',
    "npm run check -- s3-2",
  ].map((words) => stderr.indexOf(words));
  assert.ok(!inOrder.includes(-1), stderr);
  assert.deepEqual(inOrder, [...inOrder].sort((left, right) => left - right));
});

test("--json gives the same as data on stdout", () => {
  const { stdout } = runPractice(root, ["03", "as-json", "--json"]);

  const made = JSON.parse(stdout) as { readonly steps: readonly unknown[]; readonly [field: string]: unknown };
  assert.deepEqual(Object.keys(made), ["directory", "course", "courseVersion", "chapter", "stem", "title", "sources", "taken", "steps", "next"]);
  assert.equal(made["directory"], path.join(path.dirname(root), "as-json"));
  assert.deepEqual(made.steps[0], {
    tag: "s3-1",
    pattern: "依次发送",
    title: "Send line by line",
    command: "npm run check -- s3-1",
    test: 'node --test --test-name-pattern="依次发送" packages/mini-course/dist/test/03-relay.test.js',
  });
});

test("the commands of the text work as they stand", () => {
  const built = run("npm", ["run", "build", "-w", "@mini/course"], { cwd: third });
  const tested = run("node", ["--test", "--test-reporter=tap", "--test-name-pattern=依次发送", "packages/mini-course/dist/test/03-relay.test.js"], { cwd: third });
  const earlier = run("node", ["--test", "packages/mini-course/dist/test/01-words.test.js", "packages/mini-course/dist/test/02-lines.test.js"], { cwd: third });

  assert.equal(built.exitCode, 0, built.stdout + built.stderr);
  assert.equal(tested.exitCode, 1);
  assert.match(tested.stdout, /尚未实现/);
  assert.equal(earlier.exitCode, 0, earlier.stdout);
});

test("a build that fails leaves no old output to answer for it", () => {
  const directory = makeDirectory("01", "words");
  run("npm", ["run", "build", "-w", "@mini/course"], { cwd: directory });
  fs.appendFileSync(path.join(directory, "packages/mini-course/src/words.ts"), "export const wrong: number = 'text';\n");

  const { exitCode } = run("npm", ["run", "build", "-w", "@mini/course"], { cwd: directory });

  assert.notEqual(exitCode, 0);
  assert.equal(fs.existsSync(path.join(directory, "packages/mini-course/dist/src/words.js")), false);
});

test("npm ci accepts the lock file, which names every platform's compiler", () => {
  const { exitCode, stderr } = run("npm", ["ci", "--dry-run", "--offline"], { cwd: third });

  const lock = JSON.parse(read(third, "package-lock.json")) as { readonly packages: object };
  assert.equal(exitCode, 0, stderr);
  assert.ok(Object.keys(lock.packages).includes("node_modules/@typescript/typescript-win32-x64"));
});

test("npm sees one workspace, and nothing missing or extraneous", () => {
  const { exitCode, stdout, stderr } = run("npm", ["ls", "--all", "--json"], { cwd: third });

  const { dependencies, problems } = JSON.parse(stdout) as { readonly dependencies: object; readonly problems?: readonly string[] };
  assert.equal(exitCode, 0, stderr);
  assert.equal(problems, undefined);
  assert.deepEqual(Object.keys(dependencies).sort(), ["@mini/course", "@types/node", "typescript"]);
});

test("packages are hard-linked where the file system allows it", () => {
  const compiler = (at: string) => fs.statSync(path.join(at, "node_modules/typescript/package.json"));

  assert.equal(compiler(third).ino, compiler(root).ino);
});

test("the directory keeps working when the checkout is gone and it has moved itself", () => {
  const checkout = miniCheckout();
  const made = path.join(path.dirname(checkout), "made");
  runPractice(checkout, ["01", made]);
  const moved = path.join(temporaryFolder(), "moved");
  fs.renameSync(made, moved);
  fs.rmSync(checkout, { recursive: true });

  const { exitCode, stderr } = run("npm", ["run", "build", "-w", "@mini/course"], { cwd: moved });

  assert.equal(exitCode, 0, stderr);
});

function makeDirectory(chapter: string, name: string): string {
  const directory = path.join(path.dirname(root), name);
  const { exitCode, stderr } = runPractice(root, [chapter, name]);
  assert.equal(exitCode, 0, stderr);
  return directory;
}

function read(directory: string, file: string): string {
  return fs.readFileSync(path.join(directory, file), "utf8");
}

import { test } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runPractice, runRoot, startPractice, terminalEnvironment } from "./support/command-run.ts";
import { miniCheckout } from "./support/mini-checkout.ts";
import { repository } from "./support/repository.ts";

const require = createRequire(import.meta.url);
const { lockFileOf } = require(path.join(repository, "scripts/launcher/install-lock.cjs")) as { lockFileOf(root: string): string };
const POSIX = process.platform !== "win32";
const nativeCompiler = `node_modules/@typescript/typescript-${process.platform}-${process.arch}`;
const compilerFile = POSIX ? "tsc" : "tsc.exe";

test("where node_modules is missing, npm ci runs first, with its output on stderr", () => {
  const { root, env, calls } = freshClone("install");

  const { exitCode, stdout, stderr } = runPractice(root, ["01", "made"], { env });

  assert.equal(exitCode, 0, stderr);
  assert.equal(stdout, `${path.join(path.dirname(root), "made")}\n`);
  assert.match(stderr, /^The dependencies are not installed \(node_modules is missing\); running npm ci first/);
  assert.match(stderr, /added 4 packages/);
  assert.deepEqual(calls().map(({ words }) => words[0]), ["ci"]);
});

test("the second command installs nothing", () => {
  const { root, env, calls } = freshClone("install");
  runPractice(root, ["--list"], { env });

  const { stderr } = runPractice(root, ["--list"], { env });

  assert.equal(calls().length, 1);
  assert.equal(stderr, "");
});

test("npm ci is not misled by the settings of the npm above it", () => {
  const { root, env, calls } = freshClone("install");
  const misleading = { npm_config_workspace: "@mini/course", npm_config_loglevel: "silent", npm_config_omit: "dev", npm_config_prefix: "/elsewhere", npm_config_dry_run: "true", NODE_ENV: "production" };

  runPractice(root, ["--list"], { env: { ...env, ...misleading, npm_config_cache: "/kept" } });

  const [call] = calls();
  assert.deepEqual(Object.keys(misleading).filter((name) => call?.names.includes(name)), []);
  assert.ok(call?.names.includes("npm_config_cache"), "where packages are cached is the user's own affair");
  assert.ok(call?.words.includes("--include=dev"));
});

test("a lock file that asks for another version installs again", () => {
  const { root, env, calls } = freshClone("install");
  runPractice(root, ["--list"], { env });
  const hidden = path.join(root, "node_modules/.package-lock.json");
  fs.writeFileSync(hidden, fs.readFileSync(hidden, "utf8").replace('"version": "6.21.0"', '"version": "6.20.0"'));

  const { stderr } = runPractice(root, ["--list"], { env });

  assert.equal(calls().length, 2);
  assert.match(stderr, /undici-types is missing/);
});

for (const [what, place, damage] of [
  ["a package.json that is empty", "node_modules/typescript", (folder: string) => fs.writeFileSync(path.join(folder, "package.json"), "")],
  ["a package.json of another version", "node_modules/typescript", (folder: string) => fs.writeFileSync(path.join(folder, "package.json"), '{ "version": "1.0.0" }')],
  ["a command that is gone", "node_modules/typescript", (folder: string) => fs.rmSync(path.join(folder, "bin"), { recursive: true })],
  ["a compiler that is gone", nativeCompiler, (folder: string) => fs.rmSync(path.join(folder, "lib"), { recursive: true, force: true })],
  ["a compiler that is cut off", nativeCompiler, (folder: string) => fs.writeFileSync(path.join(folder, "lib", compilerFile), "")],
] as const) {
  test(`an installation with ${what} is installed again`, () => {
    const { root, env, calls } = freshClone("install");
    runPractice(root, ["--list"], { env });
    standIn(root, place);
    damage(path.join(root, place));

    const { exitCode, stderr } = runPractice(root, ["--list"], { env: { ...env, FAKE_NPM_MENDS: place } });

    assert.equal(exitCode, 0, stderr);
    assert.match(stderr, new RegExp(`\\(${place} is missing\\); running npm ci first`));
    assert.equal(calls().length, 2);
  });
}

test("a package of the repository's own that is no JSON is not a matter of installing", () => {
  const { root, env, calls } = freshClone("install");
  runPractice(root, ["--list"], { env });
  fs.writeFileSync(path.join(root, "packages/mini-course/package.json"), "{");

  runPractice(root, ["--list"], { env });

  assert.equal(calls().length, 1);
});

test("without a network there is one line with the remedy", () => {
  const { root, env } = freshClone("offline");

  const { exitCode, stdout, stderr } = runRoot(root, "test", [], { env });

  assert.equal(exitCode, 1);
  assert.equal(stdout, "");
  assert.equal(stderr.trimEnd().split("\n").length, 2, "what is being done, and the remedy; not npm's own pages");
  assert.equal(stderr.trimEnd().split("\n").at(-1), "There is no network to install the dependencies from: connect, then run the same command again.");
});

test("an npm ci that fails otherwise says so", () => {
  const { root, env } = freshClone("fail");

  const { exitCode, stderr } = runPractice(root, ["--list"], { env });

  assert.equal(exitCode, 1);
  assert.match(stderr, /npm ci failed \(exit code 7\)/);
});

test("two first commands at once install once, and both go on", async () => {
  const { root, env, calls } = freshClone("slow");

  const codes = await Promise.all([start(root, ["--list"], env), start(root, ["--list"], env)].map(exitOf));

  assert.deepEqual(codes, [0, 0]);
  assert.equal(calls().length, 1);
});

test("two first commands at once compile the engine side by side", async () => {
  const root = miniCheckout();
  fs.rmSync(path.join(root, "packages/practice/dist"), { recursive: true });

  const codes = await Promise.all([startPractice(root, ["01", "one"]), startPractice(root, ["01", "two"])].map(exitOf));

  assert.deepEqual(codes, [0, 0]);
  assert.deepEqual(fs.readdirSync(path.join(root, "packages/practice/dist")), ["engine.stamp", "src"]);
});

test("a lock that a killed install has left is taken over", () => {
  const { root, env, calls } = freshClone("install");
  const lock = lockFileOf(root);
  fs.writeFileSync(lock, "somebody who is gone");
  fs.utimesSync(lock, 0, 0);

  const { exitCode, stderr } = runPractice(root, ["--list"], { env });

  assert.equal(exitCode, 0, stderr);
  assert.equal(calls().length, 1);
  assert.equal(fs.existsSync(lock), false);
});

for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  test(`${signal} during npm ci ends both, exit ${code}`, { skip: !POSIX }, async () => {
    const { root, env, calls } = freshClone("hang");
    const child = start(root, ["--list"], env);
    while (calls().length === 0) await pause(10);

    child.kill(signal);

    assert.equal(await exitOf(child), code);
    const npm = calls()[0]?.pid ?? 0;
    while (isRunning(npm)) await pause(10);
  });
}

/** A checkout without `node_modules`, and an npm that puts it in place, fails or hangs. */
function freshClone(npm: "install" | "offline" | "fail" | "slow" | "hang") {
  const root = miniCheckout();
  const folder = path.dirname(root);
  fs.renameSync(path.join(root, "node_modules"), path.join(folder, "installed"));
  const script = path.join(folder, "npm-cli.cjs");
  const log = path.join(folder, "calls.jsonl");
  fs.writeFileSync(script, FAKE_NPM);
  const calls = () => (fs.existsSync(log) ? completeLines(fs.readFileSync(log, "utf8")).map((line) => JSON.parse(line) as NpmCall) : []);
  return { root, calls, env: { npm_execpath: script, FAKE_NPM: npm, FAKE_NPM_LOG: log, FAKE_NPM_INSTALLED: path.join(folder, "installed") } };
}

/** Puts, in place of the link to an installed package, a folder that may be damaged. */
function standIn(root: string, place: string): void {
  const folder = path.join(root, place);
  const installed = fs.realpathSync(folder);
  fs.renameSync(folder, `${folder}.whole`);
  fs.mkdirSync(folder);
  for (const entry of ["package.json", "bin"]) if (fs.existsSync(path.join(installed, entry))) fs.cpSync(path.join(installed, entry), path.join(folder, entry), { recursive: true });
  fs.mkdirSync(path.join(folder, "lib"));
  if (place === nativeCompiler) fs.writeFileSync(path.join(folder, "lib", compilerFile), "stands for the program");
}

/** A line without its end is still being written. */
function completeLines(text: string): readonly string[] {
  return text.split("\n").slice(0, -1);
}

interface NpmCall {
  readonly words: readonly string[];
  readonly names: readonly string[];
  readonly pid: number;
}

const FAKE_NPM = `
const fs = require("node:fs");
const { FAKE_NPM, FAKE_NPM_LOG, FAKE_NPM_INSTALLED, FAKE_NPM_MENDS } = process.env;
fs.appendFileSync(FAKE_NPM_LOG, JSON.stringify({ words: process.argv.slice(2), names: Object.keys(process.env), pid: process.pid }) + "\\n");
const install = () => {
  if (FAKE_NPM_MENDS !== undefined) {
    fs.rmSync(FAKE_NPM_MENDS, { recursive: true });
    fs.renameSync(FAKE_NPM_MENDS + ".whole", FAKE_NPM_MENDS);
  }
  fs.rmSync("node_modules", { force: true });
  const hidden = FAKE_NPM_INSTALLED + "/.package-lock.json";
  fs.writeFileSync(hidden, fs.readFileSync(hidden, "utf8").replace('"version": "6.20.0"', '"version": "6.21.0"'));
  fs.symlinkSync(FAKE_NPM_INSTALLED, "node_modules", "junction");
  console.log("added 4 packages");
};
if (FAKE_NPM === "install") install();
if (FAKE_NPM === "slow") setTimeout(install, 700);
if (FAKE_NPM === "hang") setTimeout(() => {}, 30000);
if (FAKE_NPM === "fail") process.exitCode = 7;
if (FAKE_NPM === "offline") {
  console.error("npm error code ENOTFOUND\\nnpm error network request failed");
  process.exitCode = 1;
}
`;

function start(root: string, words: readonly string[], env: { readonly [name: string]: string }) {
  const launcher = path.join(root, "scripts/launcher.cjs");
  return spawn(process.execPath, [launcher, "practice", ...words], { cwd: path.dirname(root), env: terminalEnvironment(env), stdio: "ignore" });
}

function exitOf(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve) => child.once("exit", (code) => resolve(code)));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

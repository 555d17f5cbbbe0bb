"use strict";
/** Compiles the engine (packages/practice) when its sources have changed since it was compiled last. */

const crypto = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { run } = require("./child.cjs");
const { cleanups } = require("./cleanups.cjs");
const { say } = require("./language.cjs");
const { LaunchFailure } = require("./launch-failure.cjs");

const ENGINE = path.join("packages", "practice");
/** In `dist`, so that whatever clears `dist` clears it too: the hashes of what `dist/src` was compiled from, and of what it holds. */
const STAMP = "engine.stamp";
/** What the compiler says about a source; without one it has not come to judge any. */
const DIAGNOSTIC = /\berror TS\d+:/;

async function ensureEngine(root) {
  const engine = path.join(root, ENGINE);
  const dist = path.join(engine, "dist");
  if (readIfThere(path.join(dist, STAMP)) !== stampOf(hashOfSources(root, engine), path.join(dist, "src"))) await buildEngine(root, ["src"]);
}

/**
 * Compiles folders of the engine beside its `dist` and moves the files over one by one, so that a
 * command that runs meanwhile always finds every file, and a compile error leaves `dist` as it was.
 *
 * @param {readonly string[]} folders of the package: `["src"]`, or `["src", "test"]`
 */
async function buildEngine(root, folders) {
  const engine = path.join(root, ENGINE);
  const dist = path.join(engine, "dist");
  const sources = hashOfSources(root, engine);
  makeFolder(dist);
  clearAbandoned(dist);
  const aside = fs.mkdtempSync(path.join(dist, ".build-"));
  const clear = () => fs.rmSync(aside, { recursive: true, force: true });
  cleanups.add(clear);
  try {
    await compile(root, aside, folders);
    for (const folder of folders) copyAssets(path.join(engine, folder), path.join(aside, folder));
    const stamp = stampOf(sources, path.join(aside, "src"));
    for (const folder of folders) {
      replaceFiles(path.join(aside, folder), path.join(dist, folder));
    }
    fs.writeFileSync(path.join(aside, STAMP), stamp);
    replaceFile(path.join(aside, STAMP), path.join(dist, STAMP));
  } finally {
    cleanups.delete(clear);
    clear();
  }
}

/** What a killed build has left; a build takes seconds, so an old one has no builder any more. */
function clearAbandoned(dist) {
  for (const name of fs.readdirSync(dist).filter((entry) => entry.startsWith(".build-"))) {
    const folder = path.join(dist, name);
    const age = Date.now() - (fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > 600_000) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Everything that decides what the compiler writes. */
function hashOfSources(root, engine) {
  const compiler = path.join(root, "node_modules/typescript/package.json");
  const settings = [compiler, path.join(root, "tsconfig.base.json"), path.join(engine, "tsconfig.json"), path.join(engine, "package.json"), __filename];
  return hashOfFiles(root, [...settings, ...filesUnder(path.join(engine, "src"))]);
}

/** @param compiled the folder with what was compiled from sources of this hash */
function stampOf(sources, compiled) {
  // Another build may take a file away meanwhile.
  return `${sources} ${hashOfFiles(compiled, filesUnder(compiled), (file) => readIfThere(file) ?? "")}`;
}

/** Of their names relative to `folder`, and of their contents. */
function hashOfFiles(folder, files, read = (file) => fs.readFileSync(file, "utf8")) {
  const hash = crypto.createHash("sha256");
  for (const file of files) {
    const content = read(file);
    hash.update(`${path.relative(folder, file).split(path.sep).join("/")} ${content.length}\n`);
    hash.update(content);
  }
  return hash.digest("hex");
}

async function compile(root, aside, folders) {
  const project = path.join(aside, "tsconfig.json");
  // Source maps would point from the wrong depth once the files have moved.
  const compilerOptions = { rootDir: "../..", outDir: ".", sourceMap: false };
  const include = folders.map((folder) => `../../${folder}/**/*`);
  fs.writeFileSync(project, JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include, exclude: ["../../test/fixtures"] }));
  let output = "";
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  const exitCode = await run(process.execPath, [compiler, "-p", project], { cwd: root }, cleanups, (piece) => (output += piece));
  if (exitCode === 0) return;
  process.stderr.write(output);
  if (!DIAGNOSTIC.test(output)) {
    throw new LaunchFailure(
      say(`编译器自己没能运行（退出码 ${exitCode}）：请删掉 node_modules，运行 npm ci，再运行同一条命令。`, `The compiler itself did not run (exit code ${exitCode}): delete node_modules, run npm ci, then run the same command again.`),
    );
  }
  throw new LaunchFailure(
    say("引擎 packages/practice 编译不过：先改好上面的错误，再运行同一条命令。", "The engine in packages/practice does not compile: mend the errors above, then run the same command again."),
  );
}

/** What the compiler does not carry over: plain JavaScript and data beside the sources. */
function copyAssets(from, to) {
  for (const file of filesUnder(from)) {
    const relative = path.relative(from, file);
    if (/\.[cm]?ts$/.test(relative) || /^fixtures[\\/]/.test(relative)) continue;
    fs.mkdirSync(path.dirname(path.join(to, relative)), { recursive: true });
    fs.copyFileSync(file, path.join(to, relative));
  }
}

/** Makes `to` hold exactly the files of `from`, each replaced in one step. */
function replaceFiles(from, to) {
  const built = new Set(filesUnder(from).map((file) => path.relative(from, file)));
  makeFolder(to);
  for (const file of built) {
    makeFolder(path.dirname(path.join(to, file)));
    replaceFile(path.join(from, file), path.join(to, file));
  }
  for (const file of filesUnder(to)) if (!built.has(path.relative(to, file))) fs.rmSync(file, { force: true });
}

/** In the output a file has no business where a folder belongs, nor a folder where a file does. */
function replaceFile(from, to) {
  if (isFolder(to)) fs.rmSync(to, { recursive: true, force: true });
  fs.renameSync(from, to);
}

function makeFolder(folder) {
  if (isFolder(folder)) return;
  makeFolder(path.dirname(folder));
  fs.rmSync(folder, { force: true });
  fs.mkdirSync(folder, { recursive: true });
}

function isFolder(place) {
  try {
    return fs.statSync(place).isDirectory();
  } catch {
    return false;
  }
}

function filesUnder(folder) {
  if (!isFolder(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name !== ".DS_Store")
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function readIfThere(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

module.exports = { buildEngine, ensureEngine, ENGINE };

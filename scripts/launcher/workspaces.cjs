"use strict";
/** Builds every workspace, and runs every compiled suite. */

const fs = require("node:fs");
const path = require("node:path");
const { run } = require("./child.cjs");
const { cleanups } = require("./cleanups.cjs");
const { buildEngine, ENGINE } = require("./engine-build.cjs");
const { say } = require("./language.cjs");
const { LaunchFailure } = require("./launch-failure.cjs");
const { cleanEnvironment, findNpm } = require("./npm.cjs");

/**
 * Builds every workspace that has a `build` script, in the order of the root's package.json. The engine
 * comes first and is replaced file by file, since a command may be running from it.
 *
 * @returns the exit code of the first build that fails, or 0
 */
async function buildWorkspaces(root) {
  await buildEngine(root, ["src", "test"]);
  const others = workspacesOf(root).filter((folder) => folder !== ENGINE && readManifest(root, folder).scripts?.build !== undefined);
  if (others.length === 0) return 0;
  const { file, first, shell } = findNpm();
  const words = [...first, "run", "build", ...others.flatMap((folder) => ["-w", folder])];
  return run(file, words, { cwd: root, env: cleanEnvironment(process.env), shell, stdio: ["ignore", 2, 2] }, cleanups);
}

/**
 * Runs the suites of all workspaces in one go. They are named one by one: what a glob matches differs
 * between Node releases, and relative to the root, so that no name above it is read as a glob.
 *
 * @param {readonly string[]} options for `node --test`
 */
async function runSuites(root, options) {
  const suites = workspacesOf(root).flatMap((folder) => suitesIn(root, folder));
  if (suites.length === 0) {
    throw new LaunchFailure(say("没有找到编译好的测试：先运行 npm run build。", "No compiled suites were found: run npm run build first."), 3);
  }
  // Set where this runs below another `node --test`, it would silence the report.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return run(process.execPath, ["--test", "--test-reporter=spec", ...options, ...suites], { cwd: root, env, stdio: "inherit" }, cleanups);
}

/** Folders relative to the root. */
function workspacesOf(root) {
  return readManifest(root, ".")
    .workspaces.flatMap((pattern) => (pattern.endsWith("/*") ? foldersIn(root, pattern.slice(0, -2)) : [pattern]))
    .map((folder) => path.normalize(folder))
    .filter((folder) => fs.existsSync(path.join(root, folder, "package.json")));
}

function foldersIn(root, parent) {
  if (!fs.existsSync(path.join(root, parent))) return [];
  return fs.readdirSync(path.join(root, parent)).sort().map((name) => path.join(parent, name));
}

function suitesIn(root, workspace) {
  const tests = path.join(workspace, "dist", "test");
  if (!fs.existsSync(path.join(root, tests))) return [];
  return fs
    .readdirSync(path.join(root, tests), { recursive: true })
    .filter((file) => file.endsWith(".test.js"))
    .sort()
    .map((file) => path.join(tests, file));
}

function readManifest(root, folder) {
  return JSON.parse(fs.readFileSync(path.join(root, folder, "package.json"), "utf8"));
}

module.exports = { buildWorkspaces, runSuites };

"use strict";
/** Installs the dependencies where `node_modules` does not hold what `package-lock.json` names. */

const fs = require("node:fs");
const path = require("node:path");
const { run } = require("./child.cjs");
const { cleanups } = require("./cleanups.cjs");
const { say } = require("./language.cjs");
const { LaunchFailure } = require("./launch-failure.cjs");
const { withInstallLock } = require("./install-lock.cjs");
const { cleanEnvironment, findNpm } = require("./npm.cjs");

const NO_NETWORK = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ENETDOWN|ENOTCACHED|ERR_SOCKET/;
/** The folder of the package that holds TypeScript's compiler for one platform. */
const NATIVE_COMPILER = /[\\/]@typescript[\\/]typescript-[^\\/]+$/;

async function ensureInstalled(root) {
  if (findMissing(root) === undefined) return;
  await withInstallLock(root, async () => {
    // Whoever held the lock before may have installed everything.
    const missing = findMissing(root);
    if (missing !== undefined) await install(root, missing);
  });
}

/**
 * The first package that is not installed as the lock file has it, or not whole; `undefined` when all
 * are. npm writes `node_modules/.package-lock.json` last, so that an install that was cut short is seen
 * as missing.
 */
function findMissing(root) {
  const wanted = readPackages(path.join(root, "package-lock.json"));
  if (wanted === undefined) return fs.existsSync(path.join(root, "node_modules")) ? undefined : "node_modules";
  const installed = readPackages(path.join(root, "node_modules", ".package-lock.json"));
  if (installed === undefined) return "node_modules";
  return Object.keys(wanted).find((place) => {
    if (!place.includes("node_modules/") || !isForThisMachine(wanted[place])) return false;
    const folder = path.join(root, place);
    // A link leads to a package of this repository, which no installation would mend.
    if (wanted[place].link) return !fs.existsSync(path.join(folder, "package.json"));
    return installed[place]?.version !== wanted[place].version || !isWhole(folder, wanted[place]);
  });
}

/** Not every file is looked at: only what the commands cannot do without. */
function isWhole(folder, { version, bin }) {
  const programs = NATIVE_COMPILER.test(folder) ? [path.join("lib", process.platform === "win32" ? "tsc.exe" : "tsc")] : [];
  const needed = [...Object.values(bin ?? {}), ...programs];
  return versionOf(folder) === version && needed.every((file) => isFilled(path.join(folder, file)));
}

function versionOf(folder) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).version;
  } catch {
    return undefined;
  }
}

function isFilled(file) {
  try {
    const stats = fs.statSync(file);
    return stats.isFile() && stats.size > 0;
  } catch {
    return false;
  }
}

function readPackages(lockFile) {
  try {
    return JSON.parse(fs.readFileSync(lockFile, "utf8")).packages;
  } catch {
    return undefined;
  }
}

function isForThisMachine({ os, cpu, libc }) {
  return libc === undefined && allows(os, process.platform) && allows(cpu, process.arch);
}

function allows(list, value) {
  if (list === undefined) return true;
  return list.includes(value) || (!list.includes(`!${value}`) && list.every((entry) => entry.startsWith("!")));
}

async function install(root, missing) {
  process.stderr.write(
    say(`还没有安装依赖（缺 ${missing}），先运行 npm ci……\n`, `The dependencies are not installed (${missing} is missing); running npm ci first…\n`),
  );
  const { exitCode, complaints } = await runNpmCi(root);
  if (exitCode !== 0 && NO_NETWORK.test(complaints)) {
    throw new LaunchFailure(
      say("没有网络，依赖装不上：联网之后，再运行同一条命令。", "There is no network to install the dependencies from: connect, then run the same command again."),
    );
  }
  process.stderr.write(complaints);
  if (exitCode !== 0) {
    throw new LaunchFailure(
      say(`npm ci 失败了（退出码 ${exitCode}）：看上面的输出，改好之后再运行同一条命令。`, `npm ci failed (exit code ${exitCode}): see its output above, mend that, then run the same command again.`),
    );
  }
  const stillMissing = findMissing(root);
  if (stillMissing !== undefined) {
    throw new LaunchFailure(
      say(`npm ci 之后仍然缺 ${stillMissing}：请删掉 node_modules，再运行 npm ci。`, `After npm ci ${stillMissing} is still missing: delete node_modules, then run npm ci.`),
    );
  }
}

/**
 * Runs `npm ci` with its output on stderr, whatever the log level of the npm that started us. Its
 * complaints wait for the end: without a network they are pages about one thing.
 */
async function runNpmCi(root) {
  const { file, first, shell } = findNpm();
  // Retries are short: without a network the remedy should come in seconds.
  const retries = ["--fetch-retries=2", "--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=3000"];
  const words = [...first, "ci", "--include=dev", "--include=optional", "--prefer-offline", ...retries];
  let complaints = "";
  try {
    const exitCode = await run(file, words, { cwd: root, env: cleanEnvironment(process.env), shell }, cleanups, (piece, stream) => {
      if (stream === "stdout") process.stderr.write(piece);
      else complaints += piece;
    });
    return { exitCode, complaints };
  } catch (error) {
    throw new LaunchFailure(
      say(`找不到 npm（${error.code}）：请安装带 npm 的 Node，再运行同一条命令。`, `npm was not found (${error.code}): install Node with npm, then run the same command again.`),
    );
  }
}

module.exports = { ensureInstalled };

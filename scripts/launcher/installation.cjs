"use strict";
/** Installs the dependencies where `node_modules` does not hold what `package-lock.json` names. */

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { say } = require("./language.cjs");
const { LaunchFailure } = require("./launch-failure.cjs");
const { withInstallLock } = require("./install-lock.cjs");

/** Settings of the npm that started us, or of the shell, that would make `npm ci` install something else. */
const MISLEADING = new Set(
  [
    "workspace", "workspaces", "include_workspace_root", "if_present", "prefix", "local_prefix", "global", "location",
    "loglevel", "silent", "json", "parseable", "omit", "include", "only", "also", "production", "optional", "dev",
    "dry_run", "ignore_scripts", "package_lock", "package_lock_only", "install_strategy", "install_links", "script_shell",
    "force", "legacy_peer_deps", "strict_peer_deps", "engine_strict", "os", "cpu", "libc", "before", "save", "call", "package",
  ].map((name) => `npm_config_${name}`),
);

const NO_NETWORK = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ENETDOWN|ENOTCACHED|ERR_SOCKET/;

async function ensureInstalled(root, cleanups) {
  if (findMissing(root) === undefined) return;
  await withInstallLock(root, cleanups, async () => {
    // Whoever held the lock before may have installed everything.
    const missing = findMissing(root);
    if (missing !== undefined) await install(root, missing, cleanups);
  });
}

/**
 * The first package that is not installed as the lock file has it; `undefined` when all are. npm writes
 * `node_modules/.package-lock.json` last, so that an install that was cut short is seen as missing.
 */
function findMissing(root) {
  const wanted = readPackages(path.join(root, "package-lock.json"));
  if (wanted === undefined) return fs.existsSync(path.join(root, "node_modules")) ? undefined : "node_modules";
  const installed = readPackages(path.join(root, "node_modules", ".package-lock.json"));
  if (installed === undefined) return "node_modules";
  return Object.keys(wanted).find((place) => {
    if (!place.includes("node_modules/") || !isForThisMachine(wanted[place])) return false;
    if (!fs.existsSync(path.join(root, place, "package.json"))) return true;
    return !wanted[place].link && installed[place]?.version !== wanted[place].version;
  });
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

async function install(root, missing, cleanups) {
  process.stderr.write(
    say(`还没有安装依赖（缺 ${missing}），先运行 npm ci……\n`, `The dependencies are not installed (${missing} is missing); running npm ci first…\n`),
  );
  const { exitCode, output } = await runNpmCi(root, cleanups);
  if (exitCode === 0) {
    const stillMissing = findMissing(root);
    if (stillMissing === undefined) return;
    throw new LaunchFailure(
      say(`npm ci 之后仍然缺 ${stillMissing}：请删掉 node_modules，再运行 npm ci。`, `After npm ci ${stillMissing} is still missing: delete node_modules, then run npm ci.`),
    );
  }
  throw new LaunchFailure(
    NO_NETWORK.test(output)
      ? say("没有网络，依赖装不上：联网之后，再运行同一条命令。", "There is no network to install the dependencies from: connect, then run the same command again.")
      : say(`npm ci 失败了（退出码 ${exitCode}）：看上面的输出，改好之后再运行同一条命令。`, `npm ci failed (exit code ${exitCode}): see its output above, mend that, then run the same command again.`),
  );
}

function runNpmCi(root, cleanups) {
  const { file, first, shell } = findNpm();
  // Retries are short: without a network the remedy should come in seconds.
  const words = [...first, "ci", "--include=dev", "--include=optional", "--prefer-offline", "--fetch-retries=2", "--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=3000"];
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, { cwd: root, env: cleanEnvironment(process.env), stdio: ["ignore", "pipe", "pipe"], shell });
    const stop = (signal) => child.kill(signal);
    cleanups.add(stop);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (piece) => {
        process.stderr.write(piece);
        output += piece;
      });
    }
    child.on("error", reject);
    child.on("close", (code, signal) => {
      cleanups.delete(stop);
      resolve({ exitCode: code ?? signal, output });
    });
  }).catch((error) => {
    throw new LaunchFailure(say(`找不到 npm（${error.code}）：请安装带 npm 的 Node，再运行同一条命令。`, `npm was not found (${error.code}): install Node with npm, then run the same command again.`));
  });
}

/** The npm that runs us, else the one that belongs to this Node, else the one on the path. */
function findNpm() {
  const bin = path.dirname(process.execPath);
  const script = [
    process.env.npm_execpath,
    path.join(bin, "node_modules/npm/bin/npm-cli.js"),
    path.join(bin, "../lib/node_modules/npm/bin/npm-cli.js"),
  ].find((file) => file !== undefined && /^npm-cli\.c?js$/.test(path.basename(file)) && fs.existsSync(file));
  if (script !== undefined) return { file: process.execPath, first: [script], shell: false };
  return process.platform === "win32" ? { file: "npm.cmd", first: [], shell: true } : { file: "npm", first: [], shell: false };
}

function cleanEnvironment(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => {
      const key = name.toLowerCase().replaceAll("-", "_");
      return name !== "NODE_ENV" && !MISLEADING.has(key) && !/^npm_(package|lifecycle)_/.test(key);
    }),
  );
}

module.exports = { ensureInstalled, findNpm, cleanEnvironment };

"use strict";
/** The npm to start, and the environment to start it in. */

const fs = require("node:fs");
const path = require("node:path");

/** Settings of the npm that started us, or of the shell, that would make another npm do something else. */
const MISLEADING = new Set(
  [
    "workspace", "workspaces", "include_workspace_root", "if_present", "prefix", "local_prefix", "global", "location",
    "loglevel", "silent", "json", "parseable", "omit", "include", "only", "also", "production", "optional", "dev",
    "dry_run", "ignore_scripts", "package_lock", "package_lock_only", "install_strategy", "install_links", "script_shell",
    "force", "legacy_peer_deps", "strict_peer_deps", "engine_strict", "os", "cpu", "libc", "before", "save", "call", "package",
  ].map((name) => `npm_config_${name}`),
);

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

/** `NODE_ENV` goes as well: under `production` npm would leave the compiler out. */
function cleanEnvironment(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => {
      const key = name.toLowerCase().replaceAll("-", "_");
      return name !== "NODE_ENV" && !MISLEADING.has(key) && !/^npm_(package|lifecycle)_/.test(key);
    }),
  );
}

module.exports = { cleanEnvironment, findNpm };

"use strict";
/** Gets a checkout ready (dependencies, compiled engine), then runs `scripts/<command>.mjs` in this process. */

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { cleanups } = require("./cleanups.cjs");
const { ensureEngine } = require("./engine-build.cjs");
const { ensureInstalled } = require("./installation.cjs");
const { LaunchFailure } = require("./launch-failure.cjs");
const { say } = require("./language.cjs");

const root = path.dirname(path.dirname(__dirname));
const scripts = path.join(root, "scripts");

/**
 * @param {readonly string[]} words the command's name, then its own arguments
 */
async function launch(words) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => leaveOn(signal));
  try {
    const [command, ...rest] = words;
    const script = scriptOf(command);
    await ensureInstalled(root);
    await ensureEngine(root);
    process.argv = [process.argv[0], script, ...rest];
    await import(pathToFileURL(script).href);
  } catch (error) {
    const expected = error instanceof LaunchFailure;
    process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = expected ? error.exitCode : 70;
  }
}

function scriptOf(command) {
  const commands = fs
    .readdirSync(scripts)
    .filter((file) => file.endsWith(".mjs"))
    .map((file) => file.slice(0, -".mjs".length));
  if (command !== undefined && commands.includes(command)) return path.join(scripts, `${command}.mjs`);
  const known = commands.join(", ");
  throw new LaunchFailure(
    say(`没有命令 ${JSON.stringify(command ?? "")}。可用的命令：${known}`, `No command ${JSON.stringify(command ?? "")}. The commands: ${known}`),
    2,
  );
}

/** A command that listens itself decides how it ends; otherwise the process leaves as a shell expects. */
function leaveOn(signal) {
  if (process.listenerCount(signal) > 1) return;
  for (const cleanUp of cleanups) cleanUp(signal);
  process.exit(128 + os.constants.signals[signal]);
}

module.exports = { launch };

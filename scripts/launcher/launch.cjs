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
    await prepare();
    process.argv = [process.argv[0], script, ...rest];
    await import(pathToFileURL(script).href);
  } catch (error) {
    const expected = error instanceof LaunchFailure;
    process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = expected ? error.exitCode : 70;
  }
}

async function prepare() {
  refuseBackslash();
  try {
    await ensureInstalled(root);
    await ensureEngine(root);
  } catch (error) {
    throw typeof error?.syscall === "string" ? systemFailure(error) : error;
  }
}

/** What the system refused, such as writing into a checkout of somebody else. */
function systemFailure({ code, path: place = root }) {
  return new LaunchFailure(
    say(`准备课程仓库时，系统拒绝了 ${place}（${code}）：看看权限和磁盘空间，再运行同一条命令。`, `While getting the repository ready, the system refused ${place} (${code}): check its permissions and the disk, then run the same command again.`),
  );
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

/** Node loads no module from below a folder with a backslash in its name. */
function refuseBackslash() {
  if (path.sep === "\\" || !root.includes("\\")) return;
  throw new LaunchFailure(
    say(`路径里有反斜杠，Node 不从这样的路径加载模块：把仓库移到别处。${root}`, `There is a backslash in the path, and Node loads no module from such a path: move the repository. ${root}`),
  );
}

/** A command that listens itself decides how it ends; otherwise the process leaves as a shell expects. */
function leaveOn(signal) {
  if (process.listenerCount(signal) > 1) return;
  for (const cleanUp of cleanups) cleanUp(signal);
  process.exit(128 + os.constants.signals[signal]);
}

module.exports = { launch };

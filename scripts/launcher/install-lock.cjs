"use strict";
/** One install at a time: two first commands must not clear `node_modules` under each other. */

const crypto = require("node:crypto");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { setTimeout: pause } = require("node:timers/promises");
const { cleanups } = require("./cleanups.cjs");

const HEARTBEAT_MS = 1_000;
/** A holder that has missed so many heartbeats is gone: it was killed, or the machine slept. */
const STALE_MS = 6_000;

/** The lock lies outside the checkout, since `npm ci` clears every place in it that Git ignores. */
function lockFileOf(root) {
  const user = typeof process.getuid === "function" ? process.getuid() : os.userInfo().username;
  const name = crypto.createHash("sha256").update(`${user}\n${fs.realpathSync(root)}`).digest("hex").slice(0, 16);
  return path.join(os.tmpdir(), `pi-course-install-${name}.lock`);
}

async function withInstallLock(root, work) {
  const file = lockFileOf(root);
  const token = `${process.pid}-${crypto.randomUUID()}`;
  while (!tryToTake(file, token)) await pause(200);
  const heartbeat = setInterval(() => fs.utimes(file, new Date(), new Date(), () => {}), HEARTBEAT_MS);
  const release = () => {
    clearInterval(heartbeat);
    if (read(file) === token) fs.rmSync(file, { force: true });
  };
  cleanups.add(release);
  try {
    return await work();
  } finally {
    cleanups.delete(release);
    release();
  }
}

function tryToTake(file, token) {
  try {
    fs.writeFileSync(file, token, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  const holder = read(file);
  if (holder !== undefined && isStale(file)) {
    // Moved away under a name of its own: of two that find the same stale lock, one moves it.
    const aside = `${file}.${token}`;
    try {
      fs.renameSync(file, aside);
      // A fresh lock that came in between goes back to its holder.
      if (read(aside) !== holder) fs.linkSync(aside, file);
    } catch {
      // Somebody else was faster; the next attempt sees how things stand.
    }
    fs.rmSync(aside, { force: true });
  }
  return false;
}

function isStale(file) {
  try {
    return Date.now() - fs.statSync(file).mtimeMs > STALE_MS;
  } catch {
    return false;
  }
}

function read(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

module.exports = { lockFileOf, withInstallLock };

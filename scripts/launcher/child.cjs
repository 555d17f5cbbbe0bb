"use strict";
/** Child processes that end with the launcher. */

const { spawn } = require("node:child_process");
const os = require("node:os");

/**
 * Runs a program to its end.
 *
 * @param cleanups where the way to stop it is kept while it runs
 * @param onOutput called with each piece of its output and the stream's name, `stdout` or `stderr`; without
 * it the output goes where `options.stdio` says
 * @returns its exit code, as a shell would give it
 */
function run(file, words, options, cleanups, onOutput) {
  const stdio = onOutput === undefined ? options.stdio : ["ignore", "pipe", "pipe"];
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, { ...options, stdio });
    const stop = (signal) => child.kill(signal);
    cleanups.add(stop);
    if (onOutput !== undefined) for (const name of ["stdout", "stderr"]) child[name].on("data", (piece) => onOutput(piece, name));
    child.on("error", (error) => {
      cleanups.delete(stop);
      reject(error);
    });
    child.on("close", (code, signal) => {
      cleanups.delete(stop);
      resolve(code ?? 128 + os.constants.signals[signal]);
    });
  });
}

module.exports = { run };

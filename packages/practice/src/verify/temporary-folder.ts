/** The folder that everything is built in; it is gone when the command is, however it ends. */

import { setMaxListeners } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import { killContainedProcesses } from "../check/contained-process.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Calls `work` with a new folder (absolute, real path) and removes it afterwards. A signal aborts
 * `signal`, removes the folder and leaves with 128 + the signal's number.
 */
export async function inTemporaryFolder<T>(work: (folder: string, signal: AbortSignal) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), "pi-verify-"));
  const interruption = new AbortController();
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  // Every job that runs listens; their number is bounded by the slots, not by a leak.
  setMaxListeners(0, interruption.signal);
  const stop = (): void => {
    interruption.abort();
    killContainedProcesses();
  };
  const leave = (signal: NodeJS.Signals): void => {
    stop();
    // Removes the folder too, after the processes that were just killed.
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, leave);
  process.on("exit", remove);
  try {
    return await work(folder, interruption.signal);
  } finally {
    // After a failure other jobs may still be at work, and write until they notice: `exit` removes that too.
    stop();
    remove();
    for (const signal of SIGNALS) process.off(signal, leave);
  }
}

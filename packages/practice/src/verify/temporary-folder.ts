/** The folder that everything is built in; it is gone when the command is, however it ends. */

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Calls `work` with a new folder (absolute, real path) and removes it afterwards. A signal aborts
 * `signal`, removes the folder and leaves with 128 + the signal's number.
 */
export async function inTemporaryFolder<T>(work: (folder: string, signal: AbortSignal) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), "pi-verify-"));
  const interruption = new AbortController();
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const leave = (signal: NodeJS.Signals): void => {
    interruption.abort();
    // The processes that the abort has just killed may still be writing: what they leave goes on exit.
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, leave);
  process.on("exit", remove);
  try {
    return await work(folder, interruption.signal);
  } finally {
    remove();
    process.off("exit", remove);
    for (const signal of SIGNALS) process.off(signal, leave);
  }
}

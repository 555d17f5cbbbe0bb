/** What happens when a signal ends a command early. */

import { constants } from "node:os";
import { killContainedProcesses } from "./contained-process.ts";

/**
 * Ends every contained process, then this one with the signal's own exit code (130 for ^C).
 * @param cleanUp what else must not stay behind; synchronous
 */
export function endOnSignal(cleanUp: () => void = () => {}): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      killContainedProcesses();
      cleanUp();
      process.exit(128 + constants.signals[signal]);
    });
  }
}

/** Rejections that nobody handles, collected instead of bringing the process down. */

import { atRest } from "./gate.ts";

/** The rejections that nobody handles while `work` runs and comes to rest. */
export async function unhandledDuring(work: () => Promise<void> | void): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => {
    unhandled.push(reason);
  };
  process.on("unhandledRejection", note);
  try {
    await work();
    await atRest();
    await atRest();
  } finally {
    process.off("unhandledRejection", note);
  }
  return unhandled;
}

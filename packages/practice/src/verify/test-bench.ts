/** A place to run one suite against one version of a source: a copy of what a practice directory has built. */

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface ReplacedModule {
  /** The source's path in the course package: `src/agent-loop.ts`. */
  readonly file: string;
  /** Its compiled text. */
  readonly javaScript: string;
}

/** Calls `work` with the course package's folder in a fresh bench (absolute), and clears the bench away. */
export async function onTestBench<T>(
  builtPackage: string,
  replaced: ReplacedModule | undefined,
  folder: string,
  work: (benchPackage: string) => Promise<T>,
): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const bench = mkdtempSync(path.join(folder, "bench-"));
  try {
    cpSync(path.join(builtPackage, "package.json"), path.join(bench, "package.json"));
    // Declarations and source maps do nothing at run time.
    cpSync(path.join(builtPackage, "dist"), path.join(bench, "dist"), { recursive: true, filter: (file) => !/\.(?:d\.ts|map)$/.test(file) });
    if (replaced !== undefined) {
      writeFileSync(path.join(bench, "dist", replaced.file.replace(/\.ts$/, ".js")), replaced.javaScript);
    }
    return await work(bench);
  } finally {
    rmSync(bench, { recursive: true, force: true, maxRetries: 3 });
  }
}

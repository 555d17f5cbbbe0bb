/** Compiles a course package into a folder of its own: what the declarations and the compiled lines are read from. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { runCompiler, type CompilerReport } from "./run-compiler.ts";

export interface ApartBuild {
  /** Emitted texts without comments, by their path in the output (POSIX separators): `src/agent-loop.d.ts`. */
  readonly texts: ReadonlyMap<string, string>;
  /** Type errors. */
  readonly errors: readonly CompilerReport[];
  /** Exports whose type is not written down. */
  readonly untyped: readonly CompilerReport[];
}

/** The diagnostics of `isolatedDeclarations`: a declaration cannot be told from its module alone. */
const ISOLATED_DECLARATION_CODE = /^TS90[0-4]\d$/;

/**
 * @param workspace where TypeScript is installed (absolute)
 * @param project the course package's folder (absolute); nothing is written there
 * @param output a new folder (absolute)
 */
export async function buildApart(workspace: string, project: string, output: string, signal: AbortSignal): Promise<ApartBuild> {
  const options = ["-p", ".", "--outDir", output, "--noEmitOnError", "false", "--removeComments", "--isolatedDeclarations", "--sourceMap", "false"];
  const reports = await runCompiler(workspace, project, options, signal);
  return {
    texts: new Map(emittedFiles(output).map((file) => [file, readFileSync(path.join(output, file), "utf8")])),
    errors: reports.filter(({ code }) => !ISOLATED_DECLARATION_CODE.test(code)),
    untyped: reports.filter(({ code }) => ISOLATED_DECLARATION_CODE.test(code)),
  };
}

function emittedFiles(output: string): readonly string[] {
  return readdirSync(output, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(output, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
}

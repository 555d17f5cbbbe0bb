/** Runs TypeScript's own command over a project, and reads what it reports. */

import { spawn } from "node:child_process";
import path from "node:path";

export interface CompilerReport {
  /** Relative to the folder that the compiler ran in, POSIX separators; `""` for an error of no file. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** `TS2322`. */
  readonly code: string;
  readonly message: string;
}

/**
 * Runs `tsc` in `folder` with the TypeScript that is installed in `workspace`; answers with its errors.
 * @throws the signal's reason once `signal` is aborted; an error where the compiler fails without a report
 */
export async function runCompiler(workspace: string, folder: string, options: readonly string[], signal: AbortSignal): Promise<readonly CompilerReport[]> {
  const compiler = path.join(workspace, "node_modules", "typescript", "bin", "tsc");
  const { exitCode, output } = await run(process.execPath, [compiler, ...options, "--pretty", "false"], folder, signal);
  const reports = readReports(output);
  if (exitCode !== 0 && reports.length === 0) throw new Error(`tsc ${options.join(" ")} failed:\n${output}`);
  return reports;
}

/** One line a report, as `tsc` prints it: `src/a.ts:3 TS2322 …`. */
export function describeReports(reports: readonly CompilerReport[]): string {
  return reports.map(({ file, line, code, message }) => (file === "" ? `${code} ${message}` : `${file}:${line} ${code} ${message}`)).join("\n");
}

function readReports(output: string): readonly CompilerReport[] {
  return output.split(/\r?\n/).flatMap((line) => {
    const [, file = "", number = "0", code = "", message = ""] = /^(?:(.+?)\((\d+),\d+\): )?error (TS\d+): (.*)$/.exec(line) ?? [];
    return code === "" ? [] : [{ file: file.split(path.sep).join("/"), line: Number(number), code, message }];
  });
}

function run(program: string, words: readonly string[], cwd: string, signal: AbortSignal): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, signal, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ exitCode: code ?? 1, output }));
  });
}

/** Compiles many versions of modules in one go: JavaScript only, since their types are checked elsewhere. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runCompiler } from "./run-compiler.ts";

/**
 * The JavaScript of each version, by the same keys. It is what the course's own build would emit.
 *
 * @param versions TypeScript texts by any keys
 * @param project the course package's folder (absolute), whose compiler options hold
 * @param folder a new folder (absolute)
 */
export async function compileVersions<K>(
  versions: ReadonlyMap<K, string>,
  workspace: string,
  project: string,
  folder: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<K, string>> {
  const names = new Map([...versions.keys()].map((key, index) => [key, `version-${index}`]));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }\n');
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(optionsFor(project)));
  for (const [key, text] of versions) writeFileSync(path.join(folder, `${names.get(key)}.ts`), text);
  if (versions.size > 0) await runCompiler(workspace, folder, ["-p", "."], signal);
  return new Map([...names].map(([key, name]) => [key, readFileSync(path.join(folder, "out", `${name}.js`), "utf8")]));
}

function optionsFor(project: string): object {
  const singleFiles = { noCheck: true, noResolve: true, noLib: true, types: [], noEmitOnError: false, declaration: false, sourceMap: false };
  return { extends: path.join(project, "tsconfig.json"), compilerOptions: { ...singleFiles, rootDir: ".", outDir: "out" }, include: ["*.ts"] };
}

/** Which other files a module text refers to, and which files a set of modules leads to. */

import path from "node:path";

/**
 * The relative specifiers of imports and re-exports in a module text. Found by their form, without a
 * parser: a specifier in a comment counts too, which at worst takes one file too many along.
 */
export function relativeImports(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g)].map((match) => match[1] ?? "");
}

/**
 * Every path that a file leads to by relative imports, without itself (POSIX separators).
 *
 * @param textOf the text at a path; `undefined` where there is no such file, which then leads nowhere
 */
export function reachableFrom(file: string, textOf: (path: string) => string | undefined): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const specifier of relativeImports(textOf(next) ?? "")) {
      const target = path.posix.join(path.posix.dirname(next), specifier);
      if (target === file || reached.has(target)) continue;
      reached.add(target);
      waiting.push(target);
    }
  }
  return reached;
}

/** npm's `workspaces` patterns: globs over folders, later ones win, `!` takes away. */

import path from "node:path";

const CASE_BLIND = process.platform === "darwin" || process.platform === "win32";

/** Stands for a part of a pattern that is not understood here. */
const ANYTHING = "\0";
/** The innermost extended glob, as `+(a|b)`; a range in braces, as `{1..3}`; a class of characters, as `[[:digit:]]`. */
const NOT_UNDERSTOOD = /[?*+@!]\([^()/]*\)|\{[^{},/]*\.\.[^{},/]*\}|\[[^\]/]*\[:[^\]/]*:\][^\]/]*\]/;

/**
 * The pattern that makes a folder a workspace; `undefined` where none does. A part
 * that is not understood counts as whatever takes the folder in: it matches anything, and takes nothing away.
 *
 * @param folder relative to the package.json, POSIX separators
 */
export function takesIn(patterns: readonly string[], folder: string): string | undefined {
  // npm never looks for workspaces in `node_modules`.
  if (folder.split("/").includes("node_modules")) return undefined;
  let taking: string | undefined;
  for (const pattern of patterns) {
    const [, bangs = "", glob = ""] = /^(!*)(.*)$/s.exec(pattern.trim()) ?? [];
    const understood = withoutUnknown(glob);
    const takesAway = bangs.length % 2 === 1;
    if (!matchesGlob(understood, folder) || (takesAway && understood.includes(ANYTHING))) continue;
    taking = takesAway ? undefined : pattern;
  }
  return taking;
}

function withoutUnknown(glob: string): string {
  return NOT_UNDERSTOOD.test(glob) ? withoutUnknown(glob.replace(NOT_UNDERSTOOD, ANYTHING)) : glob;
}

function matchesGlob(glob: string, folder: string): boolean {
  return alternatives(glob.replaceAll("\\", "/")).some((choice) => {
    const plain = path.posix.normalize(choice).replace(/^\/+/, "").replace(/\/+$/, "");
    try {
      return new RegExp(`^${expressionOf(plain)}$`, CASE_BLIND ? "isu" : "su").test(folder);
    } catch {
      // A malformed bracket, such as `[b-a]`, matches nothing.
      return false;
    }
  });
}

/** `{a,b}` written out, the innermost braces first. */
function alternatives(glob: string): readonly string[] {
  const match = /\{([^{}]*,[^{}]*)\}/.exec(glob);
  if (match === null) return [glob];
  const [before, after] = [glob.slice(0, match.index), glob.slice(match.index + match[0].length)];
  return (match[1] ?? "").split(",").flatMap((choice) => alternatives(`${before}${choice}${after}`));
}

/** Segment by segment; a wildcard does not match a leading dot. */
function expressionOf(glob: string): string {
  const segments = glob.split("/");
  return segments
    .map((segment, index) => {
      const last = index === segments.length - 1;
      if (segment === "**") return last ? "(?:(?!\\.)[^/]+(?:/(?!\\.)[^/]+)*)?" : "(?:(?!\\.)[^/]+/)*";
      return `${/^[*?[]/.test(segment) ? "(?!\\.)" : ""}${segmentExpression(segment)}${last ? "" : "/"}`;
    })
    .join("");
}

function segmentExpression(segment: string): string {
  const pieces = segment.match(/\[[^\]]+\]|\*+|./gsu) ?? [];
  return pieces
    .map((piece) => {
      if (piece.startsWith("*") || piece === ANYTHING) return "[^/]*";
      if (piece === "?") return "[^/]";
      if (piece.length > 1 && piece.startsWith("[")) return `[${piece.slice(1, -1).replace(/^!/, "^").replaceAll("\\", "\\\\").replaceAll("[", "\\[")}]`;
      return piece.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    })
    .join("");
}

/** The lines that a practice directory must not hold: those that only the reference has. */

/** A secret line, and the file of the reference that it comes from. */
export type SecretLines = ReadonlyMap<string, string>;

export interface LeakedLine {
  /** The file of the practice directory that holds it. */
  readonly file: string;
  /** From 1; 0 where the file has no lines of its own (a source map). */
  readonly line: number;
  readonly text: string;
  /** The file of the reference that the line comes from. */
  readonly source: string;
}

/** Lines shorter than this (normalised) say too little to give anything away. */
const SHORTEST_SECRET = 24;
const FEWEST_NAMES = 4;

/** Words of the language, and of every program: they name nothing of the reference's own. */
const KEYWORDS = new Set(
  ("as async await boolean break case catch class const continue default else export extends false finally for function " +
    "if implements in instanceof interface keyof let new null number object of readonly return satisfies static string " +
    "switch this throw true try type typeof undefined unknown void while").split(" "),
);

/**
 * The lines of `hidden` texts (by file name) that no `open` text has. Lines are compared without
 * indentation, comment marks, trailing punctuation and runs of spaces. Imports and lines of fewer
 * than 24 characters or 4 different names are no secrets: any two programs may share those.
 */
export function secretLines(hidden: ReadonlyMap<string, string>, open: Iterable<string>): SecretLines {
  const known = new Set<string>();
  for (const text of open) for (const line of text.split("\n")) known.add(normalise(line));
  const secrets = new Map<string, string>();
  for (const [file, text] of hidden) {
    for (const line of text.split("\n").map(normalise)) {
      if (isTelling(line) && !known.has(line) && !secrets.has(line)) secrets.set(line, file);
    }
  }
  return secrets;
}

/** The secret lines in a text; a source map gives the sources that it embeds. */
export function leaksIn(file: string, text: string, secrets: SecretLines): readonly LeakedLine[] {
  const leaks = (content: string, numbered: boolean): LeakedLine[] =>
    content.split("\n").flatMap((line, index) => {
      const normalised = normalise(line);
      const source = secrets.get(normalised);
      return source === undefined ? [] : [{ file, line: numbered ? index + 1 : 0, text: normalised, source }];
    });
  return [...leaks(text, true), ...embeddedTexts(file, text).flatMap((content) => leaks(content, false))];
}

function normalise(line: string): string {
  return line.replace(/^[\s>]*(?:\/\*\*?|\*\/?|\/\/+|[-+] )?\s*/, "").replace(/[\s,;]+$/, "").replace(/\*\/$/, "").replace(/\s+/g, " ").trim();
}

function isTelling(line: string): boolean {
  if (/^(?:import|export \{|export \*)\b/.test(line)) return false;
  const names = (line.match(/[\p{L}_$][\p{L}\p{N}_$]+/gu) ?? []).filter((word) => !KEYWORDS.has(word));
  return line.length >= SHORTEST_SECRET && new Set(names).size >= FEWEST_NAMES;
}

/** Texts inside a file: escaped in JSON (source maps, build state), or in a base64 data URL. */
function embeddedTexts(file: string, text: string): readonly string[] {
  const inlined = [...text.matchAll(/base64,([A-Za-z0-9+/=]{32,})/g)].map(([, data]) => Buffer.from(data ?? "", "base64").toString("utf8"));
  const json = /\.(?:map|json|tsbuildinfo)$/.test(file) ? [text, ...inlined] : inlined;
  return json.filter((one) => one.includes("\\n")).map((one) => one.replace(/\\n/g, "\n").replace(/\\t/g, "\t").replace(/\\(["\\])/g, "$1"));
}

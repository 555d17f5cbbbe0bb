/** What a new chapter is called, and every name that follows from it. */

export interface NewChapterName {
  /** Two digits. */
  readonly number: string;
  /** kebab-case: `session-log`. */
  readonly name: string;
  /** What room and suite share: `09-session-log`. */
  readonly stem: string;
  /** The one function that the source starts with: `createSessionLog`. */
  readonly functionName: string;
}

/** Why two words name no chapter. */
export type NameProblem = "words" | "number" | "name";

/** Reads `<number> <name>`: one or two digits, not 0; a kebab-case name that starts with a letter. */
export function readChapterName(words: readonly string[]): NewChapterName | NameProblem {
  const [digits, name, ...rest] = words;
  if (digits === undefined || name === undefined || rest.length > 0) return "words";
  if (!/^\d{1,2}$/.test(digits) || Number(digits) === 0) return "number";
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 60) return "name";
  const number = digits.padStart(2, "0");
  const pascal = name.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return { number, name, stem: `${number}-${name}`, functionName: `create${pascal}` };
}

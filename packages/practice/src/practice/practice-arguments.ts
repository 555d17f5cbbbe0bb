/** The words behind `npm run practice --`, read once. */

/** What was asked for; paths and names as they were typed. */
export type PracticeRequest =
  | { readonly kind: "help" }
  | { readonly kind: "chapters"; readonly json: boolean }
  | { readonly kind: "breaks"; readonly chapter: string; readonly json: boolean }
  | {
      readonly kind: "make";
      readonly chapter: string;
      readonly directory: string;
      readonly from: string | undefined;
      readonly breakId: string | undefined;
      readonly json: boolean;
    };

/** Why the words are no request. */
export type ArgumentProblem =
  | { readonly kind: "unknown-option"; readonly option: string }
  | { readonly kind: "option-without-value"; readonly option: string }
  | { readonly kind: "option-twice"; readonly option: string }
  | { readonly kind: "no-chapter" }
  | { readonly kind: "no-directory"; readonly chapter: string }
  | { readonly kind: "too-many-words"; readonly words: readonly string[] }
  | { readonly kind: "from-with-break" };

export type ParsedArguments =
  | { readonly ok: true; readonly request: PracticeRequest }
  | { readonly ok: false; readonly problem: ArgumentProblem };

/**
 * Reads the words. Options stand anywhere before a `--`; what follows it is taken literally, which is
 * how a directory with a leading `-` is named. `--break` without an id asks for the list of breaks.
 */
export function parsePracticeArguments(words: readonly string[]): ParsedArguments {
  const read = readWords(words);
  return "problem" in read ? { ok: false, problem: read.problem } : requestOf(read);
}

interface ReadWords {
  readonly plain: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly from: string | undefined;
  /** `undefined`: no `--break`; `""`: one without an id. */
  readonly breakId: string | undefined;
}

function readWords(words: readonly string[]): ReadWords | { readonly problem: ArgumentProblem } {
  const plain: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const waiting = [...words];
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (word === "--") {
      plain.push(...waiting.splice(0));
    } else if (!word.startsWith("-") || word === "-") {
      plain.push(word);
    } else if (["--json", "--list", "--help", "-h"].includes(word)) {
      flags.add(word);
    } else {
      const [option = "", inline] = splitOnce(word, "=");
      if (option !== "--from" && option !== "--break") return { problem: { kind: "unknown-option", option: word } };
      if (values.has(option)) return { problem: { kind: "option-twice", option } };
      const follows = waiting[0] !== undefined && !waiting[0].startsWith("-");
      const value = inline ?? (follows ? waiting.shift() : undefined) ?? "";
      if (option === "--from" && value === "") return { problem: { kind: "option-without-value", option } };
      values.set(option, value);
    }
  }
  return { plain, flags, from: values.get("--from"), breakId: values.get("--break") };
}

function requestOf({ plain, flags, from, breakId }: ReadWords): ParsedArguments {
  const json = flags.has("--json");
  const [chapter, directory, ...rest] = plain;
  if (flags.has("--help") || flags.has("-h")) return { ok: true, request: { kind: "help" } };
  if (flags.has("--list")) return { ok: true, request: { kind: "chapters", json } };
  if (chapter === undefined) return { ok: false, problem: { kind: "no-chapter" } };
  if (rest.length > 0) return { ok: false, problem: { kind: "too-many-words", words: plain } };
  if (breakId === "") return { ok: true, request: { kind: "breaks", chapter, json } };
  if (from !== undefined && breakId !== undefined) return { ok: false, problem: { kind: "from-with-break" } };
  if (directory === undefined || directory === "") return { ok: false, problem: { kind: "no-directory", chapter } };
  return { ok: true, request: { kind: "make", chapter, directory, from, breakId, json } };
}

function splitOnce(word: string, separator: string): readonly string[] {
  const at = word.indexOf(separator);
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

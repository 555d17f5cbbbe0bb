/** `breaks/<id>.break`: a faulty version of a source, as search-and-replace hunks over the reference. */

/** A break that cannot be read, or does not fit its source. The message names the break. */
export class BreakError extends Error {
  readonly breakId: string;

  constructor(breakId: string, reason: string) {
    super(`break ${breakId}: ${reason}`);
    this.name = "BreakError";
    this.breakId = breakId;
  }
}

export interface BreakHunk {
  /** Whole lines, each with its line end, that occur exactly once in the source. */
  readonly reference: string;
  /** What stands there in the faulty version; `""` where the lines are left out. */
  readonly broken: string;
}

const OPENING = "<<<<<<< reference";
const DIVIDER = "=======";
const CLOSING = ">>>>>>> broken";

/**
 * Parses the text of a break file. Between hunks only blank lines may stand.
 * @throws {BreakError} with the line (from 1) of what is wrong
 */
export function parseBreak(id: string, text: string): readonly BreakHunk[] {
  const hunks: BreakHunk[] = [];
  let part: "outside" | "reference" | "broken" = "outside";
  let reference = "";
  let broken = "";
  const lines = text.split("\n");
  lines.forEach((line, index) => {
    const expect = (expected: typeof part) => {
      if (part !== expected) throw new BreakError(id, `line ${index + 1}: "${line}" is out of place`);
    };
    if (line === OPENING) {
      expect("outside");
      [part, reference, broken] = ["reference", "", ""];
    } else if (line === DIVIDER) {
      expect("reference");
      part = "broken";
    } else if (line === CLOSING) {
      expect("broken");
      hunks.push({ reference, broken });
      part = "outside";
    } else if (part === "reference") reference += `${line}\n`;
    else if (part === "broken") broken += `${line}\n`;
    else if (line.trim() !== "") throw new BreakError(id, `line ${index + 1}: "${line}" stands outside a hunk`);
  });
  if (part !== "outside") throw new BreakError(id, `the last hunk has no "${CLOSING}"`);
  if (hunks.length === 0) throw new BreakError(id, "has no hunk");
  return hunks;
}

/**
 * The faulty version of a source. Every hunk is looked up in the reference itself, so that the hunks'
 * order does not matter.
 * @throws {BreakError} where a hunk's lines do not occur exactly once, overlap, or change nothing
 */
export function applyBreak(id: string, hunks: readonly BreakHunk[], source: string): string {
  const edits = hunks
    .map((hunk, index) => ({ ...hunk, at: placeOf(id, hunk.reference, source, index + 1) }))
    .sort((left, right) => left.at - right.at);
  let faulty = "";
  let copied = 0;
  for (const { reference, broken, at } of edits) {
    if (at < copied) throw new BreakError(id, "two hunks overlap");
    if (reference === broken) throw new BreakError(id, "a hunk changes nothing");
    faulty += source.slice(copied, at) + broken;
    copied = at + reference.length;
  }
  return faulty + source.slice(copied);
}

/** Where the lines start in the source, in UTF-16 units; only at the start of a line. */
function placeOf(id: string, reference: string, source: string, hunk: number): number {
  if (reference === "") throw new BreakError(id, `hunk ${hunk} has no reference lines`);
  const text = `\n${source}`;
  const first = text.indexOf(`\n${reference}`);
  if (first === -1) throw new BreakError(id, `the lines of hunk ${hunk} do not occur in the source`);
  if (text.includes(`\n${reference}`, first + 1)) throw new BreakError(id, `the lines of hunk ${hunk} occur more than once in the source`);
  return first;
}

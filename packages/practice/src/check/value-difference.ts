/** Shows how two inspected values differ, in few lines. */

const WIDEST = 96;
const CONTEXT = 1;
const MOST_LINES = 14;
/** The table of the comparison has this squared. */
const MOST_COMPARED = 400;

/** Two lines where both fit on one; else the lines that differ, marked `-` (expected) and `+` (actual). */
export function describeDifference(expected: string, actual: string): readonly string[] {
  if (!expected.includes("\n") && !actual.includes("\n")) {
    const start = Math.max(0, firstDifference(expected, actual) - WIDEST / 2);
    return [`expected  ${window(expected, start)}`, `actual    ${window(actual, start)}`];
  }
  const [left = [], right = []] = [expected, actual].map((text) => text.split("\n").slice(0, MOST_COMPARED));
  const marked = diffLines(left, right).map((line) => ({ ...line, text: clip(line.text) }));
  const shown = marked.filter((_, index) => marked.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((near) => near.mark !== " "));
  const lines = shown.slice(0, MOST_LINES).map(({ mark, text }) => `${mark} ${text}`);
  return ["- expected  + actual", ...lines, ...(shown.length > MOST_LINES ? [`… ${shown.length - MOST_LINES} more lines`] : [])];
}

interface MarkedLine {
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

/** The lines of both, by their longest common subsequence; what comes before and after it needs no table. */
function diffLines(left: readonly string[], right: readonly string[]): readonly MarkedLine[] {
  const width = right.length + 1;
  // lengths[i * width + j]: of the longest common subsequence of left from i on and right from j on
  const lengths = new Uint32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = left[i] === right[j] ? at(lengths, (i + 1) * width + j + 1) + 1 : Math.max(at(lengths, (i + 1) * width + j), at(lengths, i * width + j + 1));
    }
  }
  const lines: MarkedLine[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    const [old, fresh] = [left[i], right[j]];
    if (old !== undefined && old === fresh) {
      lines.push({ mark: " ", text: old });
      i += 1;
      j += 1;
    } else if (old !== undefined && (fresh === undefined || at(lengths, (i + 1) * width + j) >= at(lengths, i * width + j + 1))) {
      lines.push({ mark: "-", text: old });
      i += 1;
    } else {
      lines.push({ mark: "+", text: fresh ?? "" });
      j += 1;
    }
  }
  return lines;
}

function at(lengths: Uint32Array, index: number): number {
  return lengths[index] ?? 0;
}

function firstDifference(left: string, right: string): number {
  let index = 0;
  while (index < left.length && left[index] === right[index]) index += 1;
  return index;
}

/** Where the texts are longer than a line, the part of it that matters. */
function window(text: string, start: number): string {
  if (text.length <= WIDEST) return text;
  return `${start > 0 ? "…" : ""}${clip(text.slice(start))}`;
}

function clip(text: string): string {
  return text.length <= WIDEST ? text : `${text.slice(0, WIDEST)}…`;
}

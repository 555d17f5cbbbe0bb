/** The mark that a new chapter's files carry wherever something is still to be written. */

export const UNFINISHED_MARK = "〔待写〕";

export interface UnfinishedLine {
  /** From 1. */
  readonly line: number;
  /** What is asked for there: the line without the mark. */
  readonly text: string;
}

/** The lines of a text that still carry the mark. */
export function unfinishedLines(text: string): readonly UnfinishedLine[] {
  return text
    .split("\n")
    .map((line, index) => ({ line: index + 1, text: line }))
    .filter(({ text: line }) => line.includes(UNFINISHED_MARK))
    .map(({ line, text: marked }) => ({ line, text: marked.replace(/〔待写〕 ?/g, "").trim() }));
}

/** Colours for a terminal; plain text everywhere else. */

export interface Paint {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly strong: (text: string) => string;
}

export const plain: Paint = { good: (text) => text, bad: (text) => text, faint: (text) => text, strong: (text) => text };

export const coloured: Paint = {
  good: (text) => `\x1b[32m${text}\x1b[39m`,
  bad: (text) => `\x1b[31m${text}\x1b[39m`,
  faint: (text) => `\x1b[2m${text}\x1b[22m`,
  strong: (text) => `\x1b[1m${text}\x1b[22m`,
};

/** Text of the learner's own making: neither its control characters nor half a character reach the terminal. */
export function printable(text: string): string {
  return Buffer.from(text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "\u{fffd}")).toString();
}

/** What a chapter's Markdown shows in its fenced blocks: commands, and quotations of the source. */

export interface FencedBlock {
  /** The words after the opening fence: `ts src/agent-loop.ts`; `""` where there are none. */
  readonly info: string;
  /** The number of its first line of content, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

export interface QuotedLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

export interface SourceQuotation {
  /** The file that is quoted, by its path in the package: `src/agent-loop.ts`. */
  readonly file: string;
  readonly lines: readonly QuotedLine[];
}

const COMMAND_LANGUAGES = ["", "sh", "bash", "shell", "console"];
const COMMAND_LINE = /^\s*(?:\$ )?((?:npm|npx|node|git|tsc|cd|pnpm|yarn|bun|deno) .*)$/;

/** The fenced blocks of a text, in order; a block that is never closed runs to the end. */
export function fencedBlocks(markdown: string): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: { readonly fence: string; readonly info: string; readonly line: number; readonly lines: string[] } | undefined;
  for (const [index, line] of markdown.split("\n").entries()) {
    const fence = /^ {0,3}(`{3,}|~{3,})\s*(.*?)\s*$/.exec(line);
    if (open === undefined) {
      if (fence !== null) open = { fence: fence[1] ?? "", info: fence[2] ?? "", line: index + 2, lines: [] };
    } else if (fence !== null && fence[2] === "" && (fence[1] ?? "").startsWith(open.fence)) {
      blocks.push(open);
      open = undefined;
    } else {
      open.lines.push(line);
    }
  }
  return open === undefined ? blocks : [...blocks, open];
}

/** The commands that a text shows, one a line; a line that ends in a backslash goes on in the next. */
export function quotedCommands(markdown: string): readonly QuotedLine[] {
  return fencedBlocks(markdown)
    .filter(({ info }) => COMMAND_LANGUAGES.includes(info))
    .flatMap(({ line, lines }) => joinContinued(lines, line))
    .flatMap(({ text, line }) => {
      const command = COMMAND_LINE.exec(text)?.[1];
      return command === undefined ? [] : [{ text: command.replace(/\s+/g, " ").trim(), line }];
    });
}

/** The blocks whose info string names a file of the street: ```` ```ts src/agent-loop.ts ````. */
export function sourceQuotations(markdown: string): readonly SourceQuotation[] {
  return fencedBlocks(markdown).flatMap(({ info, line, lines }) => {
    const file = /^(?:ts|typescript) ((?:src|test)\/\S+\.ts)$/.exec(info)?.[1];
    return file === undefined ? [] : [{ file, lines: lines.map((text, index) => ({ text, line: line + index })) }];
  });
}

function joinContinued(lines: readonly string[], firstLine: number): readonly QuotedLine[] {
  const joined: QuotedLine[] = [];
  let goesOn = false;
  for (const [index, text] of lines.entries()) {
    const piece = text.replace(/\\\s*$/, "");
    const last = joined.at(-1);
    if (goesOn && last !== undefined) joined[joined.length - 1] = { ...last, text: `${last.text} ${piece.trim()}` };
    else joined.push({ text: piece, line: firstLine + index });
    goesOn = piece !== text;
  }
  return joined;
}

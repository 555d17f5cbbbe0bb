/** The records that a suite's process sends: what the probe writes, and how the parent reads it. */

/** A value that was thrown, described by the probe; every text is bounded. */
export interface ThrownFacts {
  /** `assertion`: an `AssertionError`; `error`: any other `Error`; `value`: anything else that was thrown. */
  readonly kind: "assertion" | "error" | "value";
  /** The error's name; of a value, its type. */
  readonly name: string;
  /** The error's message without node's own diff; of a value, the value as `util.inspect` shows it. */
  readonly message: string;
  readonly code?: string;
  /** Both as `util.inspect` shows them; only of an assertion that compares. */
  readonly expected?: string;
  readonly actual?: string;
  /** The stack as node prints it, mapped to the TypeScript sources; empty when there is none. */
  readonly stack: string;
}

/** One event of a test's own timeline. */
export interface TimelineEntry {
  readonly lane: string;
  readonly text: string;
}

/** What node's reporter says of a test at its end. */
export type FinalStatus = "pass" | "fail" | "skip" | "todo";

export type SuiteRecord =
  /** A test's body is about to run. */
  | { readonly kind: "begin"; readonly name: string }
  /** A test's body has run. */
  | {
      readonly kind: "end";
      readonly name: string;
      readonly passed: boolean;
      readonly thrown?: ThrownFacts;
      readonly timeline: readonly TimelineEntry[];
      /** How many earlier entries the bound of `timeline` has dropped. */
      readonly timelineDropped: number;
      /** The last lines that were printed while it ran. */
      readonly output: string;
      /** What still keeps the process alive, as `process.getActiveResourcesInfo()` names it. */
      readonly alive: readonly string[];
    }
  /** The reporter's word on a test. */
  | { readonly kind: "final"; readonly name: string; readonly status: FinalStatus }
  /** The event loop has nothing left to do, and this test's promise has not settled: the probe gives it up. */
  | { readonly kind: "stuck"; readonly name: string; readonly timeline: readonly TimelineEntry[]; readonly timelineDropped: number }
  /** An error that no test was waiting for. */
  | { readonly kind: "stray"; readonly thrown: ThrownFacts }
  /** The runner's own word on a stray error: the test that it came from, in a sentence that quotes the error. */
  | { readonly kind: "blame"; readonly name: string; readonly sentence: string }
  /** `process.exit` was called. */
  | { readonly kind: "leaving"; readonly stack: string }
  /** Every test has ended and the reporter has seen them all: only a natural end writes this. */
  | { readonly kind: "finish" };

/** Cuts what arrives on the channel into records. */
export interface RecordReader {
  /** The records that this piece completes. */
  read(piece: string): readonly SuiteRecord[];
}

/**
 * A line is `<secret> <JSON>`. Lines without the secret are not the probe's and are dropped.
 * @param longestLine characters; a longer line is dropped, so that a flood costs bounded memory
 */
export function createRecordReader(secret: string, longestLine: number = 1_000_000): RecordReader {
  const mark = `${secret} `;
  let rest = "";
  return {
    read(piece) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) rest = "";
      return lines.filter((line) => line.startsWith(mark)).map((line) => JSON.parse(line.slice(mark.length)) as SuiteRecord);
    },
  };
}

/** One run of a suite in a process of its own, under the probe, watched from outside. */

import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Duplex, Readable, Writable } from "node:stream";
import type { Environment } from "../locale.ts";
import { keepTail, startContained } from "./contained-process.ts";
import { createRecordReader, type SuiteRecord } from "./suite-records.ts";

/** Milliseconds without any record after which a process counts as hanging. */
export interface SuiteLimits {
  /** Until the first test begins. */
  readonly importing: number;
  /** In a test, between two, and after the last. */
  readonly test: number;
}

export const suiteLimits: SuiteLimits = { importing: 10_000, test: 5_000 };

/** Where and how a suite runs. */
export interface SuiteSetting {
  /** The compiled suite, an absolute path. */
  readonly file: string;
  readonly directory: string;
  readonly environment: Environment;
  readonly limits: SuiteLimits;
  /** The Node binary. */
  readonly node: string;
  /** Aborted when the time of the whole check is up. */
  readonly deadline: AbortSignal;
}

/**
 * How a run ended. `stuck`: a test could not even be given up, and the process was killed; `silence`: it
 * wrote nothing for its limit, and was killed.
 */
export type SuiteEnd =
  | { readonly by: "exit"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly by: "stuck" }
  | { readonly by: "silence" }
  | { readonly by: "deadline" };

/** What a run left: the probe's records in order, how it ended, and the end of what it printed. */
export interface SuiteRun {
  readonly records: readonly SuiteRecord[];
  readonly end: SuiteEnd;
  readonly output: string;
}

const PROBE = new URL("./probe.cjs", import.meta.url);
const LONGEST_OUTPUT = 8_000;

// What the learner's shell has set must not change how the suite runs or how its values are printed.
const HIDDEN_VARIABLES = /^(NODE_OPTIONS|NODE_TEST_CONTEXT|NODE_V8_COVERAGE|NODE_CHANNEL_FD|NODE_DEBUG|NODE_PATH|FORCE_COLOR|COLORTERM)$/;

/** Runs the suite, or only the tests with these titles. */
export async function runSuite(setting: SuiteSetting, titles?: readonly string[]): Promise<SuiteRun> {
  const secret = randomBytes(24).toString("base64url");
  const { child, ended, kill } = startContained(setting.node, suiteArguments(setting.file, titles), {
    cwd: setting.directory,
    env: environmentOf(setting.environment),
  });
  const [stdin, stdout, stderr] = child.stdio as unknown as [Writable, Readable, Readable];
  const printed = [keepTail(stdout, LONGEST_OUTPUT), keepTail(stderr, LONGEST_OUTPUT)];
  // The process may be gone before it reads.
  stdin.on("error", () => {});
  stdin.end(secret);

  const records: SuiteRecord[] = [];
  let end: SuiteEnd | undefined;
  const stop = (because: SuiteEnd) => {
    end ??= because;
    kill();
  };
  let watch = setTimeout(stop, setting.limits.importing, { by: "silence" });
  const onDeadline = () => stop({ by: "deadline" });
  setting.deadline.addEventListener("abort", onDeadline, { once: true });
  if (setting.deadline.aborted) onDeadline();

  const reader = createRecordReader(secret);
  const channel = child.stdio[3] as Duplex;
  channel.setEncoding("utf8");
  channel.on("error", () => {});
  channel.on("data", (piece: string) => {
    for (const record of reader.read(piece)) {
      if (end !== undefined) return;
      const isStuckAgain = record.kind === "stuck" && records.at(-1)?.kind === "stuck";
      records.push(record);
      clearTimeout(watch);
      watch = setTimeout(stop, setting.limits.test, { by: "silence" });
      if (isStuckAgain) stop({ by: "stuck" });
    }
  });

  try {
    const exit = await ended;
    return { records, end: end ?? { by: "exit", ...exit }, output: printed.map((tail) => tail()).join("") };
  } finally {
    clearTimeout(watch);
    setting.deadline.removeEventListener("abort", onDeadline);
  }
}

function suiteArguments(file: string, titles: readonly string[] | undefined): string[] {
  const selection = titles === undefined ? [] : [`--test-name-pattern=${exactly(titles)}`];
  // As a URL, since node resolves the reporter like a module: a plain path with `#` or `%` would not do.
  return ["--require", fileURLToPath(PROBE), `--test-reporter=${PROBE.href}`, "--enable-source-maps", ...selection, file];
}

/** The source of a regular expression that matches exactly these titles. */
function exactly(titles: readonly string[]): string {
  return `^(?:${titles.map((title) => title.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|")})$`;
}

function environmentOf(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !HIDDEN_VARIABLES.test(name.toUpperCase())));
}

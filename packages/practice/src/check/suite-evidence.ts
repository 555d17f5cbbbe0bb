/** What the runs of a suite prove of each of its tests. */

import type { SuiteRun } from "./suite-process.ts";
import type { FinalStatus, SuiteRecord, ThrownFacts, TimelineEntry } from "./suite-records.ts";

type EndRecord = Extract<SuiteRecord, { kind: "end" }>;

/** What a test left behind for its reader. */
export interface TestTraces {
  readonly timeline: readonly TimelineEntry[];
  readonly timelineDropped: number;
  /** The last lines that it printed. */
  readonly output: string;
}

/** Why a test has not run. */
export type NotRunReason = "timeIsUp" | "nothingRan" | "processLeft" | "notRegistered";

/** What became of one expected test. */
export type TestOutcome =
  | ({ readonly kind: "passed" } & TestTraces)
  | ({ readonly kind: "failed"; readonly thrown: ThrownFacts } & TestTraces)
  /** `promise`: nothing was left that could settle its promise; `time`: it was still at work at the limit. */
  | ({ readonly kind: "hung"; readonly how: "promise" | "time" } & TestTraces)
  /** The process ended while the test ran. */
  | ({ readonly kind: "exited"; readonly code: number | null; readonly signal: string | null; readonly stack: string } & TestTraces)
  | { readonly kind: "skipped" }
  | { readonly kind: "todo" }
  /** More than one test has this title. */
  | { readonly kind: "ranTwice"; readonly times: number }
  | { readonly kind: "notRun"; readonly reason: NotRunReason };

/** Something that no single test is to blame for, and that no verdict may pass over. */
export type Disturbance =
  /** An error that no test was waiting for; `test` is the one that it came from, where the runner knows it. */
  | { readonly kind: "strayError"; readonly test: string | null; readonly thrown: ThrownFacts }
  /** The process ended outside of any test, before its natural end. */
  | { readonly kind: "leftEarly"; readonly code: number | null; readonly signal: string | null; readonly stack: string; readonly output: string }
  /** All tests had ended, and the process did not; `resources` is what kept it alive, `test` what had opened it. */
  | { readonly kind: "stillAlive"; readonly resources: readonly string[]; readonly test: string | null }
  | { readonly kind: "exitCode"; readonly code: number }
  /** Nothing began: the import threw, hung, or ended the process; or there was no test. */
  | { readonly kind: "importThrew"; readonly thrown: ThrownFacts }
  | { readonly kind: "importHung"; readonly output: string }
  | { readonly kind: "noTests" }
  /** The compiled suite is not there. */
  | { readonly kind: "notBuilt"; readonly file: string };

/** What one run proves. */
export interface RunEvidence {
  readonly outcomes: ReadonlyMap<string, TestOutcome>;
  /** Titles that ran and are none of the expected. */
  readonly extras: readonly string[];
  readonly disturbances: readonly Disturbance[];
  /** Whether any test began. */
  readonly began: boolean;
  /** Whether the time of the whole check was up before the run had ended. */
  readonly timeIsUp: boolean;
}

/**
 * Reads one run. A test without an outcome in the answer is unproved: it did not begin, or the process
 * was gone before both the probe and the reporter had their say on it.
 * @param expected the titles that this run was to run; of others it proves nothing
 */
export function readRun(run: SuiteRun, expected: readonly string[]): RunEvidence {
  const begun = count(run.records.flatMap((record) => (record.kind === "begin" ? [record.name] : [])));
  const ends = new Map(run.records.flatMap((record) => (record.kind === "end" ? [[record.name, record]] : [])));
  const finals = new Map(run.records.flatMap((record) => (record.kind === "final" ? [[record.name, record.status]] : [])));
  const outcomes = new Map<string, TestOutcome>();
  for (const title of expected) {
    const outcome = outcomeOf(title, run, begun.get(title) ?? 0, ends.get(title), finals.get(title));
    if (outcome !== undefined) outcomes.set(title, outcome);
  }
  const known = new Set(expected);
  return {
    outcomes,
    extras: [...begun.keys()].filter((title) => !known.has(title)),
    disturbances: disturbancesOf(run, begun.size > 0),
    began: begun.size > 0,
    timeIsUp: run.end.by === "deadline",
  };
}

function outcomeOf(title: string, run: SuiteRun, begun: number, end: EndRecord | undefined, final: FinalStatus | undefined): TestOutcome | undefined {
  if (begun > 1) return { kind: "ranTwice", times: begun };
  if (final === "todo") return { kind: "todo" };
  if (final === "skip") return { kind: "skipped" };
  if (begun === 0) return undefined;
  if (end === undefined) return outcomeOfUnended(title, run);
  if (final === undefined) return undefined;
  const traces = { timeline: end.timeline, timelineDropped: end.timelineDropped, output: end.output };
  if (run.records.some((record) => record.kind === "stuck" && record.name === title)) return { kind: "hung", how: "promise", ...traces };
  return final === "pass" && end.passed ? { kind: "passed", ...traces } : { kind: "failed", thrown: end.thrown ?? unexplained, ...traces };
}

// The body passed, and something of the runner's own did not.
const unexplained: ThrownFacts = { kind: "value", name: "unknown", message: "the test runner reports a failure", stack: "" };

function outcomeOfUnended(title: string, run: SuiteRun): TestOutcome {
  const since = run.records.slice(run.records.findIndex((record) => record.kind === "begin" && record.name === title));
  const stuck = since.find((record) => record.kind === "stuck");
  const traces = { timeline: stuck?.timeline ?? [], timelineDropped: stuck?.timelineDropped ?? 0, output: run.output };
  switch (run.end.by) {
    case "stuck": {
      // What a test throws can be such that node's own runner throws on it, and then waits for ever.
      const stray = since.find((record) => record.kind === "stray");
      return stray === undefined ? { kind: "hung", how: "promise", ...traces } : { kind: "failed", thrown: stray.thrown, ...traces };
    }
    case "silence":
      return { kind: "hung", how: "time", ...traces };
    case "deadline":
      return { kind: "notRun", reason: "timeIsUp" };
    case "exit":
      return { kind: "exited", code: run.end.code, signal: run.end.signal, stack: leavingStack(run), ...traces };
    default:
      return run.end satisfies never;
  }
}

function disturbancesOf(run: SuiteRun, began: boolean): Disturbance[] {
  const strays = strayErrors(run.records);
  const { end } = run;
  switch (end.by) {
    case "stuck":
    case "deadline":
      return strays;
    case "silence":
      if (!began) return [{ kind: "importHung", output: run.output }];
      return isInTest(run) ? strays : [...strays, stillAlive(run)];
    case "exit": {
      const first = strays[0];
      if (!began && first?.kind === "strayError") return [{ kind: "importThrew", thrown: first.thrown }];
      if (isInTest(run)) return strays;
      if (!run.records.some((record) => record.kind === "finish")) {
        return [...strays, { kind: "leftEarly", code: end.code, signal: end.signal, stack: leavingStack(run), output: run.output }];
      }
      if (!began) return [{ kind: "noTests" }];
      return strays.length === 0 && end.code !== 0 && !hasFailure(run) ? [{ kind: "exitCode", code: end.code ?? 1 }] : strays;
    }
    default:
      return end satisfies never;
  }
}

function strayErrors(records: readonly SuiteRecord[]): Disturbance[] {
  const blames = records.filter((record) => record.kind === "blame");
  return records.flatMap((record): Disturbance[] => {
    if (record.kind !== "stray") return [];
    const blame = blames.find(({ sentence }) => sentence.includes(record.thrown.message));
    return [{ kind: "strayError", test: blame?.name ?? null, thrown: record.thrown }];
  });
}

function stillAlive(run: SuiteRun): Disturbance {
  const ends = run.records.filter((record) => record.kind === "end");
  const resources = lasting(ends.at(-1)?.alive ?? []);
  // From this test on, each one ended with the resource still open.
  const opener = resources.length === 0 ? undefined : ends.find((_, index) => ends.slice(index).every((later) => resources.every((name) => later.alive.includes(name))));
  return { kind: "stillAlive", resources, test: opener?.name ?? null };
}

/** The resources that the runner itself always has are nobody's mistake. */
function lasting(alive: readonly string[]): string[] {
  const own = /^(CloseReq|Immediate|TickObject|Microtask|TTYWrap|PipeWrap|FSReqCallback|FSReqPromise)$/;
  return [...new Set(alive)].filter((name) => !own.test(name));
}

function isInTest(run: SuiteRun): boolean {
  const last = run.records.filter((record) => record.kind === "begin" || record.kind === "end").at(-1);
  return last?.kind === "begin";
}

function hasFailure(run: SuiteRun): boolean {
  return run.records.some((record) => record.kind === "final" && record.status === "fail");
}

function leavingStack(run: SuiteRun): string {
  return run.records.findLast((record) => record.kind === "leaving")?.stack ?? "";
}

function count(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

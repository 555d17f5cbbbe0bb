/** Runs a suite to the end: what a hang or an early exit left over gets fresh processes. */

import { readRun, type Disturbance, type NotRunReason, type RunEvidence, type TestOutcome } from "./suite-evidence.ts";
import type { SuiteRun } from "./suite-process.ts";

/** What all runs of a suite prove together: an outcome for every title that was asked for. */
export interface SuiteEvidence {
  readonly outcomes: ReadonlyMap<string, TestOutcome>;
  readonly extras: readonly string[];
  readonly disturbances: readonly Disturbance[];
}

/** Runs the whole suite, or only these titles. */
export type RunTitles = (titles?: readonly string[]) => Promise<SuiteRun>;

/** Side by side, so that many tests that hang for seconds fit into the time of one check. */
const MOST_PROCESSES = 8;
/** Characters of titles for one command line; Windows allows 32,767 in all, and escaping adds some. */
const LONGEST_SELECTION = 12_000;

/**
 * @param expected all titles of the suite
 * @param asked the titles to judge, all of them or those of one step
 */
export async function runSession(expected: readonly string[], asked: readonly string[], run: RunTitles): Promise<SuiteEvidence> {
  const whole = asked.length === expected.length;
  const runs: RunEvidence[] = [];
  const read = async (titles?: readonly string[]): Promise<RunEvidence> => {
    // Node 20 reports the tests that were not asked for as skipped: of those, this run proves nothing.
    const evidence = readRun(await run(titles), titles ?? expected);
    runs.push(evidence);
    return evidence;
  };

  const first = await read(whole ? undefined : asked);
  const left = asked.filter((title) => !first.outcomes.has(title));
  if (first.began) await Promise.all(shardsOf(left).map((shard) => runShard(shard, read)));
  return combine(asked, runs);
}

/** Runs the titles in one process after another, for as long as each process proves something more. */
async function runShard(shard: readonly string[], read: (titles: readonly string[]) => Promise<RunEvidence>): Promise<void> {
  let left = shard;
  while (left.length > 0) {
    const { outcomes } = await read(left);
    const still = left.filter((title) => !outcomes.has(title));
    if (still.length === left.length) return;
    left = still;
  }
}

function shardsOf(titles: readonly string[]): readonly (readonly string[])[] {
  const characters = titles.reduce((sum, title) => sum + title.length, 0);
  const shards = Math.min(titles.length, Math.max(MOST_PROCESSES, Math.ceil(characters / LONGEST_SELECTION)));
  // Dealt out like cards: neighbours tend to hang together.
  return Array.from({ length: shards }, (_, shard) => titles.filter((_, index) => index % shards === shard));
}

function combine(asked: readonly string[], runs: readonly RunEvidence[]): SuiteEvidence {
  const proved = new Map(runs.flatMap((run) => [...run.outcomes]));
  const disturbances = distinct(runs.flatMap((run) => run.disturbances));
  const reason = reasonOfUnrun(runs, disturbances);
  const outcomes = asked.map((title): [string, TestOutcome] => [title, proved.get(title) ?? { kind: "notRun", reason }]);
  return { outcomes: new Map(outcomes), extras: [...new Set(runs.flatMap((run) => run.extras))], disturbances };
}

function reasonOfUnrun(runs: readonly RunEvidence[], disturbances: readonly Disturbance[]): NotRunReason {
  if (runs.some((run) => run.timeIsUp)) return "timeIsUp";
  if (!runs.some((run) => run.began)) return "nothingRan";
  return disturbances.some((disturbance) => disturbance.kind === "leftEarly") ? "processLeft" : "notRegistered";
}

/** What the import causes comes again with every process. */
function distinct(disturbances: readonly Disturbance[]): Disturbance[] {
  return [...new Map(disturbances.map((disturbance) => [keyOf(disturbance), disturbance])).values()];
}

function keyOf(disturbance: Disturbance): string {
  switch (disturbance.kind) {
    case "strayError":
    case "importThrew":
      return `${disturbance.kind} ${disturbance.thrown.message} ${disturbance.thrown.stack}`;
    case "leftEarly":
      return `${disturbance.kind} ${disturbance.code} ${disturbance.signal} ${disturbance.stack}`;
    default:
      return JSON.stringify(disturbance);
  }
}

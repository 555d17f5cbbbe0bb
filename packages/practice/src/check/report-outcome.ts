/** Tells in a few lines what became of one test. */

import type { Language } from "../locale.ts";
import { checkMessages } from "./check-messages.ts";
import { firstFrameIn } from "./stack-frames.ts";
import type { TestOutcome, TestTraces } from "./suite-evidence.ts";
import type { ThrownFacts } from "./suite-records.ts";
import { describeDifference } from "./value-difference.ts";

/** What the lines need to know besides the outcome. */
export interface ReportSetting {
  readonly language: Language;
  /** The practice directory, absolute: places are told relative to it. */
  readonly root: string;
  /** Where the learner works: `packages/pi-course/src`. */
  readonly sources: string;
  /** Milliseconds after which a test counts as hanging. */
  readonly testLimit: number;
}

const MOST_TIMELINE = 8;
const MOST_OUTPUT = 5;
const MOST_MESSAGE = 6;

/**
 * The lines in the order in which they are read: what is wrong, the values, the place, the timeline,
 * what the test printed.
 * @param place where the step is worked on; told where no frame of the learner's own is known
 */
export function describeOutcome(outcome: TestOutcome, place: string, setting: ReportSetting): readonly string[] {
  const say = checkMessages[setting.language];
  switch (outcome.kind) {
    case "passed":
      return [];
    case "failed":
      return [...describeThrown(outcome.thrown, setting, place), ...describeTraces(outcome)];
    case "hung": {
      const sentence = outcome.how === "promise" ? say.hungPromise : say.hungTime(setting.testLimit / 1000);
      return [sentence, "", `at        ${place}`, ...describeTraces(outcome)];
    }
    case "exited": {
      const at = firstFrameIn(outcome.stack, setting.root, setting.sources) ?? place;
      return [say.exited(describeExit(outcome, setting.language)), "", `at        ${at}`, ...describeTraces(outcome)];
    }
    case "skipped":
      return [say.skipped];
    case "todo":
      return [say.todo];
    case "ranTwice":
      return [say.ranTwice(outcome.times)];
    case "notRun":
      return [say.notRun[outcome.reason]];
    default:
      return outcome satisfies never;
  }
}

/** Message, values, and the place of the learner's own frame or else `place`. */
export function describeThrown(thrown: ThrownFacts, { root, sources }: ReportSetting, place?: string): readonly string[] {
  const at = firstFrameIn(thrown.stack, root, sources) ?? place;
  return [
    ...firstLines(sentenceOf(thrown), MOST_MESSAGE),
    "",
    ...describeValues(thrown),
    ...(at === undefined ? [] : [`at        ${at}`]),
  ];
}

/** An assertion's message and a plain error's are sentences of the course; other errors need their name. */
function sentenceOf({ kind, name, message }: ThrownFacts): string {
  if (kind === "value") return `throw ${message}`;
  return kind === "assertion" || (name === "Error" && message !== "") ? message : `${name}: ${message}`;
}

function describeValues({ expected, actual }: ThrownFacts): readonly string[] {
  if (actual === undefined) return [];
  return expected === undefined ? firstLines(`actual    ${actual}`, MOST_MESSAGE) : describeDifference(expected, actual);
}

function describeTraces({ timeline, timelineDropped, output }: TestTraces): readonly string[] {
  const recent = timeline.slice(-MOST_TIMELINE);
  const width = Math.max(0, ...recent.map(({ lane }) => lane.length));
  const dropped = timelineDropped + timeline.length - recent.length;
  const events = [...(dropped === 0 ? [] : [`… ${dropped} before`]), ...recent.map(({ lane, text }) => `${lane.padEnd(width)}  ${text}`)];
  const printed = output.split("\n").filter((line) => line.trim() !== "").slice(-MOST_OUTPUT);
  return [...block("timeline", events), ...block("printed", printed)];
}

function block(name: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", name, ...lines.map((line) => `  ${line}`)];
}

export function describeExit({ code, signal }: { readonly code: number | null; readonly signal: string | null }, language: Language): string {
  const say = checkMessages[language];
  return signal === null ? say.exitCode(code ?? 0) : say.signal(signal);
}

function firstLines(text: string, most: number): readonly string[] {
  const lines = text.split("\n");
  return lines.length <= most ? lines : [...lines.slice(0, most), "…"];
}

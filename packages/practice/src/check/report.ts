/** The verdict as a learner reads it: every step in a line, then the first one that is not done. */

import type { PracticeRecord } from "../practice-record.ts";
import type { CheckScope } from "./check-arguments.ts";
import { checkMessages } from "./check-messages.ts";
import type { CheckResult } from "./check-practice.ts";
import { printable, type Paint } from "./paint.ts";
import { describeObjection } from "./report-objection.ts";
import { describeOutcome, type ReportSetting } from "./report-outcome.ts";
import { firstOpen, isPassed, type JudgedStep, type JudgedTest, type Objection, type Verdict } from "./verdict.ts";

export interface ReportInput {
  readonly record: PracticeRecord;
  readonly scope: CheckScope;
  readonly result: CheckResult;
  readonly setting: ReportSetting;
  readonly paint: Paint;
  readonly commands: ReportCommands;
}

/** The commands that the report names; all can be pasted as they stand. */
export interface ReportCommands {
  /** Checks one step, or the whole chapter. */
  readonly check: (step?: string) => string;
  /** Once the whole chapter is done. */
  readonly afterGreen?: string;
}

const MOST_TYPE_ERRORS = 30;
const MOST_LINES = 40;
const MOST_OBJECTIONS = 3;

/** The report's text, at most 40 lines, with a newline at its end. */
export function formatReport(input: ReportInput): string {
  const { outcome } = input.result;
  const say = checkMessages[input.setting.language];
  switch (outcome.kind) {
    case "typeErrors": {
      const more = outcome.lines.length - MOST_TYPE_ERRORS;
      const errors = [...outcome.lines.slice(0, MOST_TYPE_ERRORS), ...(more > 0 ? [say.moreLines(more)] : [])];
      return page([...errors.map(printable), "", `  ${input.paint.bad(say.typeErrors)}`, ...nextLines(input.commands.check(), input)]);
    }
    case "buildTimeIsUp":
      return page([`  ${input.paint.bad(say.buildTimeIsUp)}`, ...nextLines(input.commands.check(), input)]);
    case "judged":
      return page(verdictLines(outcome.verdict, input));
    default:
      return outcome satisfies never;
  }
}

function verdictLines(verdict: Verdict, input: ReportInput): readonly string[] {
  const { record, setting, paint } = input;
  const open = firstOpen(verdict);
  const head = [
    `  ${paint.strong(`${record.stem}  ${record.title[setting.language]}`)}`,
    "",
    ...stepLines(verdict, open?.step, input),
    "",
  ];
  const tail = nextLines(nextCommand(verdict, open?.step, input), input);
  const room = MOST_LINES - head.length - tail.length;
  const body = bodyLines(verdict, open, input);
  return [...head, ...(body.length <= room ? body : [...body.slice(0, room - 1), "  …"]), ...tail];
}

function stepLines(verdict: Verdict, open: JudgedStep | undefined, { setting, paint }: ReportInput): readonly string[] {
  const counts = verdict.steps.map((step) => `${step.tests.filter(isPassed).length}/${step.tests.length}`);
  const width = Math.max(...counts.map((text) => text.length), 0);
  const tagWidth = Math.max(...verdict.steps.map((step) => step.tag.length), 0);
  return verdict.steps.map((step, index) => {
    const mark = step.done ? paint.good("done") : step === open ? paint.bad("now ") : paint.faint("open");
    const line = `${step.tag.padEnd(tagWidth)}  ${(counts[index] ?? "").padStart(width)}  ${step.title[setting.language]}`;
    return `  ${mark}  ${step.done || step === open ? line : paint.faint(line)}`;
  });
}

function bodyLines(verdict: Verdict, open: ReturnType<typeof firstOpen>, input: ReportInput): readonly string[] {
  const { setting, paint } = input;
  const say = checkMessages[setting.language];
  const objections = verdict.objections
    .filter((objection) => open === undefined || mayExplain(objection, open.test))
    .slice(0, MOST_OBJECTIONS)
    .map((objection) => indent(describeObjection(objection, setting)));
  switch (verdict.kind) {
    case "green": {
      const tests = verdict.steps.flatMap((step) => step.tests).length;
      return [`  ${paint.good(input.scope === "step" ? say.stepDone : say.chapterDone(tests))}`, ...(input.scope === "step" || input.commands.afterGreen === undefined ? [] : [`  ${say.nextChapter}`])];
    }
    case "nothingTested":
      return apart([[`  ${paint.bad(say.nothingTested)}`], ...objections]);
    case "red":
      return apart([...(open === undefined ? [] : [testLines(open.step, open.test, input)]), ...objections]);
    default:
      return verdict.kind satisfies never;
  }
}

/** Beside a red test, another test's stray error is mostly noise: it has its turn once that test is green. */
function mayExplain(objection: Objection, test: JudgedTest): boolean {
  return objection.kind !== "strayError" || objection.test === test.title || objection.test === null;
}

function testLines(step: JudgedStep, test: JudgedTest, { setting, paint }: ReportInput): readonly string[] {
  const say = checkMessages[setting.language];
  const others = step.tests.filter((other) => !isPassed(other)).length - 1;
  return [
    `  ${paint.strong(`${step.tag}  ${ruleOf(test.title, step)}`)}`,
    ...(others > 0 ? [`  ${paint.faint(say.alsoRed(others))}`] : []),
    "",
    ...indent(describeOutcome(test.outcome, step.place, setting)),
  ];
}

/** A title without the pattern and the tag that select it: the rule as a sentence. */
export function ruleOf(title: string, step: Pick<JudgedStep, "pattern" | "tag">): string {
  const prefix = `${step.pattern} ${step.tag}：`;
  return title.startsWith(prefix) ? title.slice(prefix.length) : title;
}

function nextCommand(verdict: Verdict, open: JudgedStep | undefined, { record, scope, commands }: ReportInput): string | undefined {
  const own = record.suites.at(-1)?.steps ?? [];
  if (verdict.kind === "green") {
    if (scope !== "step") return commands.afterGreen;
    return commands.check(own[own.findIndex((step) => step.tag === verdict.steps.at(-1)?.tag) + 1]?.tag);
  }
  // A step of an earlier chapter is no step of this one.
  if (scope === "all" && open?.chapter !== record.chapter) return commands.check("--all");
  return commands.check(open?.tag);
}

function nextLines(command: string | undefined, { paint }: ReportInput): readonly string[] {
  return command === undefined ? [] : ["", `  ${paint.faint("next")}  ${command}`];
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === "" ? "" : `        ${printable(line)}`));
}

function apart(blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

function page(lines: readonly string[]): string {
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

/** A verdict as JUnit XML, which continuous integration draws as a list of tests. */

import type { CheckResult } from "../check/check-practice.ts";
import { describeObjection } from "../check/report-objection.ts";
import { describeOutcome, type ReportSetting } from "../check/report-outcome.ts";
import { isPassed, type JudgedStep, type JudgedTest, type Verdict } from "../check/verdict.ts";
import type { PracticeRecord, PracticeSuite } from "../practice-record.ts";

interface Case {
  readonly className: string;
  readonly name: string;
  /** `failure`: it ran and is not passed; `error`: it did not run, or no single test is to blame. */
  readonly problem?: { readonly kind: "failure" | "error"; readonly lines: readonly string[] };
}

/**
 * One `testcase` a test, its step as the class name, and one more for each objection. No times: the same
 * verdict gives the same file.
 * @param suites the suites that were asked for: when nothing could be built, their tests are errors
 */
export function formatJunit(record: PracticeRecord, suites: readonly PracticeSuite[], { outcome }: CheckResult, setting: ReportSetting): string {
  const cases = outcome.kind === "judged"
    ? [...outcome.verdict.steps.flatMap((step) => step.tests.map((test) => caseOf(record, step, test, setting))), ...objectionCases(record, outcome.verdict, setting)]
    : untestedCases(record, suites, outcome.kind === "typeErrors" ? outcome.lines : [outcome.kind]);
  const count = (kind: "failure" | "error") => cases.filter(({ problem }) => problem?.kind === kind).length;
  const totals = `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${attribute(record.course)}" ${totals}>`,
    `  <testsuite name="${attribute(record.stem)}" ${totals}>`,
    ...cases.map(formatCase),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function caseOf(record: PracticeRecord, step: JudgedStep, test: JudgedTest, setting: ReportSetting): Case {
  const named = { className: `${record.stem}.${step.tag}`, name: test.title };
  if (isPassed(test)) return named;
  const kind = test.outcome.kind === "notRun" ? "error" : "failure";
  return { ...named, problem: { kind, lines: describeOutcome(test.outcome, step.place, setting) } };
}

/** A failed test often leaves stray errors behind: they count where nothing else tells that something is wrong. */
function objectionCases(record: PracticeRecord, { steps, objections }: Verdict, setting: ReportSetting): readonly Case[] {
  const allDone = steps.every((step) => step.done);
  return objections
    .filter(({ kind }) => allDone || kind !== "strayError")
    .map((objection) => ({ className: record.stem, name: objection.kind, problem: { kind: "error", lines: describeObjection(objection, setting) } }));
}

function untestedCases(record: PracticeRecord, suites: readonly PracticeSuite[], lines: readonly string[]): readonly Case[] {
  return suites.flatMap((suite) =>
    suite.steps.flatMap((step) => step.tests.map((name): Case => ({ className: `${record.stem}.${step.tag}`, name, problem: { kind: "error", lines } }))),
  );
}

function formatCase({ className, name, problem }: Case): string {
  const attributes = `classname="${attribute(className)}" name="${attribute(name)}"`;
  if (problem === undefined) return `    <testcase ${attributes}/>`;
  const message = attribute(problem.lines.find((line) => line !== "") ?? "");
  return `    <testcase ${attributes}><${problem.kind} message="${message}">${escape(problem.lines.join("\n"))}</${problem.kind}></testcase>`;
}

/** XML 1.0 has no way to write most control characters, nor half a surrogate pair: they become U+FFFD. */
function escape(text: string): string {
  const whole = Buffer.from(text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/g, "\u{fffd}")).toString();
  const named: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" };
  return whole.replace(/[&<>"\r]/g, (character) => named[character] ?? character);
}

/** A parser turns line ends in attributes into spaces, unless they are written as references. */
function attribute(text: string): string {
  return escape(text).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}

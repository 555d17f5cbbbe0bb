/** A verdict as JUnit XML, which continuous integration draws as a list of tests. */

import type { CheckResult } from "../check/check-practice.ts";
import { describeObjection } from "../check/report-objection.ts";
import { describeOutcome, type ReportSetting } from "../check/report-outcome.ts";
import { isPassed, type JudgedTest } from "../check/verdict.ts";
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
    ? [
        ...outcome.verdict.steps.flatMap((step) => step.tests.map((test) => caseOf(record, step.tag, test, step.place, setting))),
        ...outcome.verdict.objections.map((objection): Case => ({
          className: record.stem,
          name: objection.kind,
          problem: { kind: "error", lines: describeObjection(objection, setting) },
        })),
      ]
    : suites.flatMap((suite) => suite.steps.flatMap((step) => step.tests.map((name): Case => ({
        className: `${record.stem}.${step.tag}`,
        name,
        problem: { kind: "error", lines: outcome.kind === "typeErrors" ? outcome.lines : [outcome.kind] },
      }))));
  const count = (kind: "failure" | "error") => cases.filter(({ problem }) => problem?.kind === kind).length;
  const totals = `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escape(record.course)}" ${totals}>`,
    `  <testsuite name="${escape(record.stem)}" ${totals}>`,
    ...cases.map(formatCase),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function caseOf(record: PracticeRecord, tag: string, test: JudgedTest, place: string, setting: ReportSetting): Case {
  const named = { className: `${record.stem}.${tag}`, name: test.title };
  if (isPassed(test)) return named;
  const kind = test.outcome.kind === "notRun" ? "error" : "failure";
  return { ...named, problem: { kind, lines: describeOutcome(test.outcome, place, setting) } };
}

function formatCase({ className, name, problem }: Case): string {
  const attributes = `classname="${escape(className)}" name="${escape(name)}"`;
  if (problem === undefined) return `    <testcase ${attributes}/>`;
  const message = escape(problem.lines.find((line) => line !== "") ?? "");
  return `    <testcase ${attributes}><${problem.kind} message="${message}">${escape(problem.lines.join("\n"))}</${problem.kind}></testcase>`;
}

/** XML 1.0 has no way to write most control characters, nor half a surrogate pair: they become U+FFFD. */
function escape(text: string): string {
  const whole = Buffer.from(text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/g, "\u{fffd}")).toString();
  const named: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;" };
  return whole.replace(/[&<>"'\n\r\t]/g, (character) => named[character] ?? character);
}

/** What `verify --mutants` prints: the survivors with their diffs, a line a chapter, and the total. */

import type { Language } from "../../locale.ts";
import type { Total } from "../verify-report.ts";
import type { Equivalent } from "./equivalents.ts";
import type { MutationReport, Survivor } from "./mutate-chapter.ts";

/** Passed: killed, or listed as equivalent; failed: survivors, and entries that are out of date. */
export function mutationTotal(reports: readonly MutationReport[]): Total {
  const sum = (count: (report: MutationReport) => number): number => reports.reduce((total, report) => total + count(report), 0);
  return {
    passed: sum(({ killed, equivalent }) => killed + equivalent),
    failed: sum(({ survivors, stale }) => survivors.length + stale.length),
  };
}

/** The report for people; the last line is `N passed, N failed` in every language. */
export function formatMutation(reports: readonly MutationReport[], language: Language): string {
  const { passed, failed } = mutationTotal(reports);
  const width = Math.max("killed".length, ...reports.map((report) => share(report).length));
  return [
    ...reports.flatMap(({ survivors }) => survivors.flatMap(describeSurvivor)),
    ...reports.flatMap(({ chapter, stale }) => stale.flatMap((entry) => describeStale(chapter, entry, language))),
    `  ${"killed".padStart(width)}  equivalent`,
    ...reports.map((report) => `  ${share(report).padStart(width)}  ${String(report.equivalent).padStart("equivalent".length)}  ${report.chapter}`),
    "",
    ...(failed === 0 ? [] : [`  ${messages[language].remedy}`, ""]),
    `${passed} passed, ${failed} failed`,
  ].join("\n");
}

function share({ killed, mutants }: MutationReport): string {
  return `${killed}/${mutants}`;
}

function describeSurvivor({ file, line, fault, was, becomes }: Survivor): readonly string[] {
  return [`  ${file}:${line}  ${fault}`, ...diffLines(was, becomes), ""];
}

function describeStale(chapter: string, { was, becomes }: Equivalent, language: Language): readonly string[] {
  return [`  chapters/${chapter}/equivalents.json  ${messages[language].stale}`, ...diffLines(was, becomes), ""];
}

function diffLines(was: string, becomes: string): readonly string[] {
  const marked = (mark: string, text: string): readonly string[] => text.split("\n").map((line) => `      ${mark} ${line}`);
  return [...marked("-", was), ...marked("+", becomes)];
}

interface Messages {
  readonly stale: string;
  readonly remedy: string;
}

const messages: { readonly [L in Language]: Messages } = {
  zh: {
    stale: "这一条已经过时：没有这样的幸存者，删掉它。",
    remedy: "给幸存者补一个测试；没有测试能分辨的，写进 equivalents.json 并说明理由。",
  },
  en: {
    stale: "This entry is out of date: no such mutant survives. Delete it.",
    remedy: "Write a test for each survivor; one that no test can tell apart goes into equivalents.json, with the reason.",
  },
};

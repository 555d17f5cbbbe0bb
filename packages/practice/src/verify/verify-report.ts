/** What `verify` prints: every problem, a line a chapter, and the total. */

import type { Language } from "../locale.ts";
import { drawMatrix } from "./kill-matrix.ts";
import { problemCodes, proofs, type ProofName } from "./problem-codes.ts";
import type { Note, Problem } from "./problem.ts";
import type { ChapterReport } from "./chapter-ledger.ts";

export interface Total {
  /** Proofs, over all chapters. */
  readonly passed: number;
  readonly failed: number;
}

export function totalOf(reports: readonly ChapterReport[]): Total {
  const results = reports.flatMap((report) => Object.values(report.proofs));
  const passed = results.filter(({ kind }) => kind === "proved").length;
  return { passed, failed: results.length - passed };
}

/** The report for people; the last line is `N passed, N failed` in every language. */
export function formatReport(reports: readonly ChapterReport[], language: Language, matrix: boolean): string {
  const { passed, failed } = totalOf(reports);
  const sections = [
    reports.flatMap((report) => problemLines(report, language)),
    reports.flatMap((report) => noteLines(report, language)),
    matrix ? reports.flatMap((report) => [`  ${report.chapter}`, ...drawMatrix(report.matrix).map((line) => `  ${line}`), ""]) : [],
    chapterTable(reports, language),
    [`${passed} passed, ${failed} failed`],
  ];
  return sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n");
}

/** The report for programs; the shape is documented in the instructor's guide. */
export function reportAsJson(reports: readonly ChapterReport[]): object {
  return {
    ...totalOf(reports),
    chapters: reports.map(({ proofs: results, matrix, ...report }) => ({
      ...report,
      proofs: Object.fromEntries(Object.entries(results).map(([proof, { kind }]) => [proof, kind])),
      problems: Object.values(results).flatMap((result) => (result.kind === "refuted" ? result.problems.map(withMeaning) : [])),
      matrix: Object.fromEntries(matrix.reds),
    })),
  };
}

function withMeaning(problem: Problem): object {
  const { name, proof, remedy } = problemCodes[problem.code];
  return { ...problem, name, proof, remedy };
}

function problemLines(report: ChapterReport, language: Language): readonly string[] {
  const refuted = proofs.flatMap((proof) => {
    const result = report.proofs[proof];
    return result.kind === "refuted" ? byCode(result.problems).flatMap((problems) => describeProblems(problems, language)) : [];
  });
  const reasons = new Map<string, ProofName[]>();
  for (const proof of proofs) {
    const result = report.proofs[proof];
    if (result.kind !== "blocked") continue;
    const by = result.by[language];
    reasons.set(by, [...(reasons.get(by) ?? []), proof]);
  }
  const blocked = [...reasons].flatMap(([by, names]) => [`  ${report.chapter}  ${names.join(", ")}`, `      ${messages[language].blocked(by)}`, ""]);
  return [...refuted, ...blocked];
}

/** Problems of one code together, so that the remedy stands there once. */
function byCode(problems: readonly Problem[]): readonly (readonly Problem[])[] {
  const codes = [...new Set(problems.map(({ code }) => code))];
  return codes.map((code) => problems.filter((problem) => problem.code === code));
}

function describeProblems(problems: readonly Problem[], language: Language): readonly string[] {
  const [first] = problems;
  if (first === undefined) return [];
  const { name, remedy } = problemCodes[first.code];
  return [`  ${first.chapter}  ${first.code} ${name}`, ...describePlaces(problems, language), `    → ${remedy[language]}`, ""];
}

function noteLines(report: ChapterReport, language: Language): readonly string[] {
  const kinds = [...new Set(report.notes.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const notes = report.notes.filter((note) => note.kind === kind);
    return [`  ${report.chapter}  ${kind}`, ...describePlaces(notes, language), ""];
  });
}

/** What is the case at each place, with the place itself told once. */
function describePlaces(found: readonly (Problem | Note)[], language: Language): readonly string[] {
  const places = [...new Set(found.map(({ place }) => place))];
  return places.flatMap((place) => {
    const details = found.filter((one) => one.place === place).flatMap(({ detail }) => detail[language].split("\n"));
    return [`      ${place}`, ...details.map((line) => `        ${line}`)];
  });
}

function chapterTable(reports: readonly ChapterReport[], language: Language): readonly string[] {
  const { columns } = messages[language];
  const rows = reports.map((report) => [
    `${report.passedByReference}/${report.tests}`,
    `${report.failedBySkeleton}/${report.tests}`,
    `${report.breaksCaught}/${report.breaks}`,
    String(leaksOf(report)),
    report.seconds.toFixed(1),
    report.chapter,
  ]);
  const widths = ASCII_COLUMNS.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `  ${cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join("  ")}`;
  return [line(ASCII_COLUMNS), ...rows.map((row) => `${line(row.slice(0, -1))}  ${row.at(-1) ?? ""}`), "", `  ${columns}`];
}

/** The columns stay ASCII: a Han character is two cells wide. */
const ASCII_COLUMNS = ["reference", "skeleton", "breaks", "leaks", "seconds"];

function leaksOf({ proofs: results }: ChapterReport): number {
  return results.leaks.kind === "refuted" ? results.leaks.problems.length : 0;
}

interface Messages {
  readonly blocked: (by: string) => string;
  readonly columns: string;
}

const messages: { readonly [L in Language]: Messages } = {
  zh: {
    blocked: (by) => `没能证明，因为${by}。`,
    columns: "每章：参考实现通过的测试，骨架没通过的测试，抓住的错误版本，泄漏的行，用了几秒",
  },
  en: {
    blocked: (by) => `Not carried out, since ${by}.`,
    columns: "a chapter: tests passed by the reference, tests failed by the skeleton, breaks caught, leaks, seconds",
  },
};

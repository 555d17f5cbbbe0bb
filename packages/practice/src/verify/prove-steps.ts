/** Proof 6: every step selects its own tests, and the texts show only commands and lines that exist. */

import type { ChapterStep } from "../chapter-manifest.ts";
import { isYielded } from "./chapter-commands.ts";
import { quotedCommands, sourceQuotations } from "./chapter-text.ts";
import { isReadable, suiteOf, type CourseSurvey, type ReadableChapter } from "./course-survey.ts";
import type { Problem } from "./problem.ts";
import { titlesIn, type SuiteRun } from "./suite-run.ts";

/** The room's texts that a learner reads. */
export const LEARNER_TEXTS = ["README.md", "hints.md"];

/** What can be told of the steps from the manifest and the texts alone. */
export function proveSteps(survey: CourseSurvey, chapter: ReadableChapter, learnerCommands: readonly string[]): readonly Problem[] {
  return [
    ...chapter.manifest.steps.flatMap((step, index) => judgeStep(chapter, step, index)),
    ...repeatedTitles(survey, chapter),
    ...incompleteHints(chapter),
    ...LEARNER_TEXTS.flatMap((text) => [...unknownCommands(survey, chapter, text, learnerCommands), ...staleQuotations(survey, chapter, text)]),
  ];
}

/** What a run of the suite adds: the tests that there are, against those that the manifest lists. */
export function proveListedTests(chapter: ReadableChapter, run: SuiteRun): readonly Problem[] {
  const place = suiteOf(chapter);
  return [
    ...titlesIn(run, "absent").map((title) => problem("STEP02", chapter, place, `清单里有，套件里没有：${title}`, `Listed, but not in the suite: ${title}`)),
    ...run.unlisted.map((title) => problem("STEP02", chapter, place, `套件里有，清单里没有：${title}`, `In the suite, but not listed: ${title}`)),
  ];
}

function judgeStep(chapter: ReadableChapter, step: ChapterStep, index: number): readonly Problem[] {
  const place = `chapters/${chapter.stem}/chapter.json`;
  const expectedTag = `s${Number(chapter.number)}-${index + 1}`;
  const selected = chapter.manifest.steps.flatMap(({ tests }) => tests).filter((title) => title.includes(step.pattern));
  const problems: Problem[] = [];
  if (step.tag !== expectedTag) {
    problems.push(problem("STEP03", chapter, place, `第 ${index + 1} 步的标签该是 ${expectedTag}，不是 ${step.tag}。`, `The tag of step ${index + 1} should be ${expectedTag}, not ${step.tag}.`));
  }
  if (selected.length === 0) {
    problems.push(problem("STEP01", chapter, place, `模式“${step.pattern}”一个测试也选不中。`, `The pattern "${step.pattern}" selects no test.`));
  }
  for (const title of selected.filter((one) => !step.tests.includes(one))) {
    problems.push(problem("STEP01", chapter, place, `模式“${step.pattern}”选中了别的步骤的测试：${title}`, `The pattern "${step.pattern}" selects another step's test: ${title}`));
  }
  const start = `${step.pattern} ${step.tag}：`;
  for (const title of step.tests.filter((one) => !one.startsWith(start) || one.length === start.length)) {
    problems.push(problem("STEP03", chapter, place, `测试名该以“${start}”开头，后面是规则：${title}`, `The title should start with "${start}" and go on with the rule: ${title}`));
  }
  return problems;
}

function repeatedTitles(survey: CourseSurvey, chapter: ReadableChapter): readonly Problem[] {
  const earlierAndOwn = survey.chapters.filter(isReadable).filter(({ number }) => number <= chapter.number);
  const titles = earlierAndOwn.flatMap(({ manifest }) => manifest.steps.flatMap(({ tests }) => tests));
  const own = new Set(chapter.manifest.steps.flatMap(({ tests }) => tests));
  return [...own]
    .filter((title) => titles.indexOf(title) !== titles.lastIndexOf(title))
    .map((title) => problem("STEP03", chapter, `chapters/${chapter.stem}/chapter.json`, `这个测试名出现了不止一次：${title}`, `The title occurs more than once: ${title}`));
}

/** The grades of every step's hints. */
const GRADES = ["1", "2", "3"];

function incompleteHints(chapter: ReadableChapter): readonly Problem[] {
  const sections = sectionsOf(chapter.room.get("hints.md") ?? "", "## ");
  return chapter.manifest.steps.flatMap(({ tag, pattern }) => {
    const heading = `${tag} ${pattern}`;
    const hints = sectionsOf(sections.get(heading) ?? "", "### ");
    const missing = GRADES.filter((grade) => (hints.get(grade) ?? "").trim() === "");
    if (missing.length === 0) return [];
    return [problem("STEP06", chapter, `chapters/${chapter.stem}/hints.md`, `“## ${heading}”缺第 ${missing.join("、")} 级。`, `"## ${heading}" lacks grade ${missing.join(", ")}.`)];
  });
}

/** The text below each heading of one level, by the heading's words. */
function sectionsOf(markdown: string, mark: string): ReadonlyMap<string, string> {
  const sections = `\n${markdown}`.split(`\n${mark}`).slice(1);
  return new Map(sections.map((section) => [section.split("\n", 1)[0]?.trim() ?? "", section.slice(section.split("\n", 1)[0]?.length ?? 0)]));
}

function unknownCommands(survey: CourseSurvey, chapter: ReadableChapter, text: string, learnerCommands: readonly string[]): readonly Problem[] {
  return quotedCommands(chapter.room.get(text) ?? "")
    .filter((command) => !isYielded(command.text, survey, chapter, learnerCommands))
    .map(({ text: command, line }) => problem("STEP04", chapter, `chapters/${chapter.stem}/${text}:${line}`, `清单给不出这条命令：${command}`, `The manifest does not yield: ${command}`));
}

function staleQuotations(survey: CourseSurvey, chapter: ReadableChapter, text: string): readonly Problem[] {
  return sourceQuotations(chapter.room.get(text) ?? "").flatMap(({ file, lines }) => {
    const skeleton = chapter.room.get(file.replace(/^src\//, "skeleton/")) ?? "";
    const known = new Set([survey.street.get(file) ?? "", skeleton].flatMap((source) => source.split("\n")).map((line) => line.trim()));
    return lines
      .filter((line) => !isElision(line.text) && !known.has(line.text.trim()))
      .map((line) => problem("STEP05", chapter, `chapters/${chapter.stem}/${text}:${line.line}`, `${file} 里没有这一行：${line.text.trim()}`, `${file} has no such line: ${line.text.trim()}`));
  });
}

/** A blank line, or one that says that something is left out. */
function isElision(line: string): boolean {
  return /^\s*(?:\/\/\s*)?(?:…|\.\.\.)?\s*$/.test(line);
}

function problem(code: Problem["code"], chapter: ReadableChapter, place: string, zh: string, en: string): Problem {
  return { code, chapter: chapter.stem, place, detail: { zh, en } };
}

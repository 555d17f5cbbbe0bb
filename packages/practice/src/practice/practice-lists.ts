/** The lists that `practice` prints: chapters with their steps, and a chapter's bug hunts. */

import type { Chapter, Course } from "../course.ts";
import type { Language } from "../locale.ts";
import { practiceMessages } from "./practice-messages.ts";

export function formatChapters(course: Course, language: Language, json: boolean): string {
  if (json) return `${JSON.stringify({ chapters: course.chapters.map((chapter) => chapterAsJson(chapter, language)) }, null, 2)}\n`;
  const lines = course.chapters.flatMap((chapter) => [
    `${chapter.stem}  ${chapter.title[language]}`,
    ...chapter.steps.map((step) => `  ${step.tag}  ${step.pattern}  ${step.title[language]}`),
  ]);
  return `${lines.join("\n")}\n`;
}

/** Only the chapters, for whoever has named another. */
export function formatChapterNames(course: Course, language: Language): string {
  return course.chapters.map((chapter) => `  ${chapter.stem}  ${chapter.title[language]}`).join("\n");
}

/** By title: where the fault is stays for the learner to find. */
export function formatBreaks(chapter: Chapter, language: Language, json: boolean): string {
  const breaks = chapter.breaks.map(({ id, title }) => ({ id, title: title[language] }));
  if (json) return `${JSON.stringify({ chapter: chapter.number, breaks }, null, 2)}\n`;
  const say = practiceMessages[language];
  if (breaks.length === 0) return `${say.noBreaks(chapter.number)}\n`;
  const width = Math.max(...breaks.map(({ id }) => id.length));
  const lines = breaks.map(({ id, title }) => `  ${id.padEnd(width)}  ${title}`);
  return `${[say.breaks(chapter.number, chapter.title), ...lines].join("\n")}\n`;
}

function chapterAsJson({ number, stem, title, steps }: Chapter, language: Language): object {
  return {
    number,
    stem,
    title: title[language],
    steps: steps.map((step) => ({ tag: step.tag, pattern: step.pattern, title: step.title[language], tests: step.tests.length })),
  };
}

/** The ways to name a chapter: `7`, `07`, `ch07`, and the stem `07-agent-loop`. */

import type { Chapter, Course } from "../course.ts";

/** The chapter that a word names; `undefined` for any other word. */
export function findChapter(course: Course, word: string): Chapter | undefined {
  return course.chapters.find((chapter) => namesOf(chapter).includes(word));
}

function namesOf({ number, stem }: Chapter): readonly string[] {
  return [number, String(Number(number)), `ch${number}`, stem];
}

/** Whether a word is only a number: in the place of a directory it is a second chapter, typed by mistake. */
export function isBareNumber(word: string): boolean {
  return /^\d+$/.test(word);
}

/** A practice directory made from the checkout, with only the chapter's own sources from somebody else's. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PracticeDirectory } from "../check/practice-directory.ts";
import type { Chapter, Course } from "../course.ts";
import type { Language } from "../locale.ts";
import { parsePracticeRecord, PRACTICE_RECORD_PATH } from "../practice-record.ts";
import { readMaterial } from "../practice/practice-material.ts";
import { planPractice, type ReplacedSource } from "../practice/practice-plan.ts";

export interface TrustedDirectory extends PracticeDirectory {
  /** Removes it; synchronous, so that a signal's handler can. */
  remove(): void;
}

/** What a check reads: no second copies, no engine. */
const IS_NEEDED = (path: string) => !path.startsWith(".practice/") || path === PRACTICE_RECORD_PATH;

/** @throws {CourseError} when the checkout lacks a file */
export function makeTrustedDirectory(course: Course, chapter: Chapter, sources: ReadonlyMap<string, ReplacedSource>, language: Language): TrustedDirectory {
  const plan = planPractice(readMaterial(course, chapter, sources, language));
  const root = mkdtempSync(join(realpathSync.native(tmpdir()), "pi-check-"));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    for (const step of plan) {
      if (step.kind === "write" && IS_NEEDED(step.path)) write(join(root, step.path), step.content);
      // Linked one by one: the checkout's whole `node_modules` would lead to the reference.
      if (step.kind === "package") link(step.from, join(root, step.path));
    }
    const record = plan.find((step) => step.path === PRACTICE_RECORD_PATH);
    if (record?.kind !== "write") throw new Error("the plan has no record");
    return { root, record: parsePracticeRecord(String(record.content)), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function write(place: string, content: string | Uint8Array): void {
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, content);
}

function link(from: string, place: string): void {
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(from, place, "junction");
}

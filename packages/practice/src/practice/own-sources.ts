/** `--from`: which sources of another practice directory are the learner's own, and what is wrong with them. */

import fs from "node:fs";
import path from "node:path";
import { chaptersUpTo, sourcePathOf, type Chapter, type Course } from "../course.ts";
import { hashOf, parsePracticeRecord, PRACTICE_RECORD_PATH, type PracticeRecord } from "../practice-record.ts";
import { TAKEN_PATH, type ReplacedSource } from "./practice-plan.ts";
import { reachableFrom } from "./relative-imports.ts";

/** What a skeleton's bodies say, in every language of the course. */
const NOT_IMPLEMENTED = "尚未实现";

export type OwnSources =
  /** By their path relative to the directory (POSIX separators). */
  | { readonly kind: "taken"; readonly files: ReadonlyMap<string, ReplacedSource> }
  | { readonly kind: "not-a-practice-directory"; readonly reason: "absent" | "no-record" | "unreadable-record" }
  | { readonly kind: "another-course"; readonly course: string }
  /** Sources of earlier chapters that the directory was made with, or that it is to write, and no longer has. */
  | { readonly kind: "missing"; readonly files: readonly string[] }
  /** Sources of earlier chapters that are still to be written. */
  | { readonly kind: "unfinished"; readonly files: readonly string[] }
  /** Sources that are symlinks, folders or devices. */
  | { readonly kind: "irregular"; readonly files: readonly string[] };

/**
 * The learner's own sources in a practice directory, for a new directory of `chapter`.
 *
 * Taken are: what she wrote as that directory's own chapter; what she changed of earlier chapters; what
 * was itself taken there with `--from`; and further modules that these import. Of `chapter` itself only
 * where the directory is of the same chapter, finished or not, unless it is still the untouched
 * skeleton. Chapters that the directory is not concerned with come from the reference; a source that it
 * was given and has no more is missing, and nothing stands in for it.
 *
 * @param skeletonHashes hashes of the course's skeletons, by their sources' paths
 */
export function readOwnSources(directory: string, course: Course, chapter: Chapter, skeletonHashes: ReadonlyMap<string, string>): OwnSources {
  const read = readRecord(directory);
  if ("reason" in read) return { kind: "not-a-practice-directory", reason: read.reason };
  const { record } = read;
  if (record.course !== course.name) return { kind: "another-course", course: record.course };
  const sources = sourceFiles(directory, record);
  const taken = new Map<string, Uint8Array>();
  const missing: string[] = [];
  const irregular: string[] = [];
  const unfinished: string[] = [];
  const isUntouched = (file: string, content: Uint8Array) => [record.skeletons.get(file), skeletonHashes.get(file)].includes(hashOf(content));
  for (const owner of chaptersUpTo(course, chapter)) {
    if (owner.number > record.chapter || (owner === chapter && record.chapter !== chapter.number)) continue;
    for (const source of owner.sources) {
      const file = sourcePathOf(course, source);
      const content = sources.get(file);
      if (content === undefined) {
        if (owner !== chapter && record.files.has(file)) missing.push(file);
      } else if (content === "irregular") irregular.push(file);
      else if (owner === chapter) {
        if (!isUntouched(file, content)) taken.set(file, content);
      } else if (owner.number === record.chapter || read.taken.has(file) || record.files.get(file) !== hashOf(content)) {
        if (isUntouched(file, content) || saysNotImplemented(content)) unfinished.push(file);
        taken.set(file, content);
      }
    }
  }
  for (const [file, content] of furtherModules(taken, sources, course, chapter)) {
    if (content === "irregular") irregular.push(file);
    else taken.set(file, content);
  }
  if (irregular.length > 0) return { kind: "irregular", files: irregular };
  if (missing.length > 0) return { kind: "missing", files: missing };
  if (unfinished.length > 0) return { kind: "unfinished", files: unfinished };
  return { kind: "taken", files: new Map([...taken].map(([file, content]) => [file, { content, origin: "learner" }])) };
}

type SourceContent = Uint8Array | "irregular";

function saysNotImplemented(content: Uint8Array): boolean {
  return Buffer.from(content).includes(NOT_IMPLEMENTED);
}

/** Modules of the learner's own making that her sources lead to, and that no chapter up to this one owns. */
function furtherModules(
  taken: ReadonlyMap<string, Uint8Array>,
  sources: ReadonlyMap<string, SourceContent>,
  course: Course,
  chapter: Chapter,
): ReadonlyMap<string, SourceContent> {
  const owned = new Set(chaptersUpTo(course, chapter).flatMap((owner) => owner.sources.map((source) => sourcePathOf(course, source))));
  const textOf = (file: string) => {
    const content = owned.has(file) ? taken.get(file) : sources.get(file);
    return content === undefined || content === "irregular" ? undefined : Buffer.from(content).toString("utf8");
  };
  const reached = [...taken.keys()].flatMap((file) => [...reachableFrom(file, textOf)]);
  return new Map(reached.filter((file) => !owned.has(file)).flatMap((file) => {
    const content = sources.get(file);
    return content === undefined ? [] : [[file, content] as const];
  }));
}

/** Everything in the directory's `src/`, by path; only regular files are read. */
function sourceFiles(directory: string, record: PracticeRecord): ReadonlyMap<string, SourceContent> {
  const folder = `${record.package}/src`;
  const real = fs.realpathSync.native(directory);
  const place = path.join(real, folder);
  if (!fs.existsSync(place)) return new Map();
  const isElsewhere = fs.realpathSync.native(place) !== place;
  return new Map(
    fs.readdirSync(place, { withFileTypes: true }).map((entry) => {
      const content = entry.isFile() && !isElsewhere ? fs.readFileSync(path.join(place, entry.name)) : ("irregular" as const);
      return [`${folder}/${entry.name}`, content];
    }),
  );
}

type RecordReading =
  | { readonly record: PracticeRecord; readonly taken: ReadonlySet<string> }
  | { readonly reason: "absent" | "no-record" | "unreadable-record" };

function readRecord(directory: string): RecordReading {
  const file = path.join(directory, PRACTICE_RECORD_PATH);
  if (!fs.existsSync(directory)) return { reason: "absent" };
  if (!fs.existsSync(file)) return { reason: "no-record" };
  try {
    return { record: parsePracticeRecord(fs.readFileSync(file, "utf8")), taken: takenIn(directory) };
  } catch {
    return { reason: "unreadable-record" };
  }
}

/** The note is a convenience: one that cannot be read counts as absent. */
function takenIn(directory: string): ReadonlySet<string> {
  try {
    const note: unknown = JSON.parse(fs.readFileSync(path.join(directory, TAKEN_PATH), "utf8"));
    return new Set(Array.isArray(note) ? note.filter((file) => typeof file === "string") : []);
  } catch {
    return new Set();
  }
}

/** Proof 8: a built practice directory holds nothing that only the reference, or a later chapter, has. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { CourseSurvey, ReadableChapter } from "./course-survey.ts";
import type { Findings, Note, Problem } from "./problem.ts";
import { leaksIn, type LeakedLine, type SecretLines } from "./secret-lines.ts";

/** The texts that may quote the reference on purpose, by their paths in a practice directory. */
const QUOTING_TEXTS = ["README.md", ".practice/hints.md", ".practice/given/README.md"];

/** What must not be found in a chapter's practice directory. */
export interface Secrets {
  readonly lines: SecretLines;
  /** The files of later chapters, by their paths in the course package. */
  readonly laterFiles: ReadonlySet<string>;
}

/** @param directory a practice directory (absolute), built from the skeleton */
export function proveLeaks(survey: CourseSurvey, chapter: ReadableChapter, directory: string, { lines, laterFiles }: Secrets): Findings {
  const files = filesIn(directory);
  const leaked = files
    .filter((file) => !isGit(file))
    .flatMap((file) => leaksOf(file, leaksIn(file, readFileSync(path.join(directory, file), "utf8"), lines)));
  const quoted = leaked.filter(({ file }) => QUOTING_TEXTS.includes(file));
  return {
    problems: [
      ...leaked.filter((line) => !quoted.includes(line)).map((line) => leakProblem(chapter, line)),
      ...files.filter((file) => isOneOf(laterFiles, survey.packagePath, file)).map((file) => problem("LEAK02", chapter, file, "它属于后面的章节。", "It belongs to a later chapter.")),
      ...(files.some(isGit) ? [problem("LEAK03", chapter, ".git", "练习目录里有 .git。", "The practice directory has a .git.")] : []),
    ],
    notes: quoted.filter(({ file }) => !file.startsWith(".practice/given/")).map((line) => quotationNote(chapter, line)),
  };
}

/** How near two lines of one source stand to each other where they are one passage. */
const PASSAGE = 3;

/**
 * The engine is a program of its own. Two programs share idioms, line by line; they do not share
 * passages: there only two lines of one source, close to each other, count.
 */
function leaksOf(file: string, leaked: readonly LeakedLine[]): readonly LeakedLine[] {
  if (!file.startsWith(".practice/engine/")) return leaked;
  return leaked.filter((one) =>
    leaked.some((other) => other.source === one.source && other.text !== one.text && Math.abs(other.line - one.line) <= PASSAGE),
  );
}

/** Files of a directory, relative to it (POSIX separators); what npm installs is nobody's secret. */
function filesIn(directory: string): readonly string[] {
  const files: string[] = [];
  const waiting = [""];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readdirSync(path.join(directory, folder), { withFileTypes: true })) {
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== "node_modules") waiting.push(file);
      else if (entry.isFile()) files.push(file);
    }
  }
  return files.sort();
}

function isGit(file: string): boolean {
  return file.split("/").includes(".git");
}

/** Whether a file is one of `later` (paths in the course package), as it stands there or compiled. */
function isOneOf(later: ReadonlySet<string>, packagePath: string, file: string): boolean {
  const inPackage = file.replace(/^\.practice\/given\//, "").replace(`${packagePath}/`, "").replace(/^dist\//, "");
  return later.has(inPackage.replace(/(?:\.d\.ts|\.ts|\.js)(?:\.map)?$/, ".ts"));
}

function leakProblem(chapter: ReadableChapter, { file, line, text, source }: LeakedLine): Problem {
  const place = line === 0 ? file : `${file}:${line}`;
  return problem("LEAK01", chapter, place, `这一行只有 ${source} 才有：${text}`, `Only ${source} has this line: ${text}`);
}

function quotationNote(chapter: ReadableChapter, { file, line, text, source }: LeakedLine): Note {
  return {
    kind: "quoted-line",
    chapter: chapter.stem,
    place: `${file === "README.md" ? `chapters/${chapter.stem}/README.md` : `chapters/${chapter.stem}/hints.md`}:${line}`,
    detail: { zh: `引用了 ${source}：${text}`, en: `Quotes ${source}: ${text}` },
  };
}

function problem(code: Problem["code"], chapter: ReadableChapter, place: string, zh: string, en: string): Problem {
  return { code, chapter: chapter.stem, place, detail: { zh, en } };
}

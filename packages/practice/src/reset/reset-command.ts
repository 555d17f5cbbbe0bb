/** `npm run reset`: files go back to how they were given, the learner's own are kept, and can be had back. */

import { readdirSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { readFileSync } from "node:fs";
import { exitCodes, usageError } from "../course-error.ts";
import { pristine } from "../check/given-files.ts";
import { findPracticeDirectory, type PracticeDirectory } from "../check/practice-directory.ts";
import { createSavedFolder, SAVED_PATH, standsAt, writeWhole } from "../check/saved-files.ts";
import type { LearnerContext } from "../learner.ts";
import type { Language } from "../locale.ts";
import type { PracticeRecord } from "../practice-record.ts";

/** Replaces one file; `undefined` when it has that content already. */
interface Replacement {
  readonly path: string;
  readonly content: Uint8Array;
}

/** @throws {CourseError} exit 2 for an unknown file or time; exit 1 when a pristine copy is lost */
export async function resetCommand({ words, current, typedIn, engine, language, now, print, say }: LearnerContext): Promise<number> {
  const directory = findPracticeDirectory([current, engine], language);
  const request = parseWords(words, language);
  const replacements = request.restore === undefined ? givenOnes(directory, request.file, [typedIn, current], language) : savedOnes(directory, request.restore, language);
  const { root } = directory;
  const due = replacements.filter(({ path, content }) => !holds(join(root, path), content));
  const text = messages[language];
  if (due.length === 0) {
    say(`${text.nothingToDo}\n`);
    return exitCodes.done;
  }
  const folder = createSavedFolder(root, now());
  const saved = due.map(({ path, content }) => {
    const kept = standsAt(join(root, path)) ? folder.take(path) : undefined;
    writeWhole(join(root, path), content);
    return kept;
  });
  due.forEach(({ path }, index) => say(`${text.replaced(path, saved[index])}\n`));
  const time = saved.find((path) => path !== undefined)?.split("/")[2];
  if (time !== undefined) say(`\n${text.howToUndo}\n  npm run reset -- --restore ${time}\n`);
  print(due.map(({ path }) => `${path}\n`).join(""));
  return exitCodes.done;
}

function parseWords(words: readonly string[], language: Language): { readonly file?: string; readonly restore?: string } {
  const [first, second, ...rest] = words;
  const { usage } = messages[language];
  if (first === undefined) return {};
  if (first === "--restore" && second !== undefined && rest.length === 0) return { restore: second };
  if (first.startsWith("--") || second !== undefined) throw usageError(messages[language].badWords(words.join(" ")), usage);
  return { file: first };
}

/** The skeletons of the chapter's sources, or the one given file that was named. */
function givenOnes({ root, record }: PracticeDirectory, file: string | undefined, places: readonly string[], language: Language): readonly Replacement[] {
  const paths = file === undefined ? record.sources : [givenPath(root, record, file, places, language)];
  return paths.map((path) => ({ path, content: pristine(root, record, path, language) }));
}

/** A file may be named from where the user is, from the directory's root, from the package, or by its bare name. */
function givenPath(root: string, record: PracticeRecord, file: string, places: readonly string[], language: Language): string {
  const known = [...record.files.keys()];
  const asTyped = file.replaceAll(sep, "/").replace(/^\.\//, "");
  const candidates = [...places.map((place) => relative(root, resolve(place, file)).split(sep).join("/")), asTyped, `${record.package}/${asTyped}`];
  const exact = candidates.find((candidate) => record.files.has(candidate));
  const byName = known.filter((path) => path.endsWith(`/${asTyped}`) || path.endsWith(`/${asTyped}.ts`));
  const found = exact ?? (byName.length === 1 ? byName[0] : undefined);
  if (found === undefined) throw usageError(messages[language].unknownFile(file), [messages[language].files, ...record.sources.map((path) => `  ${path}`)].join("\n"));
  return found;
}

/** What an earlier command of ours has put aside. */
function savedOnes({ root }: PracticeDirectory, time: string, language: Language): readonly Replacement[] {
  const times = namesIn(join(root, SAVED_PATH));
  if (!times.includes(time)) {
    throw usageError(messages[language].unknownTime(time), [messages[language].times, ...times.map((name) => `  ${name}`)].join("\n"));
  }
  const folder = join(root, SAVED_PATH, time);
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(folder, path).split(sep).join("/"), content: readFileSync(path) }));
}

function namesIn(folder: string): readonly string[] {
  return standsAt(folder) ? readdirSync(folder).sort() : [];
}

function holds(path: string, content: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(content);
  } catch {
    return false;
  }
}

const messages = {
  zh: {
    usage: "用法：npm run reset [-- <文件> | --restore <时间>]",
    badWords: (words: string) => `看不懂：${words}`,
    nothingToDo: "已经是这个样子了，什么也没有改。",
    replaced: (path: string, saved: string | undefined) => (saved === undefined ? `${path} 放好了` : `${path} 换好了；原来的在 ${saved}`),
    howToUndo: "想要回原来的：",
    unknownFile: (file: string) => `发下来的文件里没有 ${file}。`,
    files: "本章要写的文件：",
    unknownTime: (time: string) => `没有这个时间的存档：${time}`,
    times: "有这些：",
  },
  en: {
    usage: "Usage: npm run reset [-- <file> | --restore <time>]",
    badWords: (words: string) => `These words are not understood: ${words}`,
    nothingToDo: "It is like that already; nothing was changed.",
    replaced: (path: string, saved: string | undefined) => (saved === undefined ? `${path} is in place` : `${path} was replaced; the old one is ${saved}`),
    howToUndo: "To have the old files back:",
    unknownFile: (file: string) => `${file} is none of the given files.`,
    files: "The files of this chapter:",
    unknownTime: (time: string) => `Nothing was saved at this time: ${time}`,
    times: "There are:",
  },
};

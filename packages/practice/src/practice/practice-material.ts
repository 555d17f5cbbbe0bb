/** Reads from the checkout what the plan of a practice directory is made from. */

import fs from "node:fs";
import path from "node:path";
import { chaptersUpTo, roomOf, sourcePathOf, suiteOf, type Chapter, type Course } from "../course.ts";
import { CourseError } from "../course-error.ts";
import type { Language } from "../locale.ts";
import { commandsOf, dependencyClosure, type LockedPackage, type LockedPackages } from "./dependencies.ts";
import { learnerScripts } from "./learner-scripts.ts";
import type { PracticeMaterial, ReplacedSource } from "./practice-plan.ts";
import { workspaceFiles, type PackageManifest } from "./workspace-files.ts";

/** What a course is built with, wherever it is built. */
const BUILD_TOOLS = ["typescript", "@types/node"];

/** Folders of the engine that only the repository's own commands use. */
const REPOSITORY_ONLY = ["practice", "verify", "check-outside", "new-chapter", "bench"];

/** @throws {CourseError} naming the file that the checkout lacks */
export function readMaterial(course: Course, chapter: Chapter, replaced: ReadonlyMap<string, ReplacedSource>, language: Language): PracticeMaterial {
  const rootManifest = readManifest(course, "package.json", language);
  const courseManifest = readManifest(course, `${course.package}/package.json`, language);
  const locked = lockedFor(course, courseManifest, language);
  const packages = installedAmong(course, locked, language);
  const engine = engineFiles(course.root);
  const workspace = workspaceFiles({
    name: `practice-${chapter.stem}`,
    coursePackage: course.package,
    courseManifest,
    engines: rootManifest["engines"],
    devDependencies: pickVersions(rootManifest["devDependencies"] ?? {}),
    scripts: learnerScripts(course.name, new Set(engine.keys())),
    locked,
    installed: new Set(packages.keys()),
  });
  const texts = readTexts(course, chapter, language);
  return { course, chapter, texts, replaced, workspace, packages, commands: commandsOf(locked), engine };
}

/** The text of a file of the checkout, by its path relative to the root. */
export function readCheckoutText(course: Course, file: string, language: Language): string {
  try {
    return fs.readFileSync(path.join(course.root, file), "utf8");
  } catch (error) {
    throw new CourseError(...messages[language].missing(file, (error as NodeJS.ErrnoException).code ?? String(error)));
  }
}

function readTexts(course: Course, chapter: Chapter, language: Language): ReadonlyMap<string, string> {
  const room = roomOf(course, chapter);
  const earlier = chaptersUpTo(course, chapter).filter((owner) => owner !== chapter);
  const files = [
    "tsconfig.base.json",
    `${course.package}/tsconfig.json`,
    `${room}/README.md`,
    `${room}/hints.md`,
    ...chapter.sources.map((source) => `${room}/skeleton/${source}`),
    ...earlier.flatMap((owner) => owner.sources.map((source) => sourcePathOf(course, source))),
    ...chaptersUpTo(course, chapter).map((owner) => suiteOf(course, owner)),
    ...supportPaths(course),
  ];
  return new Map(files.map((file) => [file, readCheckoutText(course, file, language)]));
}

function supportPaths(course: Course): readonly string[] {
  const folder = `${course.package}/test/support`;
  return filesUnder(path.join(course.root, folder)).filter((file) => file.endsWith(".ts")).map((file) => `${folder}/${file}`);
}

function lockedFor(course: Course, courseManifest: PackageManifest, language: Language): ReadonlyMap<string, LockedPackage> {
  const packages = readManifest(course, "package-lock.json", language)["packages"] as LockedPackages;
  const names = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((field) => Object.keys(courseManifest[field] ?? {}));
  return new Map([...dependencyClosure(packages, "", BUILD_TOOLS), ...dependencyClosure(packages, course.package, names)]);
}

function installedAmong(course: Course, locked: ReadonlyMap<string, LockedPackage>, language: Language): ReadonlyMap<string, string> {
  const installed = new Map<string, string>();
  for (const [place, { optional }] of locked) {
    const folder = path.join(course.root, place);
    if (fs.existsSync(path.join(folder, "package.json"))) installed.set(place, folder);
    else if (optional !== true) throw new CourseError(...messages[language].notInstalled(place));
  }
  return installed;
}

function pickVersions(dependencies: object): { readonly [name: string]: string } {
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => BUILD_TOOLS.includes(name)));
}

function engineFiles(root: string): ReadonlyMap<string, string> {
  const compiled = path.join(root, "packages/practice/dist/src");
  const files = filesUnder(compiled).filter((file) => /\.[cm]?js$/.test(file) && !REPOSITORY_ONLY.includes(file.split("/")[0] ?? ""));
  return new Map(files.map((file) => [file, path.join(compiled, file)]));
}

function readManifest(course: Course, file: string, language: Language): PackageManifest {
  const text = readCheckoutText(course, file, language);
  try {
    return JSON.parse(text) as PackageManifest;
  } catch (error) {
    throw new CourseError(...messages[language].missing(file, (error as SyntaxError).message));
  }
}

/** Relative to the folder, POSIX separators, sorted. */
function filesUnder(folder: string): readonly string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort();
}

interface Messages {
  readonly missing: (file: string, reason: string) => readonly [string, string];
  readonly notInstalled: (place: string) => readonly [string, string];
}

const messages: { readonly [L in Language]: Messages } = {
  zh: {
    missing: (file, reason) => [`课程仓库里的 ${file} 读不出来：${reason}`, "补好这个文件，再运行同一条命令。"],
    notInstalled: (place) => [`课程仓库里缺 ${place}。`, "在课程仓库里运行 npm ci，再运行同一条命令。"],
  },
  en: {
    missing: (file, reason) => [`${file} of the course's repository cannot be read: ${reason}`, "Restore this file, then run the same command again."],
    notInstalled: (place) => [`${place} is missing in the course's repository.`, "Run npm ci in the course's repository, then run the same command again."],
  },
};

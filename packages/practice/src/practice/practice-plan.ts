/** The plan of a practice directory: what it will hold, as a list of steps that nothing has been done for yet. */

import { chaptersUpTo, roomOf, sourcePathOf, suiteOf, type Chapter, type Course } from "../course.ts";
import { formatPracticeRecord, hashOf, PRACTICE_RECORD_FORMAT, PRACTICE_RECORD_PATH, type PracticeRecord } from "../practice-record.ts";
import { ownerOfSupport } from "./support-owner.ts";
import type { WorkspaceFiles } from "./workspace-files.ts";

/** Where a file's content comes from. */
export type Origin = "generated" | "workspace" | "reference" | "skeleton" | "fault" | "learner" | "suite" | "support" | "text";

/** All paths are relative to the practice directory, with POSIX separators; `from` is absolute. */
export type PlanStep =
  | { readonly kind: "write"; readonly path: string; readonly content: string | Uint8Array; readonly origin: Origin }
  /** A file of the compiled engine. */
  | { readonly kind: "copy"; readonly path: string; readonly from: string }
  /** An installed package, file by file: hard-linked, or copied where a link cannot be made. */
  | { readonly kind: "package"; readonly path: string; readonly from: string }
  /** A link to a folder in the directory. */
  | { readonly kind: "folder-link"; readonly path: string; readonly to: string }
  /** `node_modules/.bin/<name>`, which runs `script`, a path relative to `.bin`. */
  | { readonly kind: "command"; readonly path: string; readonly script: string };

/** A source that does not come from the reference or the skeleton: the learner's own, or a faulty one. */
export interface ReplacedSource {
  readonly content: string | Uint8Array;
  readonly origin: "learner" | "fault";
}

/** Everything that the plan is made from. */
export interface PracticeMaterial {
  readonly course: Course;
  readonly chapter: Chapter;
  /** Texts of the checkout by their path relative to its root: sources, skeletons, suites, support, texts. */
  readonly texts: ReadonlyMap<string, string>;
  /** Sources from elsewhere by their path relative to the directory. */
  readonly replaced: ReadonlyMap<string, ReplacedSource>;
  readonly workspace: WorkspaceFiles;
  /** Installed packages and the folders that they are in, by their place: `node_modules/typescript`. */
  readonly packages: ReadonlyMap<string, string>;
  /** Commands of `node_modules/.bin` and their scripts, relative to it. */
  readonly commands: ReadonlyMap<string, string>;
  /** The compiled engine's files (absolute), by their path relative to `.practice/engine`. */
  readonly engine: ReadonlyMap<string, string>;
}

/** Which of a directory's sources are the learner's own: taken over with `--from`. */
export const TAKEN_PATH = ".practice/taken.json";

const GIVEN = ".practice/given";
const ENGINE = ".practice/engine";

/**
 * The steps in the order in which they are performed. The record is the last: a directory that has one
 * is complete.
 */
export function planPractice(material: PracticeMaterial): readonly PlanStep[] {
  const given = givenFiles(material);
  return [
    ...packageSteps(material),
    ...given,
    ...pristineFiles(material, given),
    ...[...material.engine].map(([path, from]) => ({ kind: "copy", path: `${ENGINE}/${path}`, from }) as const),
    // The engine is ESM whatever becomes of the directory's own package.json.
    write(`${ENGINE}/package.json`, '{ "type": "module" }\n', "generated"),
    write(".practice/hints.md", textAt(material, `${roomOf(material.course, material.chapter)}/hints.md`), "text"),
    ...takenNote(material),
    write(PRACTICE_RECORD_PATH, formatPracticeRecord(recordOf(material, given)), "generated"),
  ];
}

/** One line a step, for people. */
export function describeStep(step: PlanStep): string {
  switch (step.kind) {
    case "write":
      return `write    ${step.path}  (${step.origin})`;
    case "copy":
      return `copy     ${step.path}  <- ${step.from}`;
    case "package":
      return `install  ${step.path}  <- ${step.from}`;
    case "folder-link":
      return `link     ${step.path}  -> ${step.to}`;
    case "command":
      return `command  ${step.path}  -> ${step.script}`;
    default:
      return step satisfies never;
  }
}

type WriteStep = Extract<PlanStep, { kind: "write" }>;

/** The files that stand outside `.practice` and `node_modules`: the ones that have a hash in the record. */
function givenFiles(material: PracticeMaterial): readonly WriteStep[] {
  const { course, chapter, workspace } = material;
  return [
    write("README.md", textAt(material, `${roomOf(course, chapter)}/README.md`), "text"),
    write("package.json", workspace.packageJson, "generated"),
    write("package-lock.json", workspace.packageLock, "generated"),
    write("tsconfig.base.json", textAt(material, "tsconfig.base.json"), "workspace"),
    write(".gitignore", "node_modules/\ndist/\n", "generated"),
    write(`${course.package}/package.json`, workspace.coursePackageJson, "generated"),
    write(`${course.package}/tsconfig.json`, textAt(material, `${course.package}/tsconfig.json`), "workspace"),
    ...sourceFiles(material),
    ...chaptersUpTo(course, chapter).map((earlier) => write(suiteOf(course, earlier), textAt(material, suiteOf(course, earlier)), "suite")),
    ...supportFiles(material),
  ];
}

function sourceFiles(material: PracticeMaterial): readonly WriteStep[] {
  const { course, chapter, replaced } = material;
  const owned = chaptersUpTo(course, chapter).flatMap((owner) =>
    owner.sources.map((source) => {
      const path = sourcePathOf(course, source);
      const other = replaced.get(path);
      if (other !== undefined) return write(path, other.content, other.origin);
      return owner === chapter ? write(path, skeletonOf(material, source), "skeleton") : write(path, textAt(material, path), "reference");
    }),
  );
  const known = new Set(owned.map((step) => step.path));
  const further = [...replaced].filter(([path]) => !known.has(path)).map(([path, { content, origin }]) => write(path, content, origin));
  return [...owned, ...further];
}

function supportFiles(material: PracticeMaterial): readonly WriteStep[] {
  const { course, chapter, texts } = material;
  const support = new Map([...texts].filter(([path]) => path.startsWith(`${course.package}/test/support/`)));
  return [...support]
    .filter(([path]) => (ownerOfSupport(course, path, support)?.number ?? "") <= chapter.number)
    .map(([path, text]) => write(path, text, "support"));
}

/** What `check` restores and `reset` goes back to: the given files, with the skeletons for the chapter's own sources. */
function pristineFiles(material: PracticeMaterial, given: readonly WriteStep[]): readonly WriteStep[] {
  const skeletons = skeletonsOf(material);
  return given.map((step) => {
    const skeleton = skeletons.get(step.path);
    return skeleton === undefined ? { ...step, path: `${GIVEN}/${step.path}` } : write(`${GIVEN}/${step.path}`, skeleton, "skeleton");
  });
}

function takenNote({ replaced }: PracticeMaterial): readonly WriteStep[] {
  const taken = [...replaced].filter(([, { origin }]) => origin === "learner").map(([path]) => path);
  return taken.length === 0 ? [] : [write(TAKEN_PATH, `${JSON.stringify(taken, null, 2)}\n`, "generated")];
}

function packageSteps({ course, packages, commands, workspace }: PracticeMaterial): readonly PlanStep[] {
  return [
    ...[...packages].map(([path, from]) => ({ kind: "package", path, from }) as const),
    { kind: "folder-link", path: `node_modules/${course.name}`, to: course.package },
    ...[...commands].map(([name, script]) => ({ kind: "command", path: `node_modules/.bin/${name}`, script }) as const),
    write("node_modules/.package-lock.json", workspace.hiddenLock, "generated"),
  ];
}

function recordOf(material: PracticeMaterial, given: readonly WriteStep[]): PracticeRecord {
  const { course, chapter } = material;
  return {
    format: PRACTICE_RECORD_FORMAT,
    course: course.name,
    courseVersion: course.version,
    chapter: chapter.number,
    stem: chapter.stem,
    title: chapter.title,
    package: course.package,
    sources: chapter.sources.map((source) => sourcePathOf(course, source)),
    suites: chaptersUpTo(course, chapter).map(({ number, steps, ...owner }) => ({ chapter: number, file: suiteOf(course, { number, steps, ...owner }), steps })),
    files: new Map(given.map(({ path, content }) => [path, hashOf(content)])),
    skeletons: new Map([...skeletonsOf(material)].map(([path, text]) => [path, hashOf(text)])),
  };
}

/** The chapter's skeletons by the paths of their sources. */
function skeletonsOf(material: PracticeMaterial): ReadonlyMap<string, string> {
  const { course, chapter } = material;
  return new Map(chapter.sources.map((source) => [sourcePathOf(course, source), skeletonOf(material, source)]));
}

function skeletonOf(material: PracticeMaterial, source: string): string {
  return textAt(material, `${roomOf(material.course, material.chapter)}/skeleton/${source}`);
}

function textAt({ texts }: PracticeMaterial, path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw new Error(`the plan needs ${path}, which was not read`);
  return text;
}

function write(path: string, content: string | Uint8Array, origin: Origin): WriteStep {
  return { kind: "write", path, content, origin };
}

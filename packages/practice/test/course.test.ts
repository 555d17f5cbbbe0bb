import { test } from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { loadCourse } from "../src/course.ts";
import { CourseError, exitCodes } from "../src/course-error.ts";
import { miniCourse } from "./support/repository.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

test("a course is a workspace package with chapters, read in the order of their numbers", () => {
  const course = loadCourse(miniCourse, "en");

  assert.equal(course.name, "@mini/course");
  assert.equal(course.package, "packages/mini-course");
  assert.deepEqual(course.chapters.map(({ number, stem }) => [number, stem]), [["01", "01-words"], ["02", "02-lines"], ["03", "03-relay"]]);
});

test("a chapter.json that is no JSON is named", () => {
  const root = copyOfMiniCourse();
  fs.writeFileSync(chapterFile(root, "02-lines"), "{");

  assert.throws(() => loadCourse(root, "en"), courseError("packages/mini-course/chapters/02-lines/chapter.json"));
});

test("a field of another shape is named with its path", () => {
  const root = copyOfMiniCourse();
  editChapter(root, "02-lines", (manifest) => ({ ...manifest, steps: [{ tag: 1 }] }));

  assert.throws(() => loadCourse(root, "en"), courseError("steps[0].tag"));
});

test("a room without a chapter.json is named", () => {
  const root = copyOfMiniCourse();
  fs.rmSync(chapterFile(root, "03-relay"));

  assert.throws(() => loadCourse(root, "en"), courseError("packages/mini-course/chapters/03-relay/chapter.json", "ENOENT"));
});

test("a manifest whose number is not the folder's is refused", () => {
  const root = copyOfMiniCourse();
  editChapter(root, "03-relay", (manifest) => ({ ...manifest, number: "04" }));

  assert.throws(() => loadCourse(root, "en"), courseError("03-relay/chapter.json", "number"));
});

test("two rooms of one number are refused", () => {
  const root = copyOfMiniCourse();
  fs.cpSync(path.dirname(chapterFile(root, "03-relay")), path.dirname(chapterFile(root, "03-zones")), { recursive: true });

  assert.throws(() => loadCourse(root, "en"), courseError("number 03 is taken twice"));
});

test("a checkout without chapters has no course", () => {
  const root = copyOfMiniCourse();
  fs.rmSync(path.join(root, "packages/mini-course/chapters"), { recursive: true });

  assert.throws(() => loadCourse(root, "en"), courseError("no course"));
});

test("of several courses one is chosen by its package's name", () => {
  const root = copyOfMiniCourse();
  const second = path.join(root, "packages/second-course");
  fs.cpSync(path.join(root, "packages/mini-course"), second, { recursive: true });
  fs.writeFileSync(path.join(second, "package.json"), JSON.stringify({ name: "@mini/second", version: "1.0.0" }));

  const chosen = loadCourse(root, "en", "@mini/second");

  assert.equal(chosen.package, "packages/second-course");
  assert.throws(() => loadCourse(root, "en"), (error) => error instanceof CourseError && error.exitCode === exitCodes.usage);
});

function copyOfMiniCourse(): string {
  const root = path.join(temporaryFolder(), "checkout");
  fs.cpSync(miniCourse, root, { recursive: true });
  return root;
}

function chapterFile(root: string, stem: string): string {
  return path.join(root, "packages/mini-course/chapters", stem, "chapter.json");
}

function editChapter(root: string, stem: string, edit: (manifest: object) => object): void {
  const file = chapterFile(root, stem);
  fs.writeFileSync(file, JSON.stringify(edit(JSON.parse(fs.readFileSync(file, "utf8")) as object)));
}

function courseError(...words: readonly string[]): (error: unknown) => boolean {
  return (error) => error instanceof CourseError && words.every((word) => error.problem.includes(word));
}

import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import assert from "node:assert/strict";
import { loadCourse } from "../src/course.ts";
import { problemCodes } from "../src/verify/problem-codes.ts";
import { repository } from "./support/repository.ts";

const chapters = path.join(repository, loadCourse(repository, "en").package, "chapters");

for (const guide of ["README.md", "README.zh-CN.md"]) {
  test(`the instructor's guide ${guide} explains every code of verify, by its name, and no other`, () => {
    const rows = fs.readFileSync(path.join(chapters, guide), "utf8").matchAll(/^\| `([A-Z]+\d\d)` \| ([a-z-]+) \|/gm);

    const explained = [...rows].map(([, code, name]) => `${code} ${name}`);

    assert.deepEqual(explained, Object.entries(problemCodes).map(([code, { name }]) => `${code} ${name}`));
  });
}

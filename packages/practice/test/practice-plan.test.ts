import { test } from "node:test";
import assert from "node:assert/strict";
import { loadCourse } from "../src/course.ts";
import { commandsOf, dependencyClosure } from "../src/practice/dependencies.ts";
import { describeStep, planPractice, type PracticeMaterial } from "../src/practice/practice-plan.ts";
import { relativeImports } from "../src/practice/relative-imports.ts";
import { ownerOfSupport } from "../src/practice/support-owner.ts";
import { miniCourse } from "./support/repository.ts";

const course = loadCourse(miniCourse, "en");

test("a plan is a list that can be read before anything is done, and the record is its last step", () => {
  const plan = planPractice(material()).map(describeStep);

  assert.deepEqual(plan, [
    "install  node_modules/typescript  <- /checkout/node_modules/typescript",
    "link     node_modules/@mini/course  -> packages/mini-course",
    "command  node_modules/.bin/tsc  -> ../typescript/bin/tsc",
    "write    node_modules/.package-lock.json  (generated)",
    ...givenSteps(""),
    ...givenSteps(".practice/given/").map((line) => line.replace("(learner)", "(skeleton)")),
    "copy     .practice/engine/learner.js  <- /checkout/learner.js",
    "write    .practice/engine/package.json  (generated)",
    "write    .practice/hints.md  (text)",
    "write    .practice/taken.json  (generated)",
    "write    .practice/practice.json  (generated)",
  ]);
});

test("the same material gives the same plan", () => {
  assert.deepEqual(planPractice(material()), planPractice(material()));
});

test("a support file belongs to the highest chapter that it leads to through other support files", () => {
  const support = (file: string) => `packages/mini-course/test/support/${file}`;
  const texts = new Map([
    [support("none.ts"), "export {};"],
    [support("direct.ts"), 'import type { X } from "../../src/lines.ts";'],
    [support("indirect.ts"), 'import { y } from "./direct.ts";\nimport "../../src/words.ts";'],
    [support("circle.ts"), 'export * from "./circle.ts"; export * from "./indirect.ts";'],
  ]);

  const owners = [...texts.keys()].map((file) => ownerOfSupport(course, file, texts)?.number);

  assert.deepEqual(owners, ["01", "02", "02", "02"]);
});

test("relative imports are found in every form", () => {
  const text = `
    import a from "./a.ts";
    import { b,
      c } from '../b.ts';
    import type { D } from "./d.ts";
    export * from "./e.ts";
    import "./f.ts";
    const g = await import("./g.ts");
    type H = import("./h.ts").H;
    import fs from "node:fs";`;

  assert.deepEqual(relativeImports(text), ["./a.ts", "../b.ts", "./d.ts", "./e.ts", "./f.ts", "./g.ts", "./h.ts"]);
});

test("the packages of a directory are those that its names lead to, the nearest first", () => {
  const locked = {
    "node_modules/a": { version: "1.0.0", dependencies: { b: "2" }, optionalDependencies: { c: "1" }, bin: { a: "bin/a.js" } },
    "node_modules/a/node_modules/b": { version: "2.0.0", bin: { b: "b.js" } },
    "node_modules/b": { version: "1.0.0" },
    "node_modules/c": { version: "1.0.0", peerDependencies: { a: "1", absent: "1" } },
    "node_modules/other": { version: "1.0.0" },
  };

  const packages = dependencyClosure(locked, "", ["a"]);

  assert.deepEqual([...packages.keys()], ["node_modules/a", "node_modules/a/node_modules/b", "node_modules/c"]);
  assert.deepEqual([...commandsOf(packages)], [["a", "../a/bin/a.js"]]);
});

/** Chapter 02, with the learner's own source of the same chapter. */
function material(): PracticeMaterial {
  const chapter = course.chapters[1];
  if (chapter === undefined) throw new Error("the mini course has a second chapter");
  const [pkg, room] = ["packages/mini-course", "packages/mini-course/chapters/02-lines"];
  const files = ["tsconfig.base.json", `${pkg}/tsconfig.json`, `${room}/README.md`, `${room}/hints.md`, `${room}/skeleton/lines.ts`, `${pkg}/src/words.ts`, `${pkg}/test/01-words.test.ts`, `${pkg}/test/02-lines.test.ts`];
  return {
    course,
    chapter,
    texts: new Map(files.map((file) => [file, `// ${file}\n`])),
    replaced: new Map([[`${pkg}/src/lines.ts`, { content: "// mine\n", origin: "learner" }]]),
    workspace: { packageJson: "{}", packageLock: "{}", hiddenLock: "{}", coursePackageJson: "{}" },
    packages: new Map([["node_modules/typescript", "/checkout/node_modules/typescript"]]),
    commands: new Map([["tsc", "../typescript/bin/tsc"]]),
    engine: new Map([["learner.js", "/checkout/learner.js"]]),
  };
}

function givenSteps(under: string): readonly string[] {
  const files = [
    ["README.md", "text"],
    ["package.json", "generated"],
    ["package-lock.json", "generated"],
    ["tsconfig.base.json", "workspace"],
    [".gitignore", "generated"],
    ["packages/mini-course/package.json", "generated"],
    ["packages/mini-course/tsconfig.json", "workspace"],
    ["packages/mini-course/src/words.ts", "reference"],
    ["packages/mini-course/src/lines.ts", "learner"],
    ["packages/mini-course/test/01-words.test.ts", "suite"],
    ["packages/mini-course/test/02-lines.test.ts", "suite"],
  ];
  return files.map(([file, origin]) => `write    ${under}${file}  (${origin})`);
}

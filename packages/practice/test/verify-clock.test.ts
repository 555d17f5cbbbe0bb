import fs from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { clockUses } from "../src/verify/clock-uses.ts";
import { CourseCompiler } from "../src/verify/course-compiler.ts";
import { moduleReferences } from "../src/verify/module-syntax.ts";
import { mutantsOf } from "../src/verify/mutants/mutant.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const folder = temporaryFolder();
fs.mkdirSync(path.join(folder, "src"));
fs.writeFileSync(path.join(folder, "tsconfig.json"), '{ "compilerOptions": { "strict": true, "module": "NodeNext", "types": [] }, "include": ["src"] }');
const modules = new Map<string, string>();
let compiler: CourseCompiler | undefined;

/** Writes the module before the compiler looks for the first time. */
function module(name: string, text: string): string {
  fs.writeFileSync(path.join(folder, "src", name), text);
  modules.set(`src/${name}`, text);
  return `src/${name}`;
}

function treeOf(file: string) {
  compiler ??= new CourseCompiler(folder);
  const tree = compiler.sourceFile(file);
  assert.ok(tree);
  return tree;
}

after(() => compiler?.close());

const clocks = module(
  "clocks.ts",
  `import { setTimeout as sleep } from "node:timers/promises";
setTimeout(() => {}, 1);
globalThis.setInterval(() => {}, 1);
const now = Date.now() + new Date().getTime();
const started = performance.now();
process.hrtime.bigint();
AbortSignal.timeout(5);
test("t", { timeout: 5 }, () => {});
context.mock.timers.enable();
Math.random();
const later = globalThis.Date;
`,
);
const timeless = module(
  "timeless.ts",
  `const epoch = new Date(0);
const isDate = (value: unknown): value is Date => value instanceof Date;
interface Limits { timeout: number; setTimeout(): void; Date: string }
const limits = { timeout: 1, performance: 2 };
run({ timeout: 5 });
limits.performance;
setImmediate(() => {});
// setTimeout(() => {}, 1)
const word = "Date.now()";
`,
);
const imports = module(
  "imports.ts",
  `import "./a.ts";
export * from "./b.ts";
type C = import("./c.ts").C;
const d = await import("./d.ts");
const text = 'import "./e.ts"';
`,
);
const mutable = module(
  "mutable.ts",
  `export function firstLine(lines: readonly string[], from: number): string {
  if (from < lines.length && lines.length > 1) return lines[from] ?? "";
  return "";
}
`,
);

test("every use of a clock is found at its line", () => {
  const uses = clockUses(treeOf(clocks)).map(({ what, line }) => `${line} ${what}`);

  assert.deepEqual(uses, [
    "1 node:timers/promises",
    "2 setTimeout",
    "3 setInterval",
    "4 Date",
    "4 Date",
    "5 performance",
    "6 process.hrtime",
    "7 AbortSignal.timeout",
    "8 test({ timeout })",
    "9 mock.timers",
    "10 Math.random",
    "11 Date",
  ]);
});

test("given dates, types, properties, texts and setImmediate are no clock", () => {
  assert.deepEqual(clockUses(treeOf(timeless)), []);
});

test("imports are found in code and in types, not in texts", () => {
  const specifiers = moduleReferences(treeOf(imports)).map(({ specifier }) => specifier);

  assert.deepEqual(specifiers, ["./a.ts", "./b.ts", "./c.ts", "./d.ts"]);
});

test("mutants change one place each, and those that do not type-check are known as such", () => {
  const mutants = mutantsOf(mutable, treeOf(mutable));
  const faults = new Set(mutants.map(({ fault }) => fault));
  const accepted = mutants.filter(({ text }) => compiler?.problemsWith(mutable, text, [mutable]).length === 0);

  assert.ok(["negated condition", "swapped operator", "dropped operand", "off by one", "removed return"].every((fault) => faults.has(fault)));
  assert.equal(new Set(mutants.map(({ text }) => text)).size, mutants.length);
  assert.ok(accepted.some(({ fault, replacement }) => fault === "swapped operator" && replacement === "<="));
  assert.ok(accepted.every(({ fault }) => fault !== "removed return"), "a path without a return is a type error");
  assert.equal(treeOf(mutable).text, modules.get(mutable), "the other versions leave no trace");
});

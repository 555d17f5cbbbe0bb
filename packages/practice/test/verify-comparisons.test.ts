import { test } from "node:test";
import assert from "node:assert/strict";
import { compareDeclarations, describeDifference } from "../src/verify/declarations.ts";
import { drawMatrix, idleTests } from "../src/verify/kill-matrix.ts";
import { problemCodes, proofs } from "../src/verify/problem-codes.ts";
import { leaksIn, secretLines } from "../src/verify/secret-lines.ts";

test("declarations are equal in any order and style of import, without private members", () => {
  const reference = 'import { type C, type D } from "./c.ts";\n' + "export interface A {\n    x: string;\n}\nexport declare class B {\n    #private;\n    private readonly kept;\n    push(): void;\n}\nexport {};\n";
  const skeleton = 'import type { C, D } from "./c.ts";\n' + "export declare class B {\n    push(): void;\n}\nexport interface A {\n    x: string;\n}\n";

  assert.equal(describeDifference(compareDeclarations(reference, skeleton)), "");
});

test("a private constructor, a field and an export more are differences, shown as a diff", () => {
  const reference = "export declare class B {\n    private constructor();\n}\n";
  const skeleton = "export declare class B {\n}\nexport declare const extra: number;\n";

  const described = describeDifference(compareDeclarations(reference, skeleton));

  assert.equal(described, "- export declare class B {\n-     private constructor();\n- }\n+ export declare class B {\n+ }\n+ export declare const extra: number;");
});

test("a secret is a telling line that no open text has", () => {
  const reference = "  const refusals = calls.map((call) => refuse(call, reason));\n  return undefined;\n  transcript.push(assistantMessage, resultOf(call));\n";

  const secrets = secretLines(new Map([["src/a.ts", reference]]), ["transcript.push(assistantMessage, resultOf(call))"]);

  assert.deepEqual([...secrets], [["const refusals = calls.map((call) => refuse(call, reason))", "src/a.ts"]]);
});

test("a secret is found however it is indented, commented, listed, or wrapped in a source map", () => {
  const line = "const refusals = calls.map((call) => refuse(call, reason));";
  const secrets = secretLines(new Map([["src/a.ts", line]]), []);
  const map = JSON.stringify({ sourcesContent: [`first\n  ${line}\n`] });
  const inlined = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString("base64")}`;

  const found = (file: string, text: string) => leaksIn(file, text, secrets).map((leak) => leak.line);

  assert.deepEqual(found("a.ts", `x\n   // ${line}\n`), [2]);
  assert.deepEqual(found("a.md", `- ${line}`), [1]);
  assert.deepEqual(found("a.js.map", map), [0]);
  assert.deepEqual(found("a.js", inlined), [0]);
  assert.deepEqual(found("a.ts", "const refusals = calls.map((call) => refuse(call));"), []);
});

test("the kill matrix names the tests that no break turns red", () => {
  const matrix = { tests: ["一", "二"], reds: new Map([["first", ["一"]], ["second", []]]) };

  assert.deepEqual(idleTests(matrix), ["二"]);
  assert.deepEqual(drawMatrix(matrix), ["1  first (1)", "2  second (0)", "", "1 2", "x .        一", ". .  idle  二"]);
});

test("every proof has codes, and every code names its problem once", () => {
  const codes = Object.entries(problemCodes);

  assert.deepEqual([...new Set(codes.map(([, { proof }]) => proof))], [...proofs]);
  assert.equal(new Set(codes.map(([, { name }]) => name)).size, codes.length);
});

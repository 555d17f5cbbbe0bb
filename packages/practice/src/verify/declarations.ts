/** Compares the public surface of two versions of a module by the declarations that TypeScript emits. */

/** Statements that only one of the two versions declares. */
export interface DeclarationDifference {
  readonly onlyExpected: readonly string[];
  readonly onlyActual: readonly string[];
}

/**
 * The declarations (`.d.ts` texts, emitted without comments) that differ, in whichever order they
 * stand. Private members are nobody else's business and do not count; a private constructor does.
 */
export function compareDeclarations(expected: string, actual: string): DeclarationDifference {
  const wanted = publicStatements(expected);
  const given = publicStatements(actual);
  return {
    onlyExpected: wanted.filter((statement) => !given.includes(statement)),
    onlyActual: given.filter((statement) => !wanted.includes(statement)),
  };
}

/** A difference as a short diff: `-` what the reference declares, `+` what the skeleton declares. */
export function describeDifference({ onlyExpected, onlyActual }: DeclarationDifference): string {
  const marked = (mark: string, statements: readonly string[]): string[] =>
    statements.flatMap((statement) => statement.split("\n").map((line) => `${mark} ${line}`));
  return [...marked("-", onlyExpected), ...marked("+", onlyActual)].join("\n");
}

/** Statements start in the first column; what follows indented, or closes a brace, belongs to them. */
function publicStatements(declarations: string): readonly string[] {
  return declarations
    .split(/^(?=[a-zA-Z@#])/m)
    .map((statement) => statement.split("\n").filter((line) => !isPrivateMember(line)).join("\n").trimEnd())
    .map(withTypeImports)
    .filter((statement) => statement !== "" && statement !== "export {};");
}

function isPrivateMember(line: string): boolean {
  return /^\s*\/\/#/.test(line) || /^\s+(?:static )?(?:#private;|private (?!constructor\b))/.test(line);
}

/** `import { type A }` and `import type { A }` mean the same in a declaration. */
function withTypeImports(statement: string): string {
  const [, names = "", from = ""] = /^import (?:type )?\{ (.*) \} (from .*)$/.exec(statement) ?? [];
  return from === "" ? statement : `import type { ${names.replace(/\btype /g, "")} } ${from}`;
}

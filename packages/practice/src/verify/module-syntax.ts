/** What the proofs need to know of a module's syntax, read from TypeScript's own tree. */

import {
  getTokenPosOfNode,
  isCallExpression,
  isExportDeclaration,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isStringLiteral,
  SyntaxKind,
  type Node,
  type SourceFile,
} from "typescript/unstable/ast";

/** Calls `visit` on a node and on everything below it, top down. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  node.forEachChild((child) => {
    walk(child, visit);
    return undefined;
  });
}

/** Calls `visit` on everything below a node, top down, with its parent; what `passOver` names is left out whole. */
export function walkWithParents(parent: Node, passOver: (node: Node) => boolean, visit: (node: Node, parent: Node) => void): void {
  parent.forEachChild((child) => {
    if (!passOver(child)) {
      visit(child, parent);
      walkWithParents(child, passOver, visit);
    }
    return undefined;
  });
}

/** The line that a node starts at, from 1. */
export function lineOf(file: SourceFile, node: Node): number {
  return file.getLineAndCharacterOfPosition(getTokenPosOfNode(node, file)).line + 1;
}

export interface ModuleReference {
  readonly specifier: string;
  /** From 1. */
  readonly line: number;
}

/** Every module that a file refers to: imports, re-exports, `import()` in code and in types. */
export function moduleReferences(file: SourceFile): readonly ModuleReference[] {
  const references: ModuleReference[] = [];
  walk(file, (node) => {
    const specifier = specifierOf(node);
    if (specifier !== undefined && isStringLiteral(specifier)) {
      references.push({ specifier: specifier.text, line: lineOf(file, specifier) });
    }
  });
  return references;
}

function specifierOf(node: Node): Node | undefined {
  if (isImportDeclaration(node) || isExportDeclaration(node)) return node.moduleSpecifier;
  if (isImportTypeNode(node)) return isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  if (isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword) return node.arguments[0];
  return undefined;
}

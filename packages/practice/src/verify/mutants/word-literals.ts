/** The string literals that are words of the code: `"stop"`, `"tool-use"`; no texts, no module names. */

import { isLiteralTypeNode, isStringLiteral, SyntaxKind, type Node, type SourceFile } from "typescript/unstable/ast";
import { walkWithParents } from "../module-syntax.ts";

/** The words that a module compares with and answers with, each once, top down. */
export function wordLiterals(syntax: SourceFile): readonly string[] {
  const words = new Set<string>();
  walkWithParents(syntax, () => false, (node, parent) => {
    if (isStringLiteral(node) && isWordOfCode(node, parent)) words.add(node.text);
  });
  return [...words];
}

export function isWordOfCode(node: { readonly text: string }, parent: Node): boolean {
  const namesModule = parent.kind === SyntaxKind.ImportDeclaration || parent.kind === SyntaxKind.ExportDeclaration;
  return !namesModule && /^[a-zA-Z][\w-]*$/.test(node.text) && !isLiteralTypeNode(parent);
}

/** The systematic faults: for every place of a module, the small changes that a tired hand might make. */

import {
  getTokenPosOfNode,
  isAwaitExpression,
  isBinaryExpression,
  isBlock,
  isBreakStatement,
  isCallExpression,
  isCaseClause,
  isConditionalExpression,
  isContinueStatement,
  isDoStatement,
  isExpressionStatement,
  isForStatement,
  isIfStatement,
  isNumericLiteral,
  isPostfixUnaryExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isSpreadElement,
  isStringLiteral,
  isThrowStatement,
  isTypeNode,
  isWhileStatement,
  SyntaxKind,
  type Node,
  type SourceFile,
} from "typescript/unstable/ast";
import { walkWithParents } from "../module-syntax.ts";
import { isWordOfCode, wordLiterals } from "./word-literals.ts";

/** One change of the text: characters `start` to `end` (exclusive) become `replacement`. */
export interface Fault {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** What was done, in two or three words. */
  readonly fault: string;
}

const SWAPPED_OPERATORS: { readonly [operator: string]: readonly string[] } = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "&&": ["||"],
  "||": ["&&"],
  "+=": ["-=", "="],
  "-=": ["+=", "="],
};

const SWAPPED_METHODS: { readonly [method: string]: string } = {
  some: "every",
  every: "some",
  push: "unshift",
  unshift: "push",
  shift: "pop",
  pop: "shift",
  min: "max",
  max: "min",
  startsWith: "endsWith",
  endsWith: "startsWith",
  indexOf: "lastIndexOf",
  lastIndexOf: "indexOf",
};

/** Every fault of a module. Types are left alone: they do nothing at run time. */
export function faultsAt(syntax: SourceFile): readonly Fault[] {
  const faults: Fault[] = [];
  const at = placesIn(syntax);
  const words = wordLiterals(syntax);
  walkWithParents(syntax, isTypeOnly, (node, parent) => {
    faults.push(
      ...conditionFaults(node, at),
      ...operatorFaults(node, at),
      ...statementFaults(node, at),
      ...literalFaults(node, parent, at, words),
      ...propertyFaults(node, at),
    );
  });
  return faults;
}

/** Makes faults at nodes of one file. */
interface Places {
  readonly textOf: (node: Node) => string;
  readonly replace: (node: Node, replacement: string, fault: string) => Fault;
}

function placesIn(syntax: SourceFile): Places {
  const startOf = (node: Node): number => getTokenPosOfNode(node, syntax);
  return {
    textOf: (node) => syntax.text.slice(startOf(node), node.end),
    replace: (node, replacement, fault) => ({ start: startOf(node), end: node.end, replacement, fault }),
  };
}

function conditionFaults(node: Node, at: Places): readonly Fault[] {
  const condition = conditionOf(node);
  if (condition === undefined || hasOpposite(condition)) return [];
  return [at.replace(condition, `!(${at.textOf(condition)})`, "negated condition")];
}

function conditionOf(node: Node): Node | undefined {
  if (isIfStatement(node) || isWhileStatement(node) || isDoStatement(node)) return node.expression;
  return isForStatement(node) || isConditionalExpression(node) ? node.condition : undefined;
}

/** Swapping the operator of an equality, or removing a negation, negates the condition already. */
function hasOpposite(condition: Node): boolean {
  if (isPrefixUnaryExpression(condition)) return condition.operator === SyntaxKind.ExclamationToken;
  const equalities = [SyntaxKind.EqualsEqualsEqualsToken, SyntaxKind.ExclamationEqualsEqualsToken];
  return isBinaryExpression(condition) && equalities.includes(condition.operatorToken.kind);
}

function operatorFaults(node: Node, at: Places): readonly Fault[] {
  if (isBinaryExpression(node)) {
    const operator = at.textOf(node.operatorToken);
    const swapped = (SWAPPED_OPERATORS[operator] ?? []).map((other) => at.replace(node.operatorToken, other, "swapped operator"));
    const dropsOperand = ["&&", "||", "??"].includes(operator);
    const sides = dropsOperand ? [node.left, node.right] : [];
    return [...swapped, ...sides.map((side) => at.replace(node, at.textOf(side), "dropped operand"))];
  }
  if (isPrefixUnaryExpression(node)) {
    const operand = at.textOf(node.operand);
    if (node.operator === SyntaxKind.ExclamationToken) return [at.replace(node, operand, "removed negation")];
    if (node.operator === SyntaxKind.PlusPlusToken) return [at.replace(node, `--${operand}`, "swapped operator")];
    if (node.operator === SyntaxKind.MinusMinusToken) return [at.replace(node, `++${operand}`, "swapped operator")];
  }
  if (isPostfixUnaryExpression(node)) {
    const other = node.operator === SyntaxKind.PlusPlusToken ? "--" : "++";
    return [at.replace(node, `${at.textOf(node.operand)}${other}`, "swapped operator")];
  }
  if (isAwaitExpression(node)) return [at.replace(node, at.textOf(node.expression), "removed await")];
  return [];
}

function statementFaults(node: Node, at: Places): readonly Fault[] {
  if (isExpressionStatement(node) || isThrowStatement(node) || isBreakStatement(node) || isContinueStatement(node)) {
    return [at.replace(node, ";", "removed statement")];
  }
  if (isReturnStatement(node)) return [at.replace(node, ";", "removed return")];
  if (isBlock(node) && node.statements.length > 0) return [at.replace(node, "{}", "emptied block")];
  // Without its statements a case falls through to the next one.
  if (isCaseClause(node) && node.statements.length > 0) {
    return [at.replace(node, `case ${at.textOf(node.expression)}:`, "emptied case")];
  }
  return [];
}

function literalFaults(node: Node, parent: Node, at: Places, words: readonly string[]): readonly Fault[] {
  if (node.kind === SyntaxKind.TrueKeyword) return [at.replace(node, "false", "swapped constant")];
  if (node.kind === SyntaxKind.FalseKeyword) return [at.replace(node, "true", "swapped constant")];
  if (isNumericLiteral(node)) {
    const value = Number(at.textOf(node).replaceAll("_", ""));
    return [value + 1, value - 1].filter((other) => other >= 0).map((other) => at.replace(node, String(other), "off by one"));
  }
  if (isStringLiteral(node) && isWordOfCode(node, parent)) {
    const other = words[(words.indexOf(node.text) + 1) % words.length] ?? node.text;
    return [at.replace(node, JSON.stringify(other), "swapped constant")];
  }
  return [];
}

function propertyFaults(node: Node, at: Places): readonly Fault[] {
  if (isSpreadAssignment(node) || isSpreadElement(node)) {
    return [at.replace(node, isSpreadAssignment(node) ? "...{}" : "...[]", "removed spread")];
  }
  // In an object an optional property may be missing; a required one fails the type check.
  if (isPropertyAssignment(node) || isShorthandPropertyAssignment(node)) return [at.replace(node, "...{}", "removed property")];
  if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
    const { name } = node.expression;
    const other = SWAPPED_METHODS[at.textOf(name)];
    return other === undefined ? [] : [at.replace(name, other, "swapped method")];
  }
  return [];
}

function isTypeOnly(node: Node): boolean {
  const kinds = [SyntaxKind.InterfaceDeclaration, SyntaxKind.TypeAliasDeclaration, SyntaxKind.ImportDeclaration];
  return kinds.includes(node.kind) || isTypeNode(node);
}

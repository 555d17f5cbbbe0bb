/** Where a module waits on wall time or reads it, by its syntax. */

import {
  isBinaryExpression,
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isTypeNode,
  SyntaxKind,
  type Node,
  type SourceFile,
} from "typescript/unstable/ast";
import { lineOf, moduleReferences, walkWithParents } from "./module-syntax.ts";

export interface ClockUse {
  /** What is used: `setTimeout`, `Date.now`. */
  readonly what: string;
  /** From 1. */
  readonly line: number;
}

const TIMER_FUNCTIONS = ["setTimeout", "setInterval"];
const CLOCK_MODULES = ["timers", "timers/promises", "perf_hooks"];

/** Members that read a clock, wait for one, or leave the outcome to chance. */
const CLOCK_MEMBERS: { readonly [object: string]: readonly string[] } = {
  process: ["hrtime", "uptime"],
  AbortSignal: ["timeout"],
  Atomics: ["wait", "waitAsync"],
  scheduler: ["wait"],
  mock: ["timers"],
  Math: ["random"],
};

/** Test functions whose options may carry a `timeout`. */
const TEST_FUNCTIONS = ["test", "it", "describe", "suite"];

/** Uses of a clock, top down. A date made from given parts (`new Date(0)`) is none. */
export function clockUses(file: SourceFile): readonly ClockUse[] {
  const uses: ClockUse[] = moduleReferences(file)
    .filter(({ specifier }) => CLOCK_MODULES.includes(specifier.replace(/^node:/, "")))
    .map(({ specifier, line }) => ({ what: specifier, line }));
  walkWithParents(file, isPassedOver, (node, parent) => {
    const what = clockUseAt(node, parent);
    if (what !== undefined) uses.push({ what, line: lineOf(file, node) });
  });
  return uses.sort((left, right) => left.line - right.line);
}

function clockUseAt(node: Node, parent: Node): string | undefined {
  if (isIdentifier(node)) return freeClockName(node.text, node, parent);
  if (isPropertyAccessExpression(node)) return clockMember(node.expression, node.name.text);
  if (isCallExpression(node) && isIdentifier(node.expression) && TEST_FUNCTIONS.includes(node.expression.text)) {
    return node.arguments.some((argument) => hasProperty(argument, "timeout")) ? `${node.expression.text}({ timeout })` : undefined;
  }
  return undefined;
}

function freeClockName(name: string, node: Node, parent: Node): string | undefined {
  const isMemberName = isPropertyAccessExpression(parent) && parent.name === node && !isGlobalObject(parent.expression);
  const isDeclared = "name" in parent && parent.name === node && !isPropertyAccessExpression(parent);
  if (isMemberName || isDeclared) return undefined;
  if (TIMER_FUNCTIONS.includes(name) || name === "performance") return name;
  return name === "Date" && !isTimeless(node, parent) ? name : undefined;
}

/** `new Date(0)` and `value instanceof Date` read no clock. */
function isTimeless(node: Node, parent: Node): boolean {
  if (isNewExpression(parent) && parent.expression === node) return (parent.arguments?.length ?? 0) > 0;
  return isBinaryExpression(parent) && parent.operatorToken.kind === SyntaxKind.InstanceOfKeyword;
}

function clockMember(object: Node, member: string): string | undefined {
  const name = isIdentifier(object) ? object.text : isPropertyAccessExpression(object) ? object.name.text : "";
  return CLOCK_MEMBERS[name]?.includes(member) ? `${name}.${member}` : undefined;
}

function isGlobalObject(node: Node): boolean {
  return isIdentifier(node) && ["globalThis", "global"].includes(node.text);
}

function hasProperty(node: Node, name: string): boolean {
  return (
    isObjectLiteralExpression(node) &&
    node.properties.some((property) => "name" in property && isIdentifier(property.name as Node) && (property.name as { text: string }).text === name)
  );
}

/** Types and imports: what does not run. */
function isPassedOver(node: Node): boolean {
  const kinds = [SyntaxKind.InterfaceDeclaration, SyntaxKind.TypeAliasDeclaration, SyntaxKind.ImportDeclaration];
  return isTypeNode(node) || kinds.includes(node.kind);
}

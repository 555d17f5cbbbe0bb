/** Describes whatever a test has thrown, for the probe. Total: getters and traps of the value may throw again. */

import type { ThrownDescription, ThrownFacts } from "./suite-records.ts" with { "resolution-mode": "import" };

const { AssertionError }: typeof import("node:assert") = require("node:assert");
const { inspect }: typeof import("node:util") = require("node:util");

const LONGEST_TEXT = 6_000;

module.exports = { causeOf, cut, describe, stackOf } satisfies ThrownDescription;

/** Node wraps what a test throws into an error of its own, with the thrown value as its cause. */
function causeOf(error: unknown): unknown {
  return attempt(() => (error as { readonly failureType?: string }).failureType !== undefined, false)
    ? (error as Error).cause
    : error;
}

function describe(thrown: unknown): ThrownFacts {
  const isError = attempt(() => thrown instanceof Error, false);
  if (!isError) return { kind: "value", name: typeof thrown, message: show(thrown), stack: "" };
  const error = thrown as NodeJS.ErrnoException;
  const facts = {
    name: attempt(() => `${error.name}`, "Error"),
    message: attempt(() => messageOf(error), "(its message cannot be read)"),
    ...attempt(() => (typeof error.code === "string" ? { code: cut(error.code) } : {}), {}),
    stack: stackOf(error),
  };
  if (!attempt(() => error instanceof AssertionError, false)) return { kind: "error", ...facts };
  return { kind: "assertion", ...facts, ...comparedValues(error as InstanceType<typeof AssertionError>) };
}

/** Some assertions compare nothing: their values say nothing that the message does not say. */
function comparedValues(error: InstanceType<typeof AssertionError>): Pick<ThrownFacts, "expected" | "actual"> {
  const operator = attempt(() => `${error.operator}`, "");
  if (operator === "fail" || operator === "==") return {};
  const actual = showProperty(error, "actual");
  if (operator.startsWith("not")) return { actual };
  const expected = showProperty(error, "expected");
  return expected === "undefined" && actual === "undefined" ? {} : { expected, actual };
}

/** Node appends its own diff to a message of ours; the report draws its own. */
function messageOf(error: Error): string {
  return cut(`${error.message}`.split("\n+ actual - expected")[0] ?? "");
}

function stackOf(error: Error): string {
  return attempt(() => cut(`${error.stack ?? ""}`), "");
}

function showProperty(error: InstanceType<typeof AssertionError>, key: "actual" | "expected"): string {
  return attempt(() => show(error[key]), "(cannot be read)");
}

function show(value: unknown): string {
  const options = { depth: 8, breakLength: 76, maxArrayLength: 50, maxStringLength: 2_000, customInspect: false };
  return cut(attempt(() => inspect(value, options), "(cannot be shown)"));
}

function cut(text: string, longest: number = LONGEST_TEXT): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

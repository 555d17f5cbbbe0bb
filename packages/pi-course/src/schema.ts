/** Schemas: one object describes arguments to a model and checks what the model sends. */

import type { JsonSchema } from "./model.ts";

/** One thing that is wrong with a value. `path` reads `limit`, `list[1]`, `options.deep[0].name`; the value itself is `""`. */
export interface ParseIssue {
  readonly path: string;
  readonly message: string;
}

/** What checking gives: a new, typed value, or everything that is wrong (at least one issue). */
export type ParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: ParseIssue[] };

/** Describes values of type `T` and checks them. */
export interface Schema<T> {
  /** JSON Schema, draft 2020-12: plain data without undefined keys. */
  readonly jsonSchema: JsonSchema;
  /**
   * Checks a value without coercion. Never throws, whatever it is given: what cannot be read is an issue.
   * The value in the answer is new and shares nothing with the input. All issues are listed, not only the first.
   */
  parse(value: unknown): ParseResult<T>;
}

/** A schema whose field may be left out of an object. */
export interface OptionalSchema<T> extends Schema<T | undefined> {
  readonly optional: true;
}

/** The type of the values that a schema accepts. */
export type Infer<S> = S extends Schema<infer T> ? T : never;

/** The fields of an object schema, by key. */
export type Fields = { readonly [key: string]: Schema<unknown> };

/** The object that the fields describe; an optional field's key may be absent. */
export type InferFields<F extends Fields> = Flat<
  { -readonly [K in keyof F as F[K] extends OptionalSchema<unknown> ? never : K]: Infer<F[K]> } & {
    -readonly [K in keyof F as F[K] extends OptionalSchema<unknown> ? K : never]?: Exclude<Infer<F[K]>, undefined>;
  }
>;

/** Shows an intersection as the one object type that it is. */
type Flat<T> = { [K in keyof T]: T[K] };

/** What a schema may say to the model in words. */
export interface Description {
  readonly description?: string;
}

/** The bounds of a number, both inclusive. */
export interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A string. `minLength` counts characters (code points), as JSON Schema does. */
export function string(options: Description & { readonly minLength?: number } = {}): Schema<string> {
  const { description, minLength } = options;
  return schemaOf({ type: "string", description, minLength }, (value) => {
    if (typeof value !== "string") return expected("a string", value);
    const length = [...value].length;
    return minLength !== undefined && length < minLength ? refused(`expected at least ${minLength} character(s), got ${length}`) : accepted(value);
  });
}

/** A finite number. */
export function number(options: Description & Bounds = {}): Schema<number> {
  return numeric("number", Number.isFinite, "a finite number", options);
}

/** A number without a fraction; 1.0 is one. */
export function integer(options: Description & Bounds = {}): Schema<number> {
  return numeric("integer", Number.isInteger, "an integer", options);
}

/** `true` or `false`, and nothing that merely counts as such. */
export function boolean(options: Description = {}): Schema<boolean> {
  const { description } = options;
  return schemaOf({ type: "boolean", description }, (value) => (typeof value === "boolean" ? accepted(value) : expected("a boolean", value)));
}

/**
 * One of the given values, exactly.
 *
 * @throws TypeError if no value is given
 */
export function literal<const T extends readonly (string | number | boolean | null)[]>(...values: T): Schema<T[number]> {
  if (values.length === 0) throw new TypeError("literal() needs at least one value.");
  const choices = values.map((choice) => JSON.stringify(choice)).join(" or ");
  return schemaOf(values.length === 1 ? { const: values[0] } : { enum: [...values] }, (value) => {
    const match = values.find((choice) => choice === value);
    return match === undefined ? expected(choices, value) : accepted(match);
  });
}

/** An array whose elements all satisfy `element`. */
export function array<T>(element: Schema<T>, options: Description = {}): Schema<T[]> {
  const { description } = options;
  return schemaOf({ type: "array", description, items: element.jsonSchema }, (value) => {
    if (!Array.isArray(value)) return expected("an array", value);
    const results = Array.from({ length: value.length }, (_, index) => within(`[${index}]`, () => element.parse(ownProperty(value, index))));
    const issues = results.flatMap(issuesOf);
    return issues.length > 0 ? { ok: false, issues } : accepted(results.flatMap((result) => (result.ok ? [result.value] : [])));
  });
}

/**
 * An object with these fields. The description is closed (`additionalProperties: false`); the check
 * drops unknown keys, since a model that adds one has still said everything that is needed.
 * Only own properties count as fields. A field that is undefined is absent.
 */
export function object<F extends Fields>(fields: F, options: Description = {}): Schema<InferFields<F>> {
  const { description } = options;
  const entries = Object.entries(fields);
  const required = entries.filter(([, field]) => !isOptional(field)).map(([key]) => key);
  // fromEntries defines own properties, also for a key such as __proto__.
  const properties = Object.fromEntries(entries.map(([key, field]) => [key, field.jsonSchema]));
  return schemaOf({ type: "object", description, properties, required, additionalProperties: false }, (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return expected("an object", value);
    const results = entries.map(([key, field]) => [key, within(segmentOf(key), () => parseField(field, ownProperty(value, key)))] as const);
    const issues = results.flatMap(([, result]) => issuesOf(result));
    if (issues.length > 0) return { ok: false, issues };
    const present = results.flatMap(([key, result]) => (result.ok && result.value !== undefined ? [[key, result.value]] : []));
    return accepted(Object.fromEntries(present) as InferFields<F>);
  });
}

/** A field that may be left out; `null`, which models often send for "nothing", counts as left out. */
export function optional<T>(schema: Schema<T>): OptionalSchema<T> {
  const check = (value: unknown): ParseResult<T | undefined> => (value === null || value === undefined ? accepted(undefined) : schema.parse(value));
  return { ...schemaOf(schema.jsonSchema, check), optional: true };
}

/** A schema that keeps both promises: no keyword is undefined, and nothing that `check` meets makes `parse` throw. */
function schemaOf<T>(keywords: JsonSchema, check: (value: unknown) => ParseResult<T>): Schema<T> {
  const jsonSchema = Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
  return { jsonSchema, parse: (value) => within("", () => check(value)) };
}

function numeric(type: string, belongs: (value: number) => boolean, name: string, options: Description & Bounds): Schema<number> {
  const { description, minimum, maximum } = options;
  return schemaOf({ type, description, minimum, maximum }, (value) => {
    if (typeof value !== "number" || !belongs(value)) return expected(name, value);
    if (minimum !== undefined && value < minimum) return refused(`expected at least ${minimum}, got ${value}`);
    if (maximum !== undefined && value > maximum) return refused(`expected at most ${maximum}, got ${value}`);
    return accepted(value);
  });
}

function parseField(field: Schema<unknown>, value: unknown): ParseResult<unknown> {
  return value === undefined && !isOptional(field) ? refused("is required") : field.parse(value);
}

function isOptional(schema: Schema<unknown>): boolean {
  return "optional" in schema && schema.optional === true;
}

/** Inherited properties are nobody's arguments. */
function ownProperty(container: object, key: PropertyKey): unknown {
  return Object.hasOwn(container, key) ? (container as Record<PropertyKey, unknown>)[key] : undefined;
}

/** The result of a check, its paths seen from the container. Reading a getter or a proxy may throw; that is an issue too. */
function within<T>(segment: string, check: () => ParseResult<T>): ParseResult<T> {
  try {
    const result = check();
    return result.ok ? result : { ok: false, issues: result.issues.map(({ path, message }) => ({ path: joined(segment, path), message })) };
  } catch {
    return { ok: false, issues: [{ path: segment, message: "cannot be read" }] };
  }
}

/** A key as a path writes it; one that is no identifier is quoted: `["a.b"]`. */
function segmentOf(key: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : `[${JSON.stringify(key)}]`;
}

function joined(outer: string, inner: string): string {
  return outer === "" || inner === "" || inner.startsWith("[") ? outer + inner : `${outer}.${inner}`;
}

function issuesOf(result: ParseResult<unknown>): ParseIssue[] {
  return result.ok ? [] : result.issues;
}

function accepted<T>(value: T): ParseResult<T> {
  return { ok: true, value };
}

function refused(message: string): ParseResult<never> {
  return { ok: false, issues: [{ path: "", message }] };
}

function expected(what: string, value: unknown): ParseResult<never> {
  return refused(`expected ${what}, got ${nameOf(value)}`);
}

/** What a value is. Of these only a number is told itself: a string may be long, or a secret. */
function nameOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === "number") return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

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
  throw new Error("第一步尚未实现：string() 检查字符串和 minLength；jsonSchema 留到第四步");
}

/** A finite number. */
export function number(options: Description & Bounds = {}): Schema<number> {
  throw new Error("第一步尚未实现：number() 检查有限的数和上下界；jsonSchema 留到第四步");
}

/** A number without a fraction; 1.0 is one. */
export function integer(options: Description & Bounds = {}): Schema<number> {
  throw new Error("第一步尚未实现：integer() 检查整数和上下界；jsonSchema 留到第四步");
}

/** `true` or `false`, and nothing that merely counts as such. */
export function boolean(options: Description = {}): Schema<boolean> {
  throw new Error("第一步尚未实现：boolean() 只接受 true 和 false；jsonSchema 留到第四步");
}

/**
 * One of the given values, exactly.
 *
 * @throws TypeError if no value is given
 */
export function literal<const T extends readonly (string | number | boolean | null)[]>(...values: T): Schema<T[number]> {
  throw new Error("第一步尚未实现：literal() 只接受列出的值；jsonSchema 留到第四步");
}

/** An array whose elements all satisfy `element`. */
export function array<T>(element: Schema<T>, options: Description = {}): Schema<T[]> {
  throw new Error("第一步尚未实现：array() 逐个检查元素，路径写成 [下标]；jsonSchema 留到第四步");
}

/**
 * An object with these fields. The description is closed (`additionalProperties: false`); the check
 * drops unknown keys, since a model that adds one has still said everything that is needed.
 * Only own properties count as fields. A field that is undefined is absent.
 */
export function object<F extends Fields>(fields: F, options: Description = {}): Schema<InferFields<F>> {
  throw new Error("第一步尚未实现：object() 逐个检查字段，收集全部 issue；jsonSchema 留到第四步");
}

/** A field that may be left out; `null`, which models often send for "nothing", counts as left out. */
export function optional<T>(schema: Schema<T>): OptionalSchema<T> {
  throw new Error("第二步尚未实现：optional() 把 null 和缺席当作没有");
}

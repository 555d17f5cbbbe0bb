/** Reads parsed JSON once, at the edge, and names the path of what is wrong. */

/** A place in a JSON document that has another shape than it should. */
export class JsonShapeError extends Error {
  readonly path: string;

  constructor(path: string, expected: string) {
    super(`${path === "" ? "the document" : path} should be ${expected}`);
    this.name = "JsonShapeError";
    this.path = path;
  }
}

/** Checks a value at a path and answers with it, typed. @throws {JsonShapeError} */
export type Reader<T> = (value: unknown, path: string) => T;

/** The value that a reader of an object's fields gives. */
export type Read<R> = R extends Reader<infer T> ? T : never;

export const readString: Reader<string> = (value, path) => {
  if (typeof value !== "string") throw new JsonShapeError(path, "a string");
  return value;
};

export const readNumber: Reader<number> = (value, path) => {
  if (typeof value !== "number") throw new JsonShapeError(path, "a number");
  return value;
};

/** A string that matches `pattern`; `expected` says so in words. */
export function readMatching(pattern: RegExp, expected: string): Reader<string> {
  return (value, path) => {
    if (typeof value !== "string" || !pattern.test(value)) throw new JsonShapeError(path, expected);
    return value;
  };
}

export function readArray<T>(item: Reader<T>): Reader<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new JsonShapeError(path, "an array");
    return value.map((entry, index) => item(entry, `${path}[${index}]`));
  };
}

/** An object used as a map from any key to one kind of value. */
export function readMap<T>(item: Reader<T>): Reader<ReadonlyMap<string, T>> {
  return (value, path) =>
    new Map(Object.entries(asObject(value, path)).map(([key, entry]) => [key, item(entry, join(path, key))]));
}

/** An object with these fields; unknown fields are refused, since they are mostly misspelt. */
export function readObject<F extends { readonly [key: string]: Reader<unknown> }>(
  fields: F,
): Reader<{ readonly [K in keyof F]: Read<F[K]> }> {
  return (value, path) => {
    const object = asObject(value, path);
    const unknownKey = Object.keys(object).find((key) => !Object.hasOwn(fields, key));
    if (unknownKey !== undefined) throw new JsonShapeError(join(path, unknownKey), "absent: no such field is known");
    const read: Record<string, unknown> = {};
    for (const [key, reader] of Object.entries(fields)) read[key] = reader(object[key], join(path, key));
    return read as { readonly [K in keyof F]: Read<F[K]> };
  };
}

/** An absent field reads as `fallback`. */
export function readOptional<T>(reader: Reader<T>, fallback: T): Reader<T> {
  return (value, path) => (value === undefined ? fallback : reader(value, path));
}

function asObject(value: unknown, path: string): { readonly [key: string]: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new JsonShapeError(path, "an object");
  return value as { readonly [key: string]: unknown };
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

/** Reads what a schema answers. */

import type { Schema } from "../../src/schema.ts";

/** The value that the schema accepts; undefined if it finds an issue. */
export function valueOf<T>(schema: Schema<T>, input: unknown): T | undefined {
  const result = schema.parse(input);
  return result.ok ? result.value : undefined;
}

/** The paths of all issues, sorted; `["accepted"]` if there are none. */
export function issuePaths(schema: Schema<unknown>, input: unknown): string[] {
  const result = schema.parse(input);
  return result.ok ? ["accepted"] : result.issues.map((issue) => issue.path).sort();
}

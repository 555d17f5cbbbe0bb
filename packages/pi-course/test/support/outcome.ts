/** What became of a promise, asked without waiting for it: a promise that never settles stops no test. */

import { atRest } from "./gate.ts";

/** A promise's state at rest. */
export type Outcome<T> = { readonly status: "pending" } | PromiseSettledResult<T>;

/** Lets everything run that can run without an outside event, then tells the state of `promise`. */
export async function outcomeOf<T>(promise: PromiseLike<T>): Promise<Outcome<T>> {
  let outcome: Outcome<T> = { status: "pending" };
  promise.then(
    (value) => {
      outcome = { status: "fulfilled", value };
    },
    (reason: unknown) => {
      outcome = { status: "rejected", reason };
    },
  );
  await atRest();
  return outcome;
}

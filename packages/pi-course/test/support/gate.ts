/** Gates: the tests' only source of order. No test waits for time to pass. */

/** A promise that its holder settles by hand. */
export interface Gate<T = void> {
  readonly promise: Promise<T>;
  open(value: T): void;
  fail(error: unknown): void;
}

/** Makes a closed gate. `open` and `fail` after the first are without effect. */
export function gate<T = void>(): Gate<T> {
  let open!: (value: T) => void;
  let fail!: (error: unknown) => void;
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open, fail };
}

/**
 * Resolves when everything that can run without an outside event has run: all microtasks are done
 * before the next macrotask starts. What has not happened by then is waiting for a gate.
 */
export async function atRest(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
}

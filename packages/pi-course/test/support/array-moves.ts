/** The work of a queue without a clock: how many places of arrays were moved or copied. */

const MOVERS = ["shift", "unshift", "splice", "slice", "concat", "filter", "toSpliced", "copyWithin", Symbol.iterator] as const;

/**
 * Runs `work` and counts, for each call of an array method that moves or copies, the length of its array.
 * A queue that touches only its ends stays at 0, one that tidies up now and then at a few places an item.
 * `work` is synchronous: the methods are replaced while it runs, and nobody else runs meanwhile.
 */
export function arrayMovesDuring(work: () => void): number {
  const prototype = Array.prototype as unknown as Record<PropertyKey, unknown>;
  const originals = MOVERS.filter((name) => name in prototype).map((name) => ({ name, original: Object.getOwnPropertyDescriptor(prototype, name)! }));
  let moves = 0;

  for (let at = 0; at < originals.length; at++) {
    const { name, original } = originals[at];
    const method = original.value as (...args: unknown[]) => unknown;
    const counting = function (this: ArrayLike<unknown>, ...args: unknown[]): unknown {
      moves += this.length;
      return Reflect.apply(method, this, args);
    };
    Object.defineProperty(prototype, name, { ...original, value: counting });
  }
  try {
    work();
  } finally {
    for (let at = 0; at < originals.length; at++) Object.defineProperty(prototype, originals[at].name, originals[at].original);
  }
  return moves;
}

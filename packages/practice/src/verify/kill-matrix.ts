/** Which test catches which break. */

export interface KillMatrix {
  /** The suite's tests, in order. */
  readonly tests: readonly string[];
  /** For every break that could be run, the titles that it turns red. */
  readonly reds: ReadonlyMap<string, readonly string[]>;
}

/** Tests that no break turns red: they may ask for nothing. */
export function idleTests({ tests, reds }: KillMatrix): readonly string[] {
  const busy = new Set([...reds.values()].flat());
  return tests.filter((title) => !busy.has(title));
}

/**
 * The matrix as a table: a numbered column for each break, a row for each test (Han titles last), `x` where
 * the break turns the test red, `idle` where none does.
 */
export function drawMatrix(matrix: KillMatrix): readonly string[] {
  const breaks = [...matrix.reds];
  const width = String(breaks.length).length;
  const cell = (mark: string): string => mark.padStart(width);
  const legend = breaks.map(([id, reds], index) => `${cell(String(index + 1))}  ${id} (${reds.length})`);
  const rows = matrix.tests.map((title) => {
    const marks = breaks.map(([, reds]) => cell(reds.includes(title) ? "x" : "."));
    const catches = breaks.some(([, reds]) => reds.includes(title));
    return `${marks.join(" ")}  ${catches ? "    " : "idle"}  ${title}`;
  });
  return [...legend, "", breaks.map((_, index) => cell(String(index + 1))).join(" "), ...rows];
}

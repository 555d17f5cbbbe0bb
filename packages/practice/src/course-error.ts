/** Expected failures: what is wrong, and the command or the act that helps. */

/** Exit codes of every command; 130 and 143 are left to signals. */
export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  nothingTested: 3,
  internal: 70,
} as const;

/**
 * A failure that its reader can mend. `runMain` prints both parts, without a stack, and exits with
 * `exitCode`; any other thrown value is a bug of the engine (stack, exit 70).
 */
export class CourseError extends Error {
  readonly problem: string;
  readonly remedy: string;
  readonly exitCode: number;

  constructor(problem: string, remedy: string, exitCode: number = exitCodes.refused) {
    super(`${problem}\n${remedy}`);
    this.name = "CourseError";
    this.problem = problem;
    this.remedy = remedy;
    this.exitCode = exitCode;
  }
}

/** Wrong words on the command line: exit 2. */
export function usageError(problem: string, remedy: string): CourseError {
  return new CourseError(problem, remedy, exitCodes.usage);
}

/**
 * The one `main` of a program: runs it, sets the exit code that it answers with, and prints what it
 * throws on stderr.
 */
export async function runMain(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (error instanceof CourseError) {
      process.stderr.write(`${error.problem}\n${error.remedy}\n`);
      process.exitCode = error.exitCode;
      return;
    }
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${stack}\n`);
    process.exitCode = exitCodes.internal;
  }
}

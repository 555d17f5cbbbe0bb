/** Bounds how many heavy jobs run at once, whichever chapter they come from. */

export class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  private readonly signal: AbortSignal;

  /** @param count how many jobs may run at once, at least 1 */
  constructor(count: number, signal: AbortSignal) {
    this.free = Math.max(1, count);
    this.signal = signal;
  }

  /**
   * Runs the job as soon as a slot is free; jobs start in the order in which they were given.
   * @throws the signal's reason for a job that has not started when it is aborted
   */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      this.signal.throwIfAborted();
      return await job();
    } finally {
      // The slot goes straight to the next job, so that nobody can slip in between.
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }
}

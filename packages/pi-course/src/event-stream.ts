/** An event stream: many events on the way, one result in the end. */

/**
 * A producer pushes events and ends the stream once, with a result or an error; one consumer iterates
 * the events; anyone may ask for the result.
 *
 * Events keep their order and wait for the consumer, whenever it comes. Concurrent `next()` calls are
 * served in the order in which they were made. After `end` the iterator gives what is queued and is done;
 * after `fail` it gives what is queued, throws the error once, and is done.
 *
 * `push` and `next` take constant time however much is queued, and what was consumed is released.
 */
export class EventStream<TEvent, TResult> implements AsyncIterable<TEvent> {
  // Never both: an event is queued only if nobody waits, and somebody waits only if nothing is queued.
  #queued = new Queue<TEvent>();
  readonly #waiting = new Queue<Deferred<IteratorResult<TEvent>>>();
  readonly #result = quietly(deferred<TResult>());
  #settled = false;
  #iterated = false;
  /** What the iterator meets behind the queue. */
  #rest: Rest = { kind: "more" };

  /**
   * Hands an event to the consumer, or keeps it until the consumer asks.
   * Returns false if the event was dropped: the stream has ended, or its consumer has left.
   */
  push(event: TEvent): boolean {
    if (this.#rest.kind !== "more") return false;
    if (this.#waiting.isEmpty) this.#queued.add(event);
    else this.#waiting.take().resolve({ value: event, done: false });
    return true;
  }

  /**
   * Ends the stream with its result. The first of `end` and `fail` wins; false for every later one.
   * As with any promise, a result that is itself a promise is awaited before `result()` settles.
   */
  end(result: TResult): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#result.resolve(result);
    this.#finish({ kind: "done" });
    return true;
  }

  /** Ends the stream with an error, of any type. The first of `end` and `fail` wins; false for every later one. */
  fail(error: unknown): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#result.reject(error);
    this.#finish({ kind: "error", error });
    return true;
  }

  /** The result, or a rejection with the error of `fail`. It settles even if nobody iterates, the same for every call. */
  result(): Promise<TResult> {
    return this.#result.promise;
  }

  /**
   * The one consumer's iterator. Leaving early (`break`, `return()`) drops what is queued and what is
   * pushed later; `result()` still settles.
   *
   * @throws TypeError on the second call: two consumers would silently take each other's events
   */
  [Symbol.asyncIterator](): AsyncIterator<TEvent> {
    if (this.#iterated) throw new TypeError("An EventStream has one consumer; it is being iterated already.");
    this.#iterated = true;
    return { next: () => this.#next(), return: () => this.#leave() };
  }

  #next(): Promise<IteratorResult<TEvent>> {
    if (!this.#queued.isEmpty) return Promise.resolve({ value: this.#queued.take(), done: false });
    const rest = this.#rest;
    switch (rest.kind) {
      case "more": {
        const waiting = deferred<IteratorResult<TEvent>>();
        this.#waiting.add(waiting);
        return waiting.promise;
      }
      case "error":
        this.#rest = { kind: "done" };
        return Promise.reject(rest.error);
      case "done":
        return Promise.resolve(DONE);
      default:
        return rest satisfies never;
    }
  }

  #leave(): Promise<IteratorResult<TEvent>> {
    this.#queued = new Queue();
    this.#rest = { kind: "done" };
    this.#dismissWaiting();
    return Promise.resolve(DONE);
  }

  #finish(rest: Rest): void {
    // A consumer that has left is not told of the end.
    if (this.#rest.kind !== "more") return;
    if (rest.kind === "error" && !this.#waiting.isEmpty) {
      quietly(this.#waiting.take()).reject(rest.error);
      this.#rest = { kind: "done" };
    } else this.#rest = rest;
    this.#dismissWaiting();
  }

  #dismissWaiting(): void {
    while (!this.#waiting.isEmpty) this.#waiting.take().resolve(DONE);
  }
}

type Rest = { readonly kind: "more" } | { readonly kind: "error"; readonly error: unknown } | { readonly kind: "done" };

const DONE: IteratorReturnResult<undefined> = Object.freeze({ value: undefined, done: true });

const CHUNK_SIZE = 1_024;

interface Chunk<T> {
  readonly items: (T | undefined)[];
  next: Chunk<T> | undefined;
}

/**
 * A first-in, first-out queue: a list of arrays of bounded length. No item is ever moved, as one long
 * array would move them when it grows, and a taken item is released at once.
 */
class Queue<T> {
  #first: Chunk<T> = { items: [], next: undefined };
  #last = this.#first;
  /** How many items of the first chunk were taken, and how many the last one was given. */
  #taken = 0;
  #given = 0;

  get isEmpty(): boolean {
    return this.#first === this.#last && this.#taken === this.#given;
  }

  add(item: T): void {
    if (this.#given === CHUNK_SIZE) {
      this.#last = this.#last.next = { items: [], next: undefined };
      this.#given = 0;
    }
    this.#last.items[this.#given++] = item;
  }

  /** The queue must not be empty. */
  take(): T {
    const { items, next } = this.#first;
    const item = items[this.#taken] as T;
    items[this.#taken++] = undefined;
    if (this.isEmpty) this.#taken = this.#given = 0;
    else if (this.#taken === CHUNK_SIZE) {
      // Not empty, and nothing left in this chunk: there is a next one.
      this.#first = next!;
      this.#taken = 0;
    }
    return item;
  }
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

function deferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/** Whoever awaits the promise gets its error; where nobody does, that must not bring the process down. */
function quietly<T>(deferred: Deferred<T>): Deferred<T> {
  deferred.promise.catch(() => {});
  return deferred;
}

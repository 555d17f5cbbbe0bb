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
  /**
   * Hands an event to the consumer, or keeps it until the consumer asks.
   * Returns false if the event was dropped: the stream has ended, or its consumer has left.
   */
  push(event: TEvent): boolean {
    throw new Error("第一步尚未实现：push() 把事件排进队列；第二步：有人在等，就直接交给最先来的那个");
  }

  /**
   * Ends the stream with its result. The first of `end` and `fail` wins; false for every later one.
   * As with any promise, a result that is itself a promise is awaited before `result()` settles.
   */
  end(result: TResult): boolean {
    throw new Error("第三步尚未实现：end() 定下唯一的结果，排队的事件给完以后迭代结束");
  }

  /** Ends the stream with an error, of any type. The first of `end` and `fail` wins; false for every later one. */
  fail(error: unknown): boolean {
    throw new Error("第五步尚未实现：fail() 定下唯一的错误，排队的事件给完以后抛出它");
  }

  /** The result, or a rejection with the error of `fail`. It settles even if nobody iterates, the same for every call. */
  result(): Promise<TResult> {
    throw new Error("第三步尚未实现：result() 等待唯一的终态，有没有人迭代都一样");
  }

  /**
   * The one consumer's iterator. Leaving early (`break`, `return()`) drops what is queued and what is
   * pushed later; `result()` still settles.
   *
   * @throws TypeError on the second call: two consumers would silently take each other's events
   */
  [Symbol.asyncIterator](): AsyncIterator<TEvent> {
    return {
      next: () => {
        throw new Error("第一步尚未实现：next() 取出最早的事件；第二步：没有事件就等");
      },
      return: () => {
        throw new Error("第四步尚未实现：return() 表示消费者走了，事件不必再留");
      },
    };
  }
}

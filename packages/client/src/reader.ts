import type { Input } from "./send.js";

/** Fetches a value with one request at a time, for any number of callers. */
export interface Reader {
  /** Starts a request, unless a request is in flight. Resolves after the response. */
  start(input?: Input): Promise<void>;
  /** Starts a request. Resolves after the response to a request that was sent after this call. */
  refetch(): Promise<void>;
  /**
   * Marks the value as changed: the last response is outdated, and so is the response to a request in flight. Answers
   * whether a request is in flight, which is then repeated.
   */
  changed(): boolean;
  /** Marks the value as current, after another call has answered with the value. */
  known(): void;
  /** Time since the last request; infinite after a change. */
  ageMilliseconds(): number;
  /** Aborts the request in flight and drops the response. */
  stop(): void;
}

export interface ReaderOptions<Value> {
  readonly ask: (signal: AbortSignal, input: Input | undefined) => Promise<Value>;
  readonly started: () => void;
  readonly answered: (value: Value) => void;
}

const never = -Infinity;

export function createReader<Value>({ ask, started, answered }: ReaderOptions<Value>): Reader {
  let askedAt = never;
  let reading: { readonly abort: AbortController; readonly done: Promise<void> } | null = null;

  async function readUntilCurrent({ signal }: AbortController, input: Input | undefined): Promise<void> {
    let value: Value;
    do {
      askedAt = performance.now();
      value = await ask(signal, input);
      if (signal.aborted) return;
      // After a change during the request, the response may be outdated: the value is fetched once more.
    } while (askedAt === never);
    reading = null;
    answered(value);
  }

  function start(input?: Input): Promise<void> {
    if (reading) return reading.done;
    started();
    const abort = new AbortController();
    reading = { abort, done: readUntilCurrent(abort, input) };
    return reading.done;
  }

  return {
    start,
    refetch() {
      if (reading) askedAt = never;
      return start();
    },
    changed() {
      askedAt = never;
      return reading !== null;
    },
    known() {
      // The answer in flight may be older than what is known.
      askedAt = reading ? never : performance.now();
    },
    ageMilliseconds: () => performance.now() - askedAt,
    stop() {
      if (!reading) return;
      reading.abort.abort();
      askedAt = never;
      reading = null;
    },
  };
}

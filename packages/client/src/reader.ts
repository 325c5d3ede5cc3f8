import type { Input } from "./send.js";

/** The minimum time between reads when a user switches between windows. */
const minRefocusMilliseconds = 5000;

/** Fetches a value with one request at a time, for any number of callers. */
export interface Reader {
  /** Starts a request, unless a request is in flight. Resolves after the response. */
  start(input?: Input | false): Promise<void>;
  /** Starts a request. Resolves after the response to a request that was sent after this call. */
  refetch(input?: Input | false): Promise<void>;
  /** Starts a request if the last request was more than five seconds ago, or if the value has changed since. */
  look(): void;
  /**
   * Marks the value as changed: the last response is outdated, and so is the response to a request in flight. Answers
   * whether a request is in flight, which is then repeated.
   */
  changed(): boolean;
  /** Marks the value as current, after another call has answered with the value. */
  known(): void;
  /** Aborts the request in flight and drops the response. */
  stop(): void;
}

export interface ReaderOptions<Value> {
  readonly read: (signal: AbortSignal, input: Input | undefined) => Promise<Value>;
  readonly started: () => void;
  readonly answered: (value: Value) => void;
}

const never = -Infinity;

export function createReader<Value>({ read, started, answered }: ReaderOptions<Value>): Reader {
  let askedAt = never;
  let abort: AbortController;
  /** The request in flight. */
  let reading: Promise<void> | undefined;
  let wanted: Input | undefined;

  async function readUntilCurrent({ signal }: AbortController): Promise<void> {
    let value: Value;
    do {
      askedAt = performance.now();
      value = await read(signal, wanted);
      if (signal.aborted) return;
      // After a change during the request, the response may be outdated: the value is fetched once more.
    } while (askedAt === never);
    reading = undefined;
    answered(value);
  }

  function start(input?: Input | false): Promise<void> {
    wanted = input || (reading && wanted);
    if (reading) return reading;
    started();
    abort = new AbortController();
    reading = readUntilCurrent(abort);
    return reading;
  }

  return {
    start,
    refetch(input) {
      askedAt = never;
      return start(input);
    },
    look() {
      if (performance.now() - askedAt >= minRefocusMilliseconds) start();
    },
    changed() {
      askedAt = never;
      return !!reading;
    },
    known() {
      // The answer in flight may be older than what is known.
      askedAt = reading ? never : performance.now();
    },
    stop() {
      if (!reading) return;
      abort.abort();
      askedAt = never;
      reading = undefined;
    },
  };
}

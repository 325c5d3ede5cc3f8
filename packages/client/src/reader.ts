/** Fetches one value with one request at a time, for any number of callers. */
export interface Reader {
  /** Starts a request, unless one is in flight. */
  start(): void;
  /** Starts a request. Resolves after the response to a request that was sent after this call. */
  restart(): Promise<void>;
  /** Marks the value as changed: the last response is outdated, and so is that of a request in flight. */
  outdate(): void;
  /** Marks the value as current, after another call has answered it. */
  learned(): void;
  /** Time since the last request; infinite after a change. */
  ageMilliseconds(): number;
  isReading(): boolean;
  /** Aborts the request in flight and drops its response. */
  stop(): void;
}

export interface ReaderOptions<Value> {
  readonly ask: (signal: AbortSignal) => Promise<Value>;
  readonly started: () => void;
  readonly answered: (value: Value) => void;
}

const never = -Infinity;

export function createReader<Value>({ ask, started, answered }: ReaderOptions<Value>): Reader {
  let askedAt = never;
  let reading: { readonly abort: AbortController; readonly done: Promise<void> } | null = null;

  async function readUntilCurrent({ signal }: AbortController): Promise<void> {
    let value: Value;
    do {
      askedAt = performance.now();
      value = await ask(signal);
      if (signal.aborted) return;
      // After a change during the request, the response may be outdated: the value is fetched once more.
    } while (askedAt === never);
    reading = null;
    answered(value);
  }

  function start(): void {
    if (reading) return;
    started();
    const abort = new AbortController();
    reading = { abort, done: readUntilCurrent(abort) };
  }

  return {
    start,
    restart() {
      if (reading) askedAt = never;
      start();
      return reading?.done ?? Promise.resolve();
    },
    outdate() {
      askedAt = never;
    },
    learned() {
      if (!reading) askedAt = performance.now();
    },
    ageMilliseconds: () => performance.now() - askedAt,
    isReading: () => reading !== null,
    stop() {
      if (!reading) return;
      reading.abort.abort();
      reading = null;
      askedAt = never;
    },
  };
}

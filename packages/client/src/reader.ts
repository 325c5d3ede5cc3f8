/** Asks for one value, one request at a time, however many want to know it. */
export interface Reader {
  /** Asks, unless that is being done. */
  start(): void;
  /** Asks. Resolves when a request has been answered that was sent after this call. */
  restart(): Promise<void>;
  /** The value has changed: what was read of it is old, and so is what a request in flight brings. */
  outdate(): void;
  /** The value was learned in another way just now. */
  learned(): void;
  /** Time since the value was last asked for; infinite when it has changed since. */
  ageMilliseconds(): number;
  isReading(): boolean;
  /** Forgets the request in flight; its answer is told to nobody. */
  stop(): void;
}

export interface ReaderOptions<Value> {
  readonly ask: (signal: AbortSignal) => Promise<Value>;
  readonly started: () => void;
  readonly answered: (value: Value) => void;
}

const never = Number.NEGATIVE_INFINITY;

export function createReader<Value>({ ask, started, answered }: ReaderOptions<Value>): Reader {
  let askedAt = never;
  let reading: { readonly abort: AbortController; readonly done: Promise<void> } | null = null;

  async function readUntilCurrent({ signal }: AbortController): Promise<void> {
    let value: Value;
    do {
      askedAt = performance.now();
      value = await ask(signal);
      if (signal.aborted) return;
      // What changed while it was read is read once more: the answer may be from before the change.
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

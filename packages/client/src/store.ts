import type { Answer, CallError } from "./answer.js";
import { restoreDates } from "./parse-dates.js";
import { createReader } from "./reader.js";
import { createSync } from "./sync.js";

/** The state of a store. The object stays the same until a value in it changes. */
export interface StoreState<Data, Code extends string = string> {
  readonly data: Data | null;
  /**
   * Why the last read failed. `data` then keeps the last value, unless the server rejected the request (401, 403, …).
   */
  readonly error: CallError<Code> | null;
  /** True until the first response. */
  readonly isPending: boolean;
  /** True while a known value is read again. */
  readonly isRefetching: boolean;
}

/** A value of the server: read when the store has a subscriber, and refreshed while it has one. */
export interface Store<Data, Code extends string = string> {
  get(): StoreState<Data, Code>;
  /** The state at the start: for the server's HTML, and for the browser during hydration. */
  getInitial(): StoreState<Data, Code>;
  /** Calls the listener after every change. The first subscriber starts a read. Answers the function to unsubscribe. */
  subscribe(listener: () => void): () => void;
  /** Reads the value. Resolves after a read that started after this call. */
  refetch(): Promise<void>;
  /** Sets the value that the server rendered. Has no effect on a server, because requests may share a client. */
  hydrate(data: Data | null): void;
}

/** A store with the method that only its client calls. */
export interface OwnedStore<Data, Code extends string> extends Store<Data, Code> {
  /** A call in this tab has changed the value. */
  changed(): void;
}

export interface StoreOptions<Data, Code extends string> {
  readonly read: (signal: AbortSignal) => Promise<Answer<Data | null, Code>>;
  /** Undefined: unknown. */
  readonly initial: Data | null | undefined;
  /** The paths of the dates of a given value: in a page's HTML a value may have lost them. */
  readonly dates?: readonly string[];
  /** Drops the value when the last subscriber leaves: the next one may be another user. */
  readonly isForgetful: boolean;
  /** The channel on which the tabs of a browser broadcast changes. */
  readonly channelName: string;
}

export function createStore<Data, Code extends string>(options: StoreOptions<Data, Code>): OwnedStore<Data, Code> {
  const given = (value: Data | null): Data | null => restoreDates(value, options.dates) as Data | null;
  const { initial } = options;
  const isPending = initial === undefined;
  const data = isPending ? null : given(initial);
  const first: StoreState<Data, Code> = { data, error: null, isPending, isRefetching: false };
  const { get, publish, listen, isHeard } = createShown(first);
  const reader = createReader({
    ask: options.read,
    started: () => publish({ ...get(), isRefetching: !get().isPending }),
    answered: (answer) => publish(settle(get(), answer)),
  });
  const sync = createSync(reader, options.channelName);
  if (!first.isPending) reader.learned();

  function forget(): void {
    reader.outdate();
    publish(first);
  }

  let isKept = false;
  /** In a microtask, because React's StrictMode subscribes, unsubscribes and subscribes at once. */
  function reconsiderSoon(): void {
    queueMicrotask(() => {
      if (isHeard() === isKept) return;
      isKept = isHeard();
      if (isKept) return sync.begin();
      sync.end();
      if (options.isForgetful) forget();
      else publish({ ...get(), isRefetching: false });
    });
  }

  return {
    get,
    getInitial: () => first,
    subscribe(listener) {
      const stop = listen(listener);
      reconsiderSoon();
      return () => {
        stop();
        reconsiderSoon();
      };
    },
    refetch: reader.restart,
    hydrate(data) {
      if (typeof window === "undefined") return;
      reader.learned();
      publish({ ...get(), data: given(data), error: null, isPending: false });
    },
    changed() {
      sync.changed();
      if (options.isForgetful && !isHeard()) forget();
    },
  };
}

/** A state and its listeners. */
interface Shown<Data, Code extends string> {
  get(): StoreState<Data, Code>;
  publish(next: StoreState<Data, Code>): void;
  listen(listener: () => void): () => void;
  isHeard(): boolean;
}

function createShown<Data, Code extends string>(first: StoreState<Data, Code>): Shown<Data, Code> {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    publish(next) {
      const kept = keepSame(state, next);
      if (kept === state) return;
      state = kept;
      for (const listener of [...listeners]) listener();
    },
    listen(listener) {
      // Wrapped, so that a function with two subscriptions is called until it has unsubscribed twice.
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    isHeard: () => listeners.size > 0,
  };
}

function settle<Data, Code extends string>(
  { data: known }: StoreState<Data, Code>,
  { data, error }: Answer<Data | null, Code>,
): StoreState<Data, Code> {
  const isStillTrue = error !== null && !isErrorBody(error);
  return { data: isStillTrue ? known : data, error, isPending: false, isRefetching: false };
}

/** The server rejected the session: the data is removed. A failed request, or an unknown error code, leaves the data. */
const isErrorBody = ({ status, code }: CallError): boolean =>
  status === 401 || (status >= 400 && status < 500 && status !== 429 && code !== "UNEXPECTED_RESPONSE");

/** The next state, with the equal parts of the last one; the last one itself if all of it is equal. */
function keepSame<Data, Code extends string>(
  last: StoreState<Data, Code>,
  next: StoreState<Data, Code>,
): StoreState<Data, Code> {
  const data = JSON.stringify(last.data) === JSON.stringify(next.data) ? last.data : next.data;
  const error = isSameError(last.error, next.error) ? last.error : next.error;
  const kept = { ...next, data, error };
  const isSame = (Object.keys(kept) as (keyof typeof kept)[]).every((name) => kept[name] === last[name]);
  return isSame ? last : kept;
}

/** Without the thrown error, which is a new object each time. */
const isSameError = (last: CallError | null, next: CallError | null): boolean =>
  last?.code === next?.code && last?.status === next?.status && last?.message === next?.message;

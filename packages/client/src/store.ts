import type { Answer, CallError } from "./answer.js";
import { restoreDates } from "./parse-dates.js";
import { createReader } from "./reader.js";
import type { Input } from "./send.js";
import { createSync } from "./sync.js";

/** The state of a store. The object stays unchanged until a value in the object changes. */
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

/** A value of the server: read when the store has a subscriber, and refreshed until the last subscriber leaves. */
export interface Store<Data, Code extends string = string> {
  get(): StoreState<Data, Code>;
  /** The state at the start: for the server's HTML, and for the browser during hydration. */
  getInitial(): StoreState<Data, Code>;
  /** Calls the listener after every change. The first subscriber starts a read. Answers the function to unsubscribe. */
  subscribe(listener: () => void): () => void;
  /** Reads the value. Resolves after a read that started after this call. */
  refetch(): Promise<void>;
  /**
   * Sets the value that the server rendered. Has no effect on a server without a subscriber, because requests may share a
   * client.
   */
  hydrate(data: Data | null): void;
}

/** A store with the method that only the client calls. */
export interface OwnedStore<Data, Code extends string> extends Store<Data, Code> {
  /** A call in this tab has changed the value. */
  changed(): void;
}

export interface StoreOptions<Data, Code extends string> {
  readonly read: (signal: AbortSignal, input: Input | undefined) => Promise<Answer<Data | null, Code>>;
  /** Default: unknown. */
  readonly initial?: Data | null | undefined;
  /** The paths of the dates of a given value: in a page's HTML a value may have lost them. */
  readonly dates?: readonly string[];
  /** Drops the value when the last subscriber leaves: the next subscriber may be another user. */
  readonly isForgetful?: boolean;
  /** When a value ends, as a session does. */
  readonly endOf?: (data: Data | null) => Date | undefined;
  /** The channel on which the tabs of a browser broadcast changes. */
  readonly channel: string;
}

export function createStore<Data, Code extends string>(options: StoreOptions<Data, Code>): OwnedStore<Data, Code> {
  const first = knownState<Data, Code>(options, options.initial);
  const listeners = new Set<() => void>();
  let state = first;
  const reader = createReader({
    ask: options.read,
    started: () => publish({ isRefetching: !state.isPending }),
    answered: (answer) => publish(settle(state, answer)),
  });
  const sync = createSync(reader, options.channel, () => options.endOf?.(state.data));
  if (!first.isPending) reader.known();

  function publish(change: Partial<StoreState<Data, Code>>): void {
    const next = keepSame(state, { ...state, ...change });
    if (next === state) return;
    state = next;
    sync.known();
    for (const listener of [...listeners]) listener();
  }

  function forget(): void {
    reader.changed();
    publish(first);
  }

  /** In a microtask, because React's StrictMode subscribes, unsubscribes and subscribes at once. */
  function reconsiderSoon(): void {
    queueMicrotask(() => {
      if (listeners.size) return sync.begin();
      sync.end();
      if (options.isForgetful) forget();
      else publish({ isRefetching: false });
    });
  }

  return {
    get: () => state,
    getInitial: () => first,
    subscribe(listener) {
      // Wrapped, so that a function with two subscriptions is called until both subscriptions have ended.
      const own = (): void => listener();
      listeners.add(own);
      reconsiderSoon();
      return () => {
        listeners.delete(own);
        reconsiderSoon();
      };
    },
    refetch: reader.refetch,
    hydrate(data) {
      if (!globalThis.window && !listeners.size) return;
      reader.known();
      publish({ ...knownState(options, data), isRefetching: state.isRefetching });
    },
    changed() {
      sync.changed();
      if (options.isForgetful && !listeners.size) forget();
    },
  };
}

/** The state with a given value. */
const knownState = <Data, Code extends string>(
  { dates }: Pick<StoreOptions<Data, Code>, "dates">,
  value: Data | null | undefined,
): StoreState<Data, Code> => ({
  data: restoreDates(value ?? null, dates) as Data | null,
  error: null,
  isPending: value === undefined,
  isRefetching: false,
});

function settle<Data, Code extends string>(
  { data: known }: StoreState<Data, Code>,
  { data, error }: Answer<Data | null, Code>,
): StoreState<Data, Code> {
  const isStillTrue = error && !isErrorBody(error);
  return { data: isStillTrue ? known : data, error, isPending: false, isRefetching: false };
}

/** The server rejected the session: the data is removed. A failed request, or an unknown error code, leaves the data. */
const isErrorBody = ({ status, code }: CallError): boolean =>
  status === 401 || (status >= 400 && status < 500 && status !== 429 && code !== "UNEXPECTED_RESPONSE");

/** The next state, with the equal parts of the last state; the last state if all parts are equal. */
function keepSame<Data, Code extends string>(
  last: StoreState<Data, Code>,
  next: StoreState<Data, Code>,
): StoreState<Data, Code> {
  const data = isSame(last.data, next.data) ? last.data : next.data;
  const error = isSameError(last.error, next.error) ? last.error : next.error;
  const kept = { ...next, data, error };
  return (Object.keys(kept) as (keyof typeof kept)[]).every((name) => kept[name] === last[name]) ? last : kept;
}

/** Whether two values of the server are equal. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Without the thrown error, which is a new object each time. */
const isSameError = (last: CallError | null, next: CallError | null): boolean =>
  isSame({ ...last, error: null }, { ...next, error: null });

import type { Answer, CallError } from "./answer.js";
import { restoreDates } from "./parse-dates.js";
import type { OwnPlatform } from "./platform.js";
import { createReader } from "./reader.js";
import type { Input } from "./send.js";
import { createSync } from "./sync.js";

/** The state of a store. The object stays unchanged until a value in the object changes. */
export interface StoreState<Data, Code extends string = string> {
  readonly data: Data | null;
  /**
   * Why the last read failed. `data` then keeps the last value, unless the server rejected the request: 401 or 403 with
   * a code of the server.
   */
  readonly error: CallError<Code> | null;
  /** True until the first response. */
  readonly isPending: boolean;
  /** True while a known value is read again. */
  readonly isRefetching: boolean;
  /** True for the session that `Platform.initialSession` remembers, until a read succeeds. */
  readonly isStale: boolean;
}

/** Options of `refetch`. */
export interface RefetchOptions {
  /** For the session: the server reads its database, and not the cookie that caches the session. */
  readonly disableCookieCache?: boolean;
}

/** A value of the server: read when the store has a subscriber, and refreshed until the last subscriber leaves. */
export interface Store<Data, Code extends string = string> {
  get(): StoreState<Data, Code>;
  /** The state at the start: for the server's HTML, and for the browser during hydration. */
  getInitial(): StoreState<Data, Code>;
  /** Calls the listener after every change. The first subscriber starts a read. Answers the function to unsubscribe. */
  subscribe(listener: () => void): () => void;
  /** Calls `run` at once and after every change, as a subscriber. Answers the function that ends it. */
  observe(run: (state: StoreState<Data, Code>) => void): () => void;
  /**
   * Reads the value. Resolves after a read that started after this call. May be the listener of a button: an event is
   * no options.
   */
  refetch(options?: RefetchOptions): Promise<void>;
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
  /** `initial` is what the app showed last. */
  readonly isStale?: boolean;
  /** The paths of the dates of a given value: in a page's HTML a value may have lost them. */
  readonly dates?: readonly string[];
  /** Drops the value when the last subscriber leaves: the next subscriber may be another user. */
  readonly isForgetful?: boolean;
  /** When a value ends, as a session does. */
  readonly endOf?: (data: Data | null) => Date | undefined;
  /** The channel on which the tabs of a browser broadcast changes. */
  readonly channel: string;
  readonly platform: OwnPlatform;
}

/** Each listener is wrapped, so that a function with two subscriptions is called until both have ended. */
export function createStore<Data, Code extends string>(options: StoreOptions<Data, Code>): OwnedStore<Data, Code> {
  const first = knownState<Data, Code>(options, options.initial, options.isStale);
  const listeners = new Set<() => void>();
  let state = first;
  const reader = createReader({
    ...options,
    started: () => publish({ isRefetching: !state.isPending }),
    answered: (answer) => publish(settle(state, answer)),
  });
  const sync = createSync(reader, options, () => options.endOf?.(state.data));
  if (!first.isPending && !first.isStale) reader.known();
  function publish(change: Partial<StoreState<Data, Code>>): void {
    const next: { data: unknown; error: unknown } = { ...state, ...change };
    if (isSame(next, state)) return;
    for (const name of ["data", "error"] as const) if (isSame(next[name], state[name])) next[name] = state[name];
    state = next as typeof state;
    sync.readAtEnd();
    for (const listener of [...listeners]) listener();
  }
  /** In a microtask, because React's StrictMode subscribes, unsubscribes and subscribes at once. */
  function reconsider(): void {
    if (listeners.size) sync.begin();
    else {
      sync.end();
      if (options.isForgetful) reader.changed();
      publish(options.isForgetful ? first : { isRefetching: false });
    }
  }
  function subscribe(listener: () => void): () => void {
    const own = (): void => listener();
    listeners.add(own);
    queueMicrotask(reconsider);
    return () => {
      listeners.delete(own);
      queueMicrotask(reconsider);
    };
  }
  return {
    get: () => state,
    getInitial: () => first,
    subscribe,
    observe(run) {
      run(state);
      return subscribe(() => run(state));
    },
    refetch: (given) => reader.refetch(given?.disableCookieCache && { disableCookieCache: true }),
    hydrate(data) {
      if (!globalThis.window && !listeners.size) return;
      reader.known();
      publish({ ...knownState(options, data), isRefetching: state.isRefetching });
    },
    changed() {
      sync.changed();
      if (options.isForgetful && !listeners.size) reconsider();
    },
  };
}

/** The state with a given value. */
const knownState = <Data, Code extends string>(
  { dates }: Pick<StoreOptions<Data, Code>, "dates">,
  value: Data | null | undefined,
  isStale = false,
): StoreState<Data, Code> => ({
  data: restoreDates(value ?? null, dates) as Data | null,
  error: null,
  isPending: value === undefined,
  isRefetching: false,
  isStale,
});

/**
 * A response that rejects the session removes the data. A failed request, another error, and a response of another
 * server, e.g. of a proxy, leave the data.
 */
function settle<Data, Code extends string>(
  { data: known, isStale }: StoreState<Data, Code>,
  { data, error }: Answer<Data | null, Code>,
): StoreState<Data, Code> {
  const isEnd = !error || ([401, 403].includes(error.status) && error.code !== "UNEXPECTED_RESPONSE");
  return { data: isEnd ? data : known, error, isPending: false, isRefetching: false, isStale: !isEnd && isStale };
}

/** The JSON of a value. A date is another value than the text of the date, e.g. of a session in the HTML of a page. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, item) {
    return this[key] === item ? item : [item];
  });

/** Whether two values of the server are equal. An error of `fetch` has no JSON, or JSON that throws. */
export function isSame(one: unknown, other: unknown): boolean | undefined {
  try {
    return textOf(one) === textOf(other);
  } catch {}
}

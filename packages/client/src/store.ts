import type { Answer, CallError } from "./answer.js";
import { parseAnswer } from "./parse-dates.js";
import { createReader } from "./reader.js";
import { createSync } from "./sync.js";

/** What is known at a moment. The object stays the same as long as nothing in it changes. */
export interface StoreState<Data, Code extends string = string> {
  readonly data: Data | null;
  /** Why the last read failed; `data` is then what was known before, unless the server has refused (401, 403, …). */
  readonly error: CallError<Code> | null;
  /** True until the first answer. */
  readonly isPending: boolean;
  /** True while a known value is read again. */
  readonly isRefetching: boolean;
}

/** One value of the server that is read when somebody looks, and kept in step while somebody does. */
export interface Store<Data, Code extends string = string> {
  get(): StoreState<Data, Code>;
  /** What was known at the start: what a server renders, and a browser while it hydrates that. */
  getInitial(): StoreState<Data, Code>;
  /** Calls the listener after every change; the first listener starts the reading. Answers with the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Reads again. Resolves when a read has ended that began after this call. */
  refetch(): Promise<void>;
  /** Hands in what the server knew when it rendered the page. Does nothing on a server, where all requests may share a client. */
  hydrate(data: Data | null): void;
}

/** A store with the end of it that only its client holds. */
export interface OwnedStore<Data, Code extends string> extends Store<Data, Code> {
  /** A call of this tab has changed the value. */
  changed(): void;
}

export interface StoreOptions<Data, Code extends string> {
  readonly read: (signal: AbortSignal) => Promise<Answer<Data | null, Code>>;
  /** Undefined: not known. */
  readonly initial: Data | null | undefined;
  /** Forgets the value when nobody watches: the next one to look may be somebody else. */
  readonly isForgetful: boolean;
  /** Under which name the tabs of a browser tell each other of changes. */
  readonly channelName: string;
}

export function createStore<Data, Code extends string>(options: StoreOptions<Data, Code>): OwnedStore<Data, Code> {
  const first = firstState<Data, Code>(options.initial);
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
  /** A moment later, because React's StrictMode subscribes, unsubscribes and subscribes in one go. */
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
      publish({ ...get(), data: revived(data), error: null, isPending: false });
    },
    changed() {
      sync.changed();
      if (options.isForgetful && !isHeard()) forget();
    },
  };
}

/** A state, and who is told when it changes. */
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
      // Wrapped, so that a function that subscribes twice is called until it has unsubscribed twice.
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    isHeard: () => listeners.size > 0,
  };
}

function firstState<Data, Code extends string>(initial: Data | null | undefined): StoreState<Data, Code> {
  const isPending = initial === undefined;
  return { data: isPending ? null : revived(initial), error: null, isPending, isRefetching: false };
}

/** On its way through a page's HTML a value may have lost its dates. */
const revived = <T>(value: T): T => parseAnswer(JSON.stringify(value)) as T;

function settle<Data, Code extends string>(
  { data: known }: StoreState<Data, Code>,
  { data, error }: Answer<Data | null, Code>,
): StoreState<Data, Code> {
  const isStillTrue = error !== null && !isRefusal(error);
  return { data: isStillTrue ? known : data, error, isPending: false, isRefetching: false };
}

/** The server has said no: what was known is not theirs to see any more. Of a failure, or of a stranger's word, nobody knows. */
const isRefusal = ({ status, code }: CallError): boolean =>
  status === 401 || (status >= 400 && status < 500 && status !== 429 && code !== "UNEXPECTED_RESPONSE");

/** The next state made of what is equal in the last one, and the last one itself when all of it is. */
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

/** Not by what was thrown: that is another one each time. */
const isSameError = (last: CallError | null, next: CallError | null): boolean =>
  last?.code === next?.code && last?.status === next?.status && last?.message === next?.message;

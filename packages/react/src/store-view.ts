import type { CallError, SessionErrorCode, Store, StoreState } from "@keyhold/client";

/** The state of a hook. The object stays unchanged until a value in the object changes. */
export interface StoreView<Data, Code extends string = string> {
  /** Null until known, and for the session without a signed-in user. */
  readonly data: Data | null;
  /** Why the last read failed. `data` then keeps the last value, unless the server rejected the request. */
  readonly error: CallError<Code> | null;
  /** True until the first response, and in a server's HTML without a known value. */
  readonly isPending: boolean;
  /** Reads again. Resolves after the response. */
  readonly refetch: () => Promise<void>;
}

/** The state of `useSession`. */
export type SessionView<Session> = StoreView<Session, SessionErrorCode>;

/** A store in the form of `useSyncExternalStore`. */
export interface StoreViews<Data, Code extends string> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => StoreView<Data, Code>;
  readonly getInitial: () => StoreView<Data, Code>;
}

/** A view of a store without `isRefetching`, which needs no render. */
export function createViews<Data, Code extends string>(store: Store<Data, Code>): StoreViews<Data, Code> {
  const viewOf = ({ isRefetching, ...shown }: StoreState<Data, Code>): StoreView<Data, Code> => ({
    ...shown,
    refetch: store.refetch,
  });
  const initial = viewOf(store.getInitial());
  let latest = initial;
  return {
    subscribe: store.subscribe,
    getInitial: () => initial,
    get() {
      const next = viewOf(store.get());
      const isSame = (Object.keys(next) as (keyof typeof next)[]).every((name) => next[name] === latest[name]);
      if (!isSame) latest = next;
      return latest;
    },
  };
}

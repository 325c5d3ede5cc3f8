import type { CallError, SessionErrorCode, Store, StoreState } from "@keyhold/client";

/** What a hook answers; the same object until something in it changes. */
export interface StoreView<Data, Code extends string = string> {
  /** Null until it is known; of the session also when nobody is signed in. */
  readonly data: Data | null;
  /** Why the last look failed; `data` is then what was known before. */
  readonly error: CallError<Code> | null;
  /** True until the first answer, and in what a server renders without knowing it. */
  readonly isPending: boolean;
  /** Looks again. */
  readonly refetch: () => Promise<void>;
}

/** What `useSession` answers. */
export type SessionView<Session> = StoreView<Session, SessionErrorCode>;

/** A store as `useSyncExternalStore` takes it. */
export interface StoreViews<Data, Code extends string> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => StoreView<Data, Code>;
  readonly getInitial: () => StoreView<Data, Code>;
}

/** Leaves out that a known value is being looked up again, which is no reason to render. */
export function createViews<Data, Code extends string>(store: Store<Data, Code>): StoreViews<Data, Code> {
  const initial = viewOf(store, store.getInitial());
  let latest = initial;
  return {
    subscribe: store.subscribe,
    getInitial: () => initial,
    get() {
      const state = store.get();
      const isSame = state.data === latest.data && state.error === latest.error && state.isPending === latest.isPending;
      if (!isSame) latest = viewOf(store, state);
      return latest;
    },
  };
}

const viewOf = <Data, Code extends string>(
  { refetch }: Store<Data, Code>,
  { data, error, isPending }: StoreState<Data, Code>,
): StoreView<Data, Code> => ({ data, error, isPending, refetch });

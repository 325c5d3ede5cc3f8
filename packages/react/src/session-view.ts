import type { CallError, SessionErrorCode, Store, StoreState } from "@keyhold/client";

/** What `useSession` answers; the same object until something in it changes. */
export interface SessionView<Session> {
  /** Null when nobody is signed in, or it is not known yet. */
  readonly data: Session | null;
  /** Why the last look failed; `data` is then what was known before. */
  readonly error: CallError<SessionErrorCode> | null;
  /** True until the first answer, and in what a server renders without `initialSession`. */
  readonly isPending: boolean;
  /** Looks again. */
  readonly refetch: () => Promise<void>;
}

/** A store as `useSyncExternalStore` takes it. */
export interface SessionViews<Session> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => SessionView<Session>;
  readonly getInitial: () => SessionView<Session>;
}

type SessionStore<Session> = Store<Session, SessionErrorCode>;

/** Leaves out that a known session is being looked up again, which is no reason to render. */
export function createViews<Session>(store: SessionStore<Session>): SessionViews<Session> {
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

const viewOf = <Session>(
  { refetch }: SessionStore<Session>,
  { data, error, isPending }: StoreState<Session, SessionErrorCode>,
): SessionView<Session> => ({ data, error, isPending, refetch });

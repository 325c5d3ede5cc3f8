"use client";

import type { Store } from "@keyhold/client";
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from "react";
import { setKnownSession } from "./known-session.js";

/** The session and the user as read by the server, with the columns of plugins. */
export interface KnownSession {
  readonly session: object;
  readonly user: object;
}

/** The properties of `SessionProvider`. */
export interface SessionProviderProps {
  /** The answer of `auth.session` on the server; null: signed out. */
  readonly session: KnownSession | null;
  readonly children?: ReactNode;
}

interface Provided {
  readonly session: KnownSession | null;
  /** The stores below the provider that have the session. */
  readonly stores: Set<Store<unknown>>;
}

const Context = createContext<Provided | null>(null);

/**
 * Gives `useSession` the session of the server: the HTML has the session, and the browser shows the session at once,
 * without a request. A new value of `session` replaces the session of the store, e.g. after a server action.
 *
 * @example <SessionProvider session={await auth.session(headers)}>{children}</SessionProvider>
 */
export function SessionProvider({ session, children }: SessionProviderProps): ReactElement {
  const [stores] = useState(() => new Set<Store<unknown>>());
  useEffect(() => {
    for (const store of stores) store.hydrate(session);
  }, [stores, session]);
  return createElement(Context.Provider, { value: { session, stores } }, children);
}

setKnownSession(function useKnownSession(view, store, name) {
  const provided = useContext(Context);
  if (!provided || name !== "session") return view;
  const { session, stores } = provided;
  if (!stores.has(store)) {
    stores.add(store);
    // After the render, and before the store would send a request. A component that mounts later restores no old value.
    queueMicrotask(() => store.hydrate(session));
  }
  return view.isPending ? { ...view, data: session, isPending: false } : view;
});

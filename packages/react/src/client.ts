import {
  type AuthClient,
  type ClientOptions,
  createAuthClient as createPlainClient,
  type SessionOf,
  type Store,
} from "@keyhold/client";
import type { AnyClientPlugin, Declared, HooksOf } from "@keyhold/client/plugin";
import type { Added, AddedBy, OutputOf } from "@keyhold/core/types";
import { useSyncExternalStore } from "react";
import { useKnownSession } from "./known-session.js";
import { createViews, type SessionView, type StoreView } from "./store-view.js";

/** The endpoints of stores as hooks, by the names of the hooks. */
export type StoreHooks<Hooks, A extends Added> = {
  readonly [Name in keyof Hooks]: Hooks[Name] extends Declared
    ? () => StoreView<OutputOf<Hooks[Name], A>, Hooks[Name]["$"]["error"]>
    : never;
};

/** The hooks of all plugins, taken together as `Together` takes types. */
type HooksOfAll<Plugins extends readonly AnyClientPlugin[]> =
  HooksTakenBy<Plugins[number]> extends (hooks: infer All) => void ? All : unknown;
type HooksTakenBy<One extends AnyClientPlugin> = One extends unknown
  ? unknown extends One["$"]
    ? never
    : (hooks: HooksOf<One["$"]>) => void
  : never;

/** The client of `@keyhold/client` with hooks. */
export type ReactAuthClient<Plugins extends readonly AnyClientPlugin[] = readonly []> = AuthClient<Plugins> &
  StoreHooks<HooksOfAll<Plugins>, AddedBy<Plugins>> & {
    /** The session and the user. All components share a request, and render again only if the data changes. */
    readonly useSession: () => SessionView<SessionOf<Plugins>>;
  };

/**
 * Makes a client of `@keyhold/client` with `useSession()` and a hook for every store of a plugin. Throws as that client
 * does.
 *
 * @example export const authClient = createAuthClient({ plugins: [accountLists()] }); const { data, isPending } = authClient.useSession(); const { data: sessions } = authClient.useSessions();
 */
export function createAuthClient<const Plugins extends readonly AnyClientPlugin[] = readonly []>(
  options: ClientOptions<Plugins> = {},
): ReactAuthClient<Plugins> {
  const client = createPlainClient(options);
  const stores = client as Readonly<Record<string, unknown>>;
  const names = ["session", ...(options.plugins ?? []).flatMap((plugin) => Object.keys(plugin.stores))];
  // Once for each store of a client, not for each render.
  const hooks = names.map((name) => {
    const store = stores[name] as Store<unknown>;
    const { subscribe, get, getInitial } = createViews(store);
    const hook = name.replace(/^./, (first) => `use${first.toUpperCase()}`);
    return [hook, () => useKnownSession(useSyncExternalStore(subscribe, get, getInitial), store, name)];
  });
  return { ...client, ...Object.fromEntries(hooks) };
}

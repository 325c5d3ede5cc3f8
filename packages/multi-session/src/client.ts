import type { Store } from "@keyhold/client";
import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { MultiSessionEndpoints } from "./endpoints.js";
import type { MultiSessionErrorCode } from "./errors.js";
import type { MultiSessionStores, MultiSessionTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { MultiSessionEndpoints, MultiSessionErrorCode, MultiSessionStores, MultiSessionTypes };

/** A named interface keeps the inferred types of apps short. */
export interface MultiSessionClient extends ClientPlugin<MultiSessionTypes> {}

/**
 * The client plugin for `multiSession()`: adds `multiSession.setActive`, `revoke` and `listDeviceSessions`, and the store
 * `deviceSessions`.
 *
 * @example createAuthClient({ plugins: [multiSessionClient()] })
 */
export function multiSessionClient(): MultiSessionClient {
  return clientPlugin({
    id: "multi-session",
    routes: clientRoutes,
    stores: { deviceSessions: "GET /multi-session/list-device-sessions" },
    refreshes: { session: ["multiSession.setActive", "multiSession.revoke"] },
    actions(client) {
      emptyOnSwitch(client as unknown as Readonly<Record<string, AnyStore>>);
      return {};
    },
  });
}

type AnyStore = Store<{ readonly user: { readonly id: string } }>;

/**
 * Empties the stores of a client when another user is active: before a subscriber of the session learns of the user, so
 * that no page shows a value of the user before. Each store is then read again.
 */
function emptyOnSwitch(client: Readonly<Record<string, AnyStore>>): void {
  const { session } = client;
  if (!session) return;
  const { subscribe } = session;
  let active: string | undefined;
  const empty = (): void => {
    const user = session.get().data?.user.id;
    if (active && user && active !== user)
      for (const store of Object.values(client))
        if (store !== session && "hydrate" in store) {
          store.hydrate(null);
          void store.refetch();
        }
    active = user ?? active;
  };
  empty();
  session.subscribe = (listener) =>
    subscribe(() => {
      empty();
      listener();
    });
}

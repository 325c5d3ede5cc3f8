import type { PluginTypes } from "@keyhold/core/plugin";
import type { CoreEndpoints } from "@keyhold/core/types";
import { type ClientPlugin, clientPlugin } from "./plugin.js";

/** The endpoints of the stores of `accountLists()`. */
export interface AccountListStores {
  /** The user's sessions, one for each signed-in browser. */
  readonly sessions: CoreEndpoints["listSessions"];
  /** The user's accounts: a password and linked providers. */
  readonly accounts: CoreEndpoints["listAccounts"];
}

/** The same stores as React hooks. */
export interface AccountListHooks {
  /** The user's sessions, one for each signed-in browser. */
  readonly useSessions: AccountListStores["sessions"];
  /** The user's accounts: a password and linked providers. */
  readonly useAccounts: AccountListStores["accounts"];
}

/** The types that `accountLists` adds to a client: two stores and their React hooks. */
export interface AccountListTypes extends PluginTypes {
  readonly stores: AccountListStores;
  readonly reactHooks: AccountListHooks;
}

/** An interface with a name: the types that apps infer from a client stay short. */
export interface AccountLists extends ClientPlugin<AccountListTypes> {}

/**
 * A plugin with the stores `client.sessions` and `client.accounts`, for pages on which users manage their account.
 * Calls that change a list refresh its store. An app without the plugin does not ship its code.
 *
 * @example createAuthClient({ plugins: [accountLists()] })
 */
export function accountLists(): AccountLists {
  return clientPlugin({
    id: "account-lists",
    routes: {},
    stores: { sessions: "GET /list-sessions", accounts: "GET /list-accounts" },
    refreshes: { sessions: ["revokeOtherSessions"], accounts: ["unlinkAccount"] },
  });
}

import type { PluginTypes } from "@keyhold/core/plugin";
import type { AccountListEndpoints, CoreEndpoints } from "@keyhold/core/types";
import { accountListRoutes } from "./core-routes.js";
import { type ClientPlugin, clientPlugin } from "./plugin.js";

/** The endpoints of the stores of `accountLists()`. */
export interface AccountListStores {
  /** The user's sessions, a session per signed-in browser. */
  readonly sessions: CoreEndpoints["listSessions"];
  /** The user's accounts: a password and linked providers. */
  readonly accounts: CoreEndpoints["listAccounts"];
  /** The user's change of email address that is not finished, or null. */
  readonly emailChange: AccountListEndpoints["getEmailChange"];
}

/** The stores as React hooks. */
export interface AccountListHooks {
  /** The user's sessions, a session per signed-in browser. */
  readonly useSessions: AccountListStores["sessions"];
  /** The user's accounts: a password and linked providers. */
  readonly useAccounts: AccountListStores["accounts"];
  /** The user's change of email address that is not finished, or null. */
  readonly useEmailChange: AccountListStores["emailChange"];
}

/** The types that `accountLists` adds to a client: a call, three stores and their React hooks. */
export interface AccountListTypes extends PluginTypes {
  readonly endpoints: AccountListEndpoints;
  readonly stores: AccountListStores;
  readonly reactHooks: AccountListHooks;
}

/** An interface with a name: the types that apps infer from a client stay short. */
export interface AccountLists extends ClientPlugin<AccountListTypes> {}

/**
 * A plugin with the stores `client.sessions`, `client.accounts` and `client.emailChange`, for pages on which users
 * manage their account. Calls that change a list refresh the store of the list. An app without the plugin does not
 * ship its code.
 *
 * @example createAuthClient({ plugins: [accountLists()] })
 */
export function accountLists(): AccountLists {
  return clientPlugin({
    id: "account-lists",
    routes: accountListRoutes,
    stores: {
      sessions: "GET /list-sessions",
      accounts: "GET /list-accounts",
      emailChange: "GET /get-email-change",
    },
    refreshes: { sessions: ["revokeOtherSessions"], accounts: ["unlinkAccount"] },
  });
}

import type { PluginTypes } from "@keyhold/core/plugin";
import type { CoreEndpoints } from "@keyhold/core/types";
import { type ClientPlugin, clientPlugin } from "./plugin.js";

export interface AccountListStores {
  /** The browsers that the person is signed in with. */
  readonly sessions: CoreEndpoints["listSessions"];
  /** The person's ways to sign in. */
  readonly accounts: CoreEndpoints["listAccounts"];
}

/** The same as hooks of React. */
export interface AccountListHooks {
  /** The browsers that the person is signed in with. */
  readonly useSessions: AccountListStores["sessions"];
  /** The person's ways to sign in. */
  readonly useAccounts: AccountListStores["accounts"];
}

export interface AccountListTypes extends PluginTypes {
  readonly stores: AccountListStores;
  readonly reactHooks: AccountListHooks;
}

/** Has a name of its own, so that the types that apps infer from a client stay short. */
export interface AccountLists extends ClientPlugin<AccountListTypes> {}

/**
 * For pages on which people look after their account: the stores `client.sessions` and `client.accounts`, kept in
 * step with the calls that change them. An app without such pages does not ship it.
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

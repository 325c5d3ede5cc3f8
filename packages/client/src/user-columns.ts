import type { UserColumns, UserColumnTypes } from "@keyhold/core";
import { type ClientPlugin, clientPlugin } from "./plugin.js";

/** An auth whose config has columns of the user: `user.columns`. */
export interface AuthWithUserColumns {
  readonly $: { readonly userColumns: UserColumns };
}

/**
 * The columns of `user.columns` of a server's config, for the types of a client: in the input of sign-up and
 * `updateUser`, and in each user. The auth is imported as a type only, so no code of the server gets into the browser.
 *
 * @example
 * import type { auth } from "./auth";
 * createAuthClient({ plugins: [userColumns<typeof auth>()] });
 */
export function userColumns<A extends AuthWithUserColumns>(): ClientPlugin<UserColumnTypes<A["$"]["userColumns"]>> {
  return clientPlugin({ id: "user-columns", routes: {} });
}

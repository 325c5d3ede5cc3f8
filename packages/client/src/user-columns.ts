import type { UserColumns, UserColumnTypes } from "@keyhold/core";
import { type ClientPlugin, clientPlugin } from "./plugin.js";

/** An auth whose config has columns of the user: `user.columns`. */
export interface AuthWithUserColumns {
  readonly $: { readonly userColumns: UserColumns };
}

/** Options of `userColumns`. */
export interface UserColumnOptions<A extends AuthWithUserColumns> {
  /**
   * The names of date columns, for a session that a page gives to the client as JSON, by `initialSession` or `hydrate`.
   * Default: these dates stay texts until the next answer of the server.
   */
  readonly dates?: readonly (keyof A["$"]["userColumns"]["shown"] & string)[];
}

/**
 * The columns of `user.columns` of a server's config, for the types of a client: in the input of sign-up and
 * `updateUser`, and in each user. The auth is imported as a type only, so no code of the server gets into the browser.
 *
 * @example
 * import type { auth } from "./auth";
 * createAuthClient({ plugins: [userColumns<typeof auth>()] });
 */
export function userColumns<A extends AuthWithUserColumns>({
  dates = [],
}: UserColumnOptions<A> = {}): ClientPlugin<UserColumnTypes<A["$"]["userColumns"]>> {
  const sessionDates = dates.map((name) => `user.${name}`);
  return clientPlugin({ id: "user-columns", routes: {}, sessionDates });
}

import type { PluginTypes } from "@keyhold/core/plugin";
import type { PublicOptionsEndpoints } from "@keyhold/core/public-options";
import { type ClientPlugin, clientPlugin } from "./plugin.js";

/** The store of `publicOptions()`. */
export interface PublicOptionsStores {
  /** What the server offers: ways to sign in, password rules, fields, and options of plugins. */
  readonly publicOptions: PublicOptionsEndpoints["publicOptions"];
}

/** The same store as a React hook. */
export interface PublicOptionsHooks {
  /** What the server offers: ways to sign in, password rules, fields, and options of plugins. */
  readonly usePublicOptions: PublicOptionsStores["publicOptions"];
}

/** The types that `publicOptions` adds to a client. */
export interface PublicOptionsClientTypes extends PluginTypes {
  readonly stores: PublicOptionsStores;
  readonly reactHooks: PublicOptionsHooks;
}

/** An interface with a name: the types that apps infer from a client stay short. */
export interface PublicOptionsClient extends ClientPlugin<PublicOptionsClientTypes> {}

/**
 * A plugin with the store `client.publicOptions`, for screens that show only what the server offers. The server has the
 * plugin of the same name, of `@keyhold/core/public-options`.
 *
 * @example createAuthClient({ plugins: [publicOptions()] })
 */
export function publicOptions(): PublicOptionsClient {
  return clientPlugin({
    id: "public-options",
    routes: {},
    stores: { publicOptions: "GET /public-options" },
  });
}

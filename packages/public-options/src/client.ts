import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import type { PluginTypes } from "@keyhold/core/plugin";
import type { PublicOptionsEndpoints } from "./endpoints.js";
import type { PublicOptions } from "./routes/public-options.js";

export type { PublicOptions, PublicOptionsEndpoints };

/** The store of `publicOptionsClient()`. */
export interface PublicOptionsStores {
  /** The offers of the server: ways to sign in, password rules, fields, and options of plugins. */
  readonly publicOptions: PublicOptionsEndpoints["publicOptions"];
}

/** The same store as a React hook. */
export interface PublicOptionsHooks {
  /** The offers of the server: ways to sign in, password rules, fields, and options of plugins. */
  readonly usePublicOptions: PublicOptionsStores["publicOptions"];
}

/** The types of `publicOptionsClient`. */
export interface PublicOptionsClientTypes extends PluginTypes {
  readonly stores: PublicOptionsStores;
  readonly reactHooks: PublicOptionsHooks;
}

/** An interface with a name: the types that apps infer from a client stay short. */
export interface PublicOptionsClient extends ClientPlugin<PublicOptionsClientTypes> {}

/**
 * A plugin with the store `client.publicOptions`, for screens. The server has the plugin `publicOptions()`.
 *
 * @example createAuthClient({ plugins: [publicOptionsClient()] })
 */
export function publicOptionsClient(): PublicOptionsClient {
  return clientPlugin({
    id: "public-options",
    routes: {},
    stores: { publicOptions: "GET /public-options" },
  });
}

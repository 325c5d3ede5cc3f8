import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { MagicLinkEndpoints } from "./endpoints.js";
import type { MagicLinkErrorCode } from "./errors.js";
import type { MagicLinkTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { MagicLinkEndpoints, MagicLinkErrorCode, MagicLinkTypes };

/** A named interface keeps the inferred types of apps short. */
export interface MagicLinkClient extends ClientPlugin<MagicLinkTypes> {}

/**
 * The client plugin for `magicLink()`: adds `signIn.magicLink`, `magicLink.verify` and `magicLink.verifyCode`.
 *
 * @example createAuthClient({ plugins: [magicLinkClient()] })
 */
export function magicLinkClient(): MagicLinkClient {
  return clientPlugin({
    id: "magic-link",
    routes: clientRoutes,
    refreshes: { session: ["magicLink.verify", "magicLink.verifyCode"] },
  });
}

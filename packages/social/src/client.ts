import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { SocialEndpoints } from "./endpoints.js";
import type { SocialErrorCode } from "./errors.js";
import type { SocialTypes } from "./plugin.js";

// The types inside a client's type: an app that infers a type from the client imports them from here.
export type { SocialEndpoints, SocialErrorCode, SocialTypes };

/** An interface with a name: the types that apps infer from a client stay short. */
export interface SocialClient extends ClientPlugin<SocialTypes> {}

/**
 * The browser half of `social()`. Adds `signIn.social` (takes the browser to the provider),
 * `signIn.socialNonce`, `linkSocial`, `stepUp.social`, `getAccessToken` and `refreshToken`.
 *
 * @example createAuthClient({ plugins: [socialClient()] })
 */
export function socialClient(): SocialClient {
  return clientPlugin({
    id: "social",
    routes: clientRoutes,
    refreshes: { session: ["signIn.social", "linkSocial"] },
  });
}

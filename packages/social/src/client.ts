import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import type { SocialErrorCode } from "./errors.js";
import type { SocialEndpoints, SocialTypes } from "./plugin.js";

// What a client's type is made of: an app that infers types from one finds their names here.
export type { SocialEndpoints, SocialErrorCode, SocialTypes };

/** Has a name of its own, so that the types that apps infer from a client stay short. */
export interface SocialClient extends ClientPlugin<SocialTypes> {}

/**
 * The browser half of `social()`: brings `signIn.social`, which takes the browser to the provider, `linkSocial`,
 * `getAccessToken` and `refreshToken`.
 *
 * @example createAuthClient({ plugins: [socialClient()] })
 */
export function socialClient(): SocialClient {
  return clientPlugin({
    id: "social",
    routes: {
      signIn: { social: "POST /sign-in/social" },
      linkSocial: "POST /link-social",
      getAccessToken: "POST /get-access-token",
      refreshToken: "POST /refresh-token",
    },
    refreshes: { session: ["signIn.social", "linkSocial"] },
  });
}

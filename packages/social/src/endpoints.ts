// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { callback, callbackForm } from "./routes/callback/[id].js";
import { getAccessToken } from "./routes/get-access-token.js";
import { getUserAccessToken } from "./routes/get-user-access-token.js";
import { linkSocial } from "./routes/link-social.js";
import { refreshToken } from "./routes/refresh-token.js";
import { refreshUserToken } from "./routes/refresh-user-token.js";
import { signInSocial } from "./routes/sign-in/social.js";
import { signInSocialNonce } from "./routes/sign-in/social-nonce.js";
import { stepUpSocial } from "./routes/step-up/social.js";

/** The calls, each under the name that its URL gives. */
export interface SocialEndpoints {
  /** An access token of one of the caller's accounts, refreshed if it expires within five seconds. */
  readonly getAccessToken: typeof getAccessToken;
  /**
   * Links an identity at a provider to the caller's user: answers the URL of the provider's page, or links the ID token
   * of the input.
   */
  readonly linkSocial: typeof linkSocial;
  /** New tokens of one of the caller's accounts. Concurrent calls share one request to the provider. */
  readonly refreshToken: typeof refreshToken;
  readonly signIn: {
    /**
     * Signs in with a provider: answers the URL of the provider's page, or creates a session if the input has an ID
     * token.
     */
    readonly social: typeof signInSocial;
    /** Answers a nonce for one ID token of a provider: valid for five minutes, in the calling client only. */
    readonly socialNonce: typeof signInSocialNonce;
  };
  readonly stepUp: {
    /**
     * Proves a linked account again in the caller's session: answers the URL of the provider's page, on which the
     * provider asks the user again. A browser's session gets a new token at the callback.
     */
    readonly social: typeof stepUpSocial;
  };
}

/** The calls for the app's own server code: no client has them. */
export interface SocialServerEndpoints {
  /** The output of get-access-token for any user. Only the server's own code calls it. */
  readonly getUserAccessToken: typeof getUserAccessToken;
  /** The output of refresh-token for any user. Only the server's own code calls it. */
  readonly refreshUserToken: typeof refreshUserToken;
}

export const endpoints: SocialEndpoints & SocialServerEndpoints = {
  getAccessToken,
  getUserAccessToken,
  linkSocial,
  refreshToken,
  refreshUserToken,
  signIn: {
    social: signInSocial,
    socialNonce: signInSocialNonce,
  },
  stepUp: {
    social: stepUpSocial,
  },
};

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [callback, callbackForm] as const;

import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { finishSignIn } from "./account/sign-in-writes.js";
import { provesAgain, stepUpMethods } from "./account/step-up.js";
import { encryptedTokens } from "./account/stored-tokens.js";
import { type SocialErrorCode, socialErrors } from "./errors.js";
import { type SocialOptions, socialOf, socialOptions } from "./options.js";
import { callback, callbackForm } from "./routes/callback/[id].js";
import { getAccessToken } from "./routes/get-access-token.js";
import { getUserAccessToken } from "./routes/get-user-access-token.js";
import { linkSocial } from "./routes/link-social.js";
import { refreshToken } from "./routes/refresh-token.js";
import { refreshUserToken } from "./routes/refresh-user-token.js";
import { signInSocial } from "./routes/sign-in/social.js";
import { stepUpSocial } from "./routes/step-up/social.js";

/** The endpoints of `social()` that clients call over HTTP and the server calls by `auth.api`. */
export interface SocialEndpoints {
  readonly signIn: {
    /**
     * Signs in with a provider: answers the URL of the provider's page, or creates a session if the input has an ID
     * token.
     */
    readonly social: typeof signInSocial;
  };
  readonly stepUp: {
    /**
     * Proves a linked account again in the caller's session: answers the URL of the provider's page, on which the
     * provider asks the user again. A browser's session gets a new token at the callback.
     */
    readonly social: typeof stepUpSocial;
  };
  /**
   * Links an identity at a provider to the caller's user: answers the URL of the provider's page, or links the ID token
   * of the input.
   */
  readonly linkSocial: typeof linkSocial;
  /** An access token of one of the caller's accounts, refreshed if it expires within five seconds. */
  readonly getAccessToken: typeof getAccessToken;
  /** New tokens of one of the caller's accounts. Concurrent calls share one request to the provider. */
  readonly refreshToken: typeof refreshToken;
}

/** The endpoints of `social()` that only the server calls. */
export interface SocialServerEndpoints {
  /** The output of get-access-token for any user. Only the server's own code calls it. */
  readonly getUserAccessToken: typeof getUserAccessToken;
  /** The output of refresh-token for any user. Only the server's own code calls it. */
  readonly refreshUserToken: typeof refreshUserToken;
}

/** The types of both halves. */
export interface SocialTypes extends PluginTypes {
  readonly endpoints: SocialEndpoints;
  readonly serverEndpoints: SocialServerEndpoints;
  readonly errorCode: SocialErrorCode;
  readonly publicOptions: {
    /** `stepUp`: the ids of the providers at which a user can prove the account again. */
    readonly social: { readonly stepUp: readonly string[] };
  };
}

/** An interface with a name: the types that apps infer from an auth stay short. */
export interface SocialPlugin extends Plugin<SocialTypes> {}

/**
 * The plugin for sign-in with OAuth 2.0 and OpenID Connect providers. Adds `POST /sign-in/social`, `GET|POST
 * /callback/{id}`, `POST /link-social`, `POST /step-up/social`, `POST /get-access-token` and `POST /refresh-token`.
 * `createAuth` throws if an option is invalid, e.g. a provider without a `clientId`.
 *
 * @example createAuth({ …, plugins: [social({ providers: [google({ clientId, clientSecret })] })] })
 */
export function social(given: SocialOptions): SocialPlugin {
  const { options, configErrors } = socialOptions.read(given);
  const resolved = socialOf(options);
  return definePlugin({
    id: "social",
    options: resolved,
    errors: socialErrors,
    endpoints: {
      signIn: { social: signInSocial },
      stepUp: { social: stepUpSocial },
      linkSocial,
      getAccessToken,
      refreshToken,
      getUserAccessToken,
      refreshUserToken,
    },
    encrypted: encryptedTokens,
    hooks: {
      "sign-in.finish": finishSignIn(resolved),
      "step-up.methods": ({ session, factors }, ctx) => stepUpMethods(ctx, resolved, { session, factors }),
      "public-options": () => ({ social: { stepUp: options.providers.filter(provesAgain).map(({ id }) => id) } }),
    },
    pages: [callback, callbackForm],
    providerNames: Object.fromEntries(options.providers.map(({ id, declaration }) => [id, declaration.name])),
    missing: options.providers.flatMap(({ missing }) => missing),
    configErrors,
  });
}

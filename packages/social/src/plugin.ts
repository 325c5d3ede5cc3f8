import type { OutboxServerEndpoints } from "@keyhold/core/outbox";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { revocationHooks } from "./account/revoke.js";
import { finishSignIn } from "./account/sign-in-writes.js";
import { provesAgain, stepUpMethods } from "./account/step-up.js";
import { encryptedTokens } from "./account/stored-tokens.js";
import { endpoints, pages, type SocialEndpoints, type SocialServerEndpoints } from "./endpoints.js";
import { type SocialErrorCode, socialErrors } from "./errors.js";
import { nonceCookie } from "./flow/nonce.js";
import { handOverOf } from "./hand-over/hand-over.js";
import { type SocialOptions, socialOf, socialOptions } from "./options.js";

/** The types of both halves. */
export interface SocialTypes extends PluginTypes {
  readonly endpoints: SocialEndpoints;
  /** The calls of the outbox exist if a provider revokes tokens. */
  readonly serverEndpoints: SocialServerEndpoints & OutboxServerEndpoints;
  readonly errorCode: SocialErrorCode;
  readonly publicOptions: {
    /** `stepUp`: the ids of the providers at which a user can prove the account again. */
    readonly social: { readonly stepUp: readonly string[] };
  };
}

/** An interface with a name: the types that apps infer from an auth stay short. */
export interface SocialPlugin extends Plugin<SocialTypes> {}

/**
 * The plugin for sign-in with OAuth 2.0 and OpenID Connect providers. Adds `POST /sign-in/social`, `POST
 * /sign-in/social-nonce`, `GET|POST /callback/{id}`, `POST /link-social`, `POST /step-up/social`, `POST /get-access-token` and `POST /refresh-token`.
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
    // The outbox adds its calls, if a provider revokes tokens.
    endpoints: endpoints as SocialPlugin["endpoints"],
    encrypted: encryptedTokens,
    hooks: {
      "sign-in.finish": finishSignIn(resolved),
      "provider.hand-over": handOverOf(resolved),
      "step-up.methods": ({ session, factors }, ctx) => stepUpMethods(ctx, resolved, { session, factors }),
      ...revocationHooks(resolved),
      "public-options": () => ({ social: { stepUp: options.providers.filter(provesAgain).map(({ id }) => id) } }),
    },
    pages,
    outbox: [...new Set(options.providers.flatMap(({ options: { revocation } }) => revocation?.kind ?? []))],
    stateCookies: [nonceCookie],
    providerNames: Object.fromEntries(options.providers.map(({ id, declaration }) => [id, declaration.name])),
    missing: options.providers.flatMap(({ missing }) => missing),
    configErrors,
  });
}

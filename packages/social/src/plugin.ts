import { type ForeignOptions, type KnownKeys, unknownKeyErrors } from "@keyhold/core/known-keys";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { finishSignIn } from "./account/sign-in-writes.js";
import { provesAgain, stepUpMethods } from "./account/step-up.js";
import { encryptedTokens } from "./account/stored-tokens.js";
import { type SocialErrorCode, socialErrors } from "./errors.js";
import { createServers } from "./oauth/discovery.js";
import { createNet } from "./oauth/http.js";
import { createIdTokens } from "./oauth/id-token.js";
import type { Social, SocialOptions } from "./options.js";
import { type Provider, providerOptions } from "./provider.js";
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
export function social(options: SocialOptions): SocialPlugin {
  const resolved = createSocial(options);
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
    configErrors: [...unknownKeyErrors(options, optionKeys), ...configErrorsOf(options.providers, resolved)],
  });
}

const optionKeys = {
  providers: true,
  linking: { enabled: true, trustedProviders: true, allowDifferentEmails: true },
  encryptTokens: true,
  updateTokensOnSignIn: true,
  exposeRefreshToken: true,
  idTokenMaxAgeSeconds: true,
  fetch: true,
  timeoutSeconds: true,
} as const satisfies KnownKeys<SocialOptions>;

/** https://authjs.dev/reference/core/providers */
const authJs: ForeignOptions = {
  library: "Auth.js",
  remedies: {
    authorization: "write `scopes` and `authorizationParameters`",
    allowDangerousEmailAccountLinking: "write `linking: { trustedProviders }` at `social()`",
    profile: "write `mapProfileToUser`",
    checks: "remove it: PKCE, state and nonce are always used",
  },
};

/** Tests give a whole identity provider as the options, which has other keys besides. */
const misspelt = ({ id, options, declaration }: Provider): readonly string[] =>
  unknownKeyErrors(
    options,
    { ...providerOptions, ...declaration.ownOptions },
    { foreign: [authJs], onlyNear: true },
  ).map((problem) => `${id}: ${problem}`);

function createSocial({ providers, linking = {}, ...options }: SocialOptions): Social {
  const { encryptTokens = false, updateTokensOnSignIn = true, exposeRefreshToken = false } = options;
  const { idTokenMaxAgeSeconds = 300, timeoutSeconds = 10, fetch } = options;
  const { enabled = true, trustedProviders = [], allowDifferentEmails = false } = linking;
  const net = createNet(fetch, timeoutSeconds);
  return {
    providers: new Map(providers.map((provider) => [provider.id, provider])),
    linking: { enabled, trustedProviders, allowDifferentEmails },
    encryptTokens,
    updateTokensOnSignIn,
    exposeRefreshToken,
    idTokenMaxAgeSeconds,
    timeoutSeconds,
    net,
    servers: createServers(net),
    idTokens: createIdTokens(net),
    refreshing: new Map(),
  };
}

function configErrorsOf(
  providers: readonly Provider[],
  { linking, timeoutSeconds, idTokenMaxAgeSeconds }: Social,
): readonly string[] {
  const ids = providers.map(({ id }) => id);
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  const unknown = linking.trustedProviders.filter((id) => !ids.includes(id));
  return [
    ...providers.flatMap((provider) => [...provider.configErrors, ...misspelt(provider)]),
    ...ids.filter((id) => !isId(id)).map((id) => `"${id}" is not a valid provider id: ${idRule}`),
    ...[...repeated].map((id) => `the provider "${id}" is listed twice`),
    ...unknown.map((id) => `linking.trustedProviders: there is no provider "${id}"`),
    ...(isSeconds(timeoutSeconds) && timeoutSeconds <= 60 ? [] : ["timeoutSeconds must be a number from 1 to 60"]),
    ...(isSeconds(idTokenMaxAgeSeconds) ? [] : ["idTokenMaxAgeSeconds must be a number of seconds above 0"]),
  ];
}

/**
 * "credential" is the provider id of accounts with a password. Hooks and events use the other names for other ways to
 * sign in.
 */
const reserved: ReadonlySet<string> = new Set([
  "credential",
  "email",
  "username",
  "verify-email",
  "change-password",
  "re-authentication",
]);

const idRule = 'at most 64 lower-case letters, digits, "-" and "_", and not the name of another sign-in method';

/** The id is a segment of URLs. */
const isId = (id: string): boolean => /^[a-z0-9][a-z0-9_-]{0,63}$/.test(id) && !reserved.has(id);

const isSeconds = (value: number): boolean => Number.isFinite(value) && value >= 1;

import { checked, defineOptions, flag, group, required } from "@keyhold/core/options";
import type { accountModel, Row } from "@keyhold/core/plugin";
import type { RefreshFailure } from "./account/refresh.js";
import type { RunningCallbacks } from "./flow/running.js";
import { createServers, type Servers } from "./oauth/discovery.js";
import { createNet, type Net } from "./oauth/http.js";
import { createIdTokens, type IdTokens } from "./oauth/id-token.js";
import type { Provider } from "./provider.js";
import { foreignLinkingOptions, unknownOptionErrors } from "./provider-options/unknown-options.js";

/** Options of `social()`. */
export interface SocialOptions {
  /** The providers. Each has its own entry point: `google({ clientId, clientSecret })` of "@keyhold/social/google". Required. */
  readonly providers: readonly Provider[];
  readonly linking?: LinkingOptions;
  /**
   * Encrypts stored access, refresh and ID tokens (AES-256-GCM with a separate key). Tokens that were stored as plain
   * text stay readable. Default false.
   *
   * @see docs/social/provider-tokens.md
   */
  readonly encryptTokens?: boolean;
  /** Each sign-in replaces the account's stored tokens. False: a sign-in to an existing account keeps them. Default true. */
  readonly updateTokensOnSignIn?: boolean;
  /**
   * Includes the provider's refresh token in the output of the token routes, over HTTP and on the server.
   * Default false.
   */
  readonly exposeRefreshToken?: boolean;
  /**
   * Maximum age of an ID token that a client sends to `sign-in/social` or `link-social`, in seconds. Default 300.
   *
   * @see docs/social/id-tokens.md
   */
  readonly idTokenMaxAgeSeconds?: number;
  /** The `fetch` for requests to providers, e.g. one that uses a proxy. Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch | null;
  /** Timeout of one request to a provider, in seconds: 1 to 60. Default 10. */
  readonly timeoutSeconds?: number;
}

/** Options of account linking. */
export interface LinkingOptions {
  /**
   * A sign-in with a new identity is linked to the user with the same email address if both sides have verified it, and
   * `link-social` links identities. False turns both off. Default true.
   *
   * @see docs/social/linking.md
   */
  readonly enabled?: boolean;
  /**
   * A sign-in with a new identity is not linked to the user with the same email address: it fails with
   * `account_not_linked`, and the signed-in user links the identity with `link-social`. Default false.
   *
   * @see docs/social/linking.md
   */
  readonly disableImplicitLinking?: boolean;
  /**
   * The ids of providers whose email addresses count as verified, also if the provider says otherwise, for users with a
   * verified address. Default [].
   */
  readonly trustedProviders?: readonly string[];
  /** `link-social` also links an identity with another email address than the user's. Default false. */
  readonly allowDifferentEmails?: boolean;
}

/** The options with their defaults. */
interface SocialSettings extends Required<SocialOptions> {
  readonly linking: Required<LinkingOptions>;
}

const isSeconds = (given: unknown, max: number): boolean =>
  Number.isFinite(given) && Number(given) >= 1 && Number(given) <= max;

export const socialOptions = defineOptions<SocialSettings>(
  {
    providers: required(checked<readonly Provider[]>([], "be a list of providers", Array.isArray)),
    linking: group<Required<LinkingOptions>>(
      {
        enabled: flag(true),
        disableImplicitLinking: flag(false),
        trustedProviders: checked<readonly string[]>([], "be a list of ids of providers", Array.isArray),
        allowDifferentEmails: flag(false),
      },
      foreignLinkingOptions,
    ),
    encryptTokens: flag(false),
    updateTokensOnSignIn: flag(true),
    exposeRefreshToken: flag(false),
    idTokenMaxAgeSeconds: checked(300, "be a number of seconds above 0", (given) => isSeconds(given, Number.MAX_VALUE)),
    fetch: checked<SocialSettings["fetch"]>(
      null,
      "be a function like the platform's `fetch`",
      (given) => typeof given === "function",
    ),
    timeoutSeconds: checked(10, "be a number from 1 to 60", (given) => isSeconds(given, 60)),
  },
  { check: ({ providers, linking }) => providerErrors(providers, linking.trustedProviders) },
);

function providerErrors(providers: readonly Provider[], trusted: readonly string[]): readonly string[] {
  const ids = providers.map(({ id }) => id);
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [
    ...providers.flatMap((provider) => [...provider.configErrors, ...unknownOptionErrors(provider)]),
    ...ids.filter((id) => !isId(id)).map((id) => `"${id}" is not a valid provider id: ${idRule}`),
    ...[...repeated].map((id) => `the provider "${id}" is listed twice`),
    ...trusted.filter((id) => !ids.includes(id)).map((id) => `linking.trustedProviders: there is no provider "${id}"`),
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

/** What the routes use: the options with their defaults, and the clients for requests to providers. */
export interface Social extends Omit<SocialSettings, "providers" | "fetch"> {
  readonly providers: ReadonlyMap<string, Provider>;
  readonly net: Net;
  readonly servers: Servers;
  readonly idTokens: IdTokens;
  /** Refreshes in progress in this process, by the id of the account's row. */
  readonly refreshing: Map<string, Promise<Row<typeof accountModel> | RefreshFailure>>;
  readonly runningCallbacks: RunningCallbacks;
}

export function socialOf({ providers, fetch, ...options }: SocialSettings): Social {
  const net = createNet(fetch, options.timeoutSeconds);
  return {
    ...options,
    providers: new Map(providers.map((provider) => [provider.id, provider])),
    net,
    servers: createServers(net),
    idTokens: createIdTokens(net),
    refreshing: new Map(),
    runningCallbacks: new Map(),
  };
}

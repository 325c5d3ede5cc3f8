import type { accountModel, Row } from "@keyhold/core/plugin";
import type { RefreshFailure } from "./account/refresh.js";
import type { Servers } from "./oauth/discovery.js";
import type { Net } from "./oauth/http.js";
import type { IdTokens } from "./oauth/id-token.js";
import type { Provider } from "./provider.js";

/** Options of `social()`. */
export interface SocialOptions {
  /** Each provider has its own entry point: `google({ clientId, clientSecret })` of "@keyhold/social/google". */
  readonly providers: readonly Provider[];
  readonly linking?: LinkingOptions;
  /**
   * Encrypts stored access, refresh and ID tokens (AES-256-GCM with a separate key). Tokens that were stored as plain
   * text stay readable. Default false.
   */
  readonly encryptTokens?: boolean;
  /** Each sign-in replaces the account's stored tokens. False: a sign-in to an existing account keeps them. Default true. */
  readonly updateTokensOnSignIn?: boolean;
  /**
   * Includes the provider's refresh token in the output of the token routes, over HTTP and on the server.
   * Default false.
   */
  readonly exposeRefreshToken?: boolean;
  /** Maximum age of an ID token that a client sends to `sign-in/social` or `link-social`, in seconds. Default 300. */
  readonly idTokenMaxAgeSeconds?: number;
  /** The `fetch` for requests to providers, e.g. one that uses a proxy. Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** Timeout of one request to a provider, in seconds: 1 to 60. Default 10. */
  readonly timeoutSeconds?: number;
}

/** Options of account linking. */
export interface LinkingOptions {
  /**
   * A sign-in with a new identity is linked to the user with the same email address if both sides have verified it, and
   * `link-social` links identities. False turns both off. Default true.
   */
  readonly enabled?: boolean;
  /** The ids of providers whose email addresses count as verified, also if the provider says otherwise. Default []. */
  readonly trustedProviders?: readonly string[];
  /** `link-social` also links an identity with another email address than the user's. Default false. */
  readonly allowDifferentEmails?: boolean;
}

/** What the routes use: the options with their defaults, and the clients for requests to providers. */
export interface Social extends Required<Omit<SocialOptions, "providers" | "linking" | "fetch">> {
  readonly providers: ReadonlyMap<string, Provider>;
  readonly linking: Required<LinkingOptions>;
  readonly net: Net;
  readonly servers: Servers;
  readonly idTokens: IdTokens;
  /** Refreshes in progress in this process, by the id of the account's row. */
  readonly refreshing: Map<string, Promise<Row<typeof accountModel> | RefreshFailure>>;
}

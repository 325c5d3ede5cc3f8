import type { accountModel, Row } from "@keyhold/core/plugin";
import type { RefreshRefusal } from "./account/refresh.js";
import type { Servers } from "./oauth/discovery.js";
import type { Net } from "./oauth/http.js";
import type { IdTokens } from "./oauth/id-token.js";
import type { Provider } from "./provider.js";

export interface SocialOptions {
  /** Each from a file of its own: `google({ clientId, clientSecret })` of "@keyhold/social/google". */
  readonly providers: readonly Provider[];
  readonly linking?: LinkingOptions;
  /** Access, refresh and ID tokens are kept sealed (AES-256-GCM, a key of its own). Tokens from before are read as they are. Default false. */
  readonly encryptTokens?: boolean;
  /** Each sign-in stores the tokens that came with it. Default true. */
  readonly updateTokensOnSignIn?: boolean;
  /** Answers with tokens hold the provider's refresh token, too, over HTTP and to the server's own calls. Default false. */
  readonly exposeRefreshToken?: boolean;
  /** How old an ID token may be that `sign-in/social` takes. Default 300. */
  readonly idTokenMaxAgeSeconds?: number;
  /** How providers are asked, e.g. through a proxy. Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** How long one request to a provider may take. Default 10. */
  readonly timeoutSeconds?: number;
}

export interface LinkingOptions {
  /**
   * A sign-in with a new identity is linked to the user with the same address if both sides have verified it, and
   * `link-social` links identities. False: neither does. Default true.
   */
  readonly enabled?: boolean;
  /** Providers whose addresses count as proven even if they do not say so, by id. Default none. */
  readonly trustedProviders?: readonly string[];
  /** `link-social` takes an identity whose address is not the user's. Default false. */
  readonly allowDifferentEmails?: boolean;
}

/** What the routes work with: the options with every default, and the way to the providers. */
export interface Social extends Required<Omit<SocialOptions, "providers" | "linking" | "fetch">> {
  readonly providers: ReadonlyMap<string, Provider>;
  readonly linking: Required<LinkingOptions>;
  readonly net: Net;
  readonly servers: Servers;
  readonly idTokens: IdTokens;
  /** Refreshes under way in this process, by the id of the account's row. */
  readonly refreshing: Map<string, Promise<Row<typeof accountModel> | RefreshRefusal>>;
}

import type { SignatureAlgorithm } from "./id-tokens.js";

/** A user of a provider. Some providers do not share all fields. */
export interface Person {
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly picture: string | null;
}

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** The request to a protected resource. */
export interface ResourceRequest {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly headers: Headers;
  /** The scopes of the access token. */
  readonly scopes: readonly string[];
}

/** The dialect of a provider by the provider's documentation: names, requirements and responses. */
export interface Dialect {
  /** The provider's id, e.g. "github". */
  readonly id: string;
  readonly name: string;
  /** The URL of the authorization page, without a query. */
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** Default: the provider revokes no tokens. */
  readonly revocationUrl?: string;
  /** The status for an unknown token: 400 with "invalid_token" at Google. Default 200 (RFC 7009, section 2.2). */
  readonly unknownTokenStatus?: 200 | 400;
  /** The name of the parameter `client_id`. Default "client_id". */
  readonly clientIdParameter?: string;
  readonly scopeSeparator?: " " | ",";
  /** The accepted way of client authentication. Default "post". */
  readonly clientAuthentication?: "post" | "basic";
  /**
   * Whether the provider decodes the id and the secret of a Basic header (RFC 6749, section 2.3.1): some providers do
   * not. Default true.
   */
  readonly decodesBasic?: boolean;
  /** Whether the provider accepts a secret now. Default: accepts the registered secret. */
  readonly isSecret?: (secret: string, clientId: string, now: Date) => boolean | Promise<boolean>;
  /**
   * "required": no code without a challenge. "none": PKCE is unknown, and ignored. "refused": a request with a verifier
   * fails.
   */
  readonly pkce: "required" | "supported" | "none" | "refused";
  /** Required parameters of the authorization URL, with their values. */
  readonly authorizationParameters?: Readonly<Record<string, string>>;
  /** "form_post": the callback is a form post. Default "query". */
  readonly responseMode?: "query" | "form_post";
  /** The `iss` of every callback, with an error too (RFC 9207). Default: missing. */
  readonly callbackIssuer?: string;
  /** Further parameters of the callback, e.g. VK's `device_id`, Apple's `user`. */
  readonly callbackParameters?: (person: Person, isFirst: boolean) => Readonly<Record<string, string>>;
  /** Required parameters of a token request, with their values. */
  readonly tokenParameters?: Readonly<Record<string, string>>;
  /** The response of the token endpoint, from the response of RFC 6749. */
  readonly tokenAnswer?: (answer: Json, person: Person) => Json;
  /** The status of a failed token request: some providers answer 200. Default: the status of RFC 6749, section 5.2. */
  readonly refusedStatus?: number;
  /** "rotates": each refresh token can be used once. `"none"`: the provider issues no refresh tokens. */
  readonly refreshTokens: "rotates" | "keeps" | "none";
  /** Whether the authorization request asked for a refresh token. Default: always. */
  readonly isOffline?: (authorization: URLSearchParams) => boolean;
  /**
   * Whether the tokens include every scope of the user's earlier consents to the app. Default: only the requested
   * scopes.
   */
  readonly includesGrantedScopes?: (authorization: URLSearchParams) => boolean;
  /** Seconds. Null: the response does not say. Default 3600. */
  readonly accessTokenLifetimeSeconds?: number | null;
  readonly idToken?: {
    readonly issuer: string;
    readonly jwksUrl: string;
    /** The signature algorithm. Default "RS256". */
    readonly algorithm?: SignatureAlgorithm;
    /**
     * Whether `prompt=login` and `max_age` make the user authenticate again, and `max_age` adds the claim `auth_time`
     * (OpenID Connect Core 1.0, section 3.1.2.1). Default false: both parameters are unknown, and ignored.
     */
    readonly hasAuthTime?: boolean;
    /** Issued without the scope "openid" too. Default false. */
    readonly isGivenWithoutOpenid?: boolean;
    /**
     * The claims about the user, in addition to iss, sub, aud, iat, exp and nonce. `authorization`: the query of the
     * authorization URL; null for a token that a client obtains directly.
     */
    readonly claims: (person: Person, authorization: URLSearchParams | null) => Json;
  };
  /**
   * Protected resources by method and URL without a query, e.g. "GET https://api.github.com/user". Throw a `ProviderError`
   * for an error.
   */
  readonly resources: Readonly<Record<string, (person: Person, request: ResourceRequest) => unknown>>;
  /** The user in the provider's documentation. */
  readonly sample: Person;
  /** The users on the page. Default: the sample. */
  readonly people?: readonly Person[];
}

/** A request that a real provider would reject. */
export class ProviderError extends Error {
  override readonly name = "Refusal";
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

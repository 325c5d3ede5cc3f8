import type { SignatureAlgorithm } from "./id-tokens.js";

/** Somebody with an account at a provider. Not every provider tells all of it. */
export interface Person {
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly picture: string | null;
}

export type Json = Readonly<Record<string, unknown>>;

/** What a request to a protected resource brings. */
export interface ResourceRequest {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly headers: Headers;
  /** What the access token is good for. */
  readonly scopes: readonly string[];
}

/** How one provider speaks, as its own documentation has it: what it calls things, what it insists on, what it answers. */
export interface Dialect {
  /** The provider's id, e.g. "github". */
  readonly id: string;
  readonly name: string;
  /** Where browsers go, without a query. */
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** What it calls `client_id`. Default that. */
  readonly clientIdParameter?: string;
  readonly scopeSeparator?: " " | ",";
  /** How it wants the secret: it refuses the other way. Default "post". */
  readonly clientAuthentication?: "post" | "basic";
  /** Whether it decodes the id and the secret of a Basic header (RFC 6749, section 2.3.1): not every one does. Default true. */
  readonly decodesBasic?: boolean;
  /** Whether it takes a secret now. Default: whether it is the one that was registered. */
  readonly isSecret?: (secret: string, clientId: string, now: Date) => boolean | Promise<boolean>;
  /**
   * "required": no code without a challenge. "none": it knows nothing of PKCE, and ignores it. "refused": it refuses
   * whoever sends a verifier.
   */
  readonly pkce: "required" | "supported" | "none" | "refused";
  /** Parameters that the authorization URL must have, with these values. */
  readonly authorizationParameters?: Readonly<Record<string, string>>;
  /** "form_post": the browser comes back with a form. Default "query". */
  readonly responseMode?: "query" | "form_post";
  /** `iss` of every answer that the browser brings back, a refusal too (RFC 9207). Default: none. */
  readonly callbackIssuer?: string;
  /** What else the browser brings back, e.g. VK's `device_id`, Apple's `user`. */
  readonly callbackParameters?: (person: Person, isFirst: boolean) => Readonly<Record<string, string>>;
  /** Parameters that a token request must have, with these values. */
  readonly tokenParameters?: Readonly<Record<string, string>>;
  /** The answer of the token endpoint, made of the one of RFC 6749. */
  readonly tokenAnswer?: (answer: Json, person: Person) => Json;
  /** The status of a refused token request: some answer 200. Default: that of RFC 6749, section 5.2. */
  readonly refusedStatus?: number;
  /** "rotates": each refresh token is good for one use. "none": it gives none. */
  readonly refreshTokens: "rotates" | "keeps" | "none";
  /** What must have been asked for before there is a refresh token. Default: nothing. */
  readonly isOffline?: (authorization: URLSearchParams) => boolean;
  /** Whether the tokens have every scope that the person granted the app before, too. Default: only those asked for. */
  readonly includesGrantedScopes?: (authorization: URLSearchParams) => boolean;
  /** Seconds. Null: its answer does not say. Default 3600. */
  readonly accessTokenLifetimeSeconds?: number | null;
  readonly idToken?: {
    readonly issuer: string;
    readonly jwksUrl: string;
    /** How they are signed. Default "RS256". */
    readonly algorithm?: SignatureAlgorithm;
    /** Given to those as well who did not ask for the scope "openid". Default false. */
    readonly isGivenWithoutOpenid?: boolean;
    /**
     * What it says of the person, besides iss, sub, aud, iat, exp and nonce. `authorization`: the query that the browser
     * came with; null for a token that an app got by itself.
     */
    readonly claims: (person: Person, authorization: URLSearchParams | null) => Json;
  };
  /** Protected resources by method and URL without a query, e.g. "GET https://api.github.com/user". Throw a `Refusal` to refuse. */
  readonly resources: Readonly<Record<string, (person: Person, request: ResourceRequest) => unknown>>;
  /** Somebody as the provider's documentation shows one. */
  readonly sample: Person;
  /** Whom the page offers. Default: the sample. */
  readonly people?: readonly Person[];
}

/** A request that a real provider would refuse. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

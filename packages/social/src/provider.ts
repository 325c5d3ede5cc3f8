import type { ErrorEntry } from "@keyhold/core";
import type { Identity } from "./identity/identity.js";
import type { Claims, IdTokenRules } from "./oauth/id-token.js";
import { clientErrors, isAbsent, nonceErrors, revocationErrors } from "./option-values.js";
import type { Discovery, ServerMetadata } from "./server-metadata.js";
import type { TokenRevocation } from "./token-revocation.js";

/** The parameters of an OAuth callback, as the provider sent them. */
export type CallbackParameters = Readonly<Record<string, string>>;

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The input of `loadProfile`. */
export interface ProfileSource {
  /** The verified claims of the ID token; null without an ID token. */
  readonly claims: Claims | null;
  /** The ID token as text; not verified without `idToken` in the declaration. Null without an ID token. */
  readonly idToken: string | null;
  /** Null if the client sent only an ID token. */
  readonly accessToken: string | null;
  /** The JSON of the token endpoint. */
  readonly tokenAnswer: JsonObject;
  readonly callback: CallbackParameters;
  readonly clientId: string;
  /** The provider's endpoints, discovered or declared. */
  readonly server: ServerMetadata;
  /**
   * GETs or POSTs a URL of the provider and answers the JSON. Sends the access token as Bearer (RFC 6750, section 2.1)
   * unless the form holds an `access_token` (section 2.2). Throws if the status is neither 200 nor in `absentStatuses`.
   */
  fetchJson(url: string, request?: ProfileRequest): Promise<unknown>;
}

/** Options of `fetchJson`. */
export interface ProfileRequest {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as `application/x-www-form-urlencoded`. */
  readonly form?: Readonly<Record<string, string>>;
  /** POSTed as `application/json`, e.g. a GraphQL query. Not beside `form`. */
  readonly json?: unknown;
  /**
   * The statuses that answer undefined, e.g. 403 of a resource that the user or the registration does not share.
   * Default: no status.
   */
  readonly absentStatuses?: readonly number[];
}

/** A provider: data, and functions from responses to a profile and an identity. Input of `defineProvider`. */
export interface ProviderDeclaration<Profile> {
  /** Used in URLs and stored in `account.providerId`, e.g. "github". */
  readonly id: string;
  /** The name for users, e.g. "GitHub". */
  readonly name: string;
  readonly server: ServerMetadata | Discovery;
  /** The default scopes. */
  readonly scopes: readonly string[];
  /** The separator of scopes in URLs and responses. Default a space (RFC 6749, section 3.3). */
  readonly scopeSeparator?: " " | ",";
  /** PKCE with S256 (RFC 7636). Default true; false only if the provider does not support PKCE. */
  readonly pkce?: boolean;
  /** How the secret is sent to the token endpoint (RFC 6749, section 2.3.1). Default "post". */
  readonly clientAuthentication?: "post" | "basic";
  /** The name of the parameter `client_id` at this provider. Default "client_id". */
  readonly clientIdParameter?: string;
  /** The parameter `login_hint` of this provider (OpenID Connect Core 1.0, section 3.1.2.1). Default "login_hint". */
  readonly loginHintParameter?: string;
  /** Further parameters of the authorization URL. */
  readonly authorizationParameters?: Readonly<Record<string, string | undefined>>;
  /**
   * The provider adds a fragment to the callback URL, e.g. "#_=_". A browser keeps the fragment over a redirect without
   * a fragment, so the redirects of the callback get an empty fragment. Default false.
   */
  readonly addsFragment?: boolean;
  /** The `User-Agent` of requests for tokens and profiles. Default "keyhold". */
  readonly userAgent?: string;
  /** How ID tokens are verified. Left out: ID tokens are ignored. */
  readonly idToken?: IdTokenRules;
  /**
   * Whether the provider's SDK for apps answers the user's name and an authorization code beside the ID token, as
   * Apple's does, with client ids of the apps. The name is then read from `callback.user`, for a new user only, and the
   * code is exchanged by the client of the ID token. Default false: the input's `user` and `authorizationCode` are
   * ignored.
   */
  readonly hasNativeSignIn?: boolean;
  /** Whether refresh tokens of the provider can be used. Default true. */
  readonly refreshes?: boolean;
  /** Options of this provider besides `ProviderOptions`. Any other option is a config error. Default none. */
  readonly ownOptions?: Readonly<Record<string, true>>;
  /** Further parameters of the token request. */
  tokenParameters?(callback: CallbackParameters): Readonly<Record<string, string>>;
  /** Converts the JSON of the token endpoint to the form of RFC 6749, section 5, for a provider with another form. */
  readTokenAnswer?(answer: JsonObject): JsonObject;
  /** Fetches the user's profile from the provider. Default: the claims of the ID token. */
  loadProfile?(source: ProfileSource): Promise<Profile>;
  /**
   * Answers the identity in a profile, unchecked: Keyhold validates each field afterwards. Null: the user may not sign
   * in.
   */
  readIdentity(profile: Profile): GivenIdentity | null;
}

/** An identity from the provider's profile: each field is validated before use. */
export interface GivenIdentity {
  /** The user's id at the provider, which never changes and is never reassigned: text or an integer. */
  readonly subject: unknown;
  readonly email?: unknown;
  /** Whether the provider has verified the email address. Only `true` counts. */
  readonly emailVerified?: unknown;
  readonly name?: unknown;
  /** An http or https URL. */
  readonly image?: unknown;
}

/** The standard claims of OpenID Connect Core 1.0, section 5.1, before validation. */
export interface StandardClaims {
  readonly sub: unknown;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
  readonly picture?: unknown;
}

/** The `readIdentity` for a provider with the standard claims of OpenID Connect. */
export const readStandardClaims = ({ sub, email, email_verified, name, picture }: StandardClaims): GivenIdentity => ({
  subject: sub,
  email,
  emailVerified: email_verified,
  name,
  image: picture,
});

/**
 * A client secret, or a function that answers a secret with a limited lifetime. `clientId`: the client that
 * authenticates, if a provider has several.
 */
export type ClientSecret = string | ((now: Date, clientId: string) => string | Promise<string>);

/** The app's registration at a provider, and the sign-up options. */
export interface ProviderOptions<Profile = unknown> {
  /** The client id, or a list: authorization URLs use the first, and ID tokens for each are accepted. Required. */
  readonly clientId: string | readonly string[] | undefined;
  /**
   * The secret, or a function that generates the secret, `(now) => …`. Left out for a public client. A given empty value
   * is a config error, e.g. of an unset environment variable, and so is a value that begins or ends with a blank or a line
   * end.
   */
  readonly clientSecret?: ClientSecret | undefined;
  /** Scopes in addition to the provider's defaults. Default []. */
  readonly scopes?: readonly string[];
  /** Requests `scopes` only, without the provider's defaults. Default false. */
  readonly disableDefaultScopes?: boolean;
  /** The scopes that a client may request in `sign-in/social` and `link-social`. Default: any. */
  readonly allowedScopes?: readonly string[];
  /**
   * The callback URL for the provider, if another server forwards requests to that path. Default:
   * `{baseURL}/api/auth/callback/{id}`.
   */
  readonly redirectURI?: string | undefined;
  /** The parameter `prompt` of the authorization URL, e.g. "consent" or "select_account". */
  readonly prompt?: string | undefined;
  /** Further parameters of the authorization URL. They override the provider's; `undefined` removes a parameter. */
  readonly authorizationParameters?: Readonly<Record<string, string | undefined>>;
  /**
   * Answers columns of the user from a profile: `name`, `image`, columns of plugins. The `email` is used if the
   * provider sends no address, and stays unverified.
   *
   * @see docs/social/hooks.md
   */
  mapProfileToUser?(profile: Profile): MappedUser | Promise<MappedUser>;
  /**
   * Answers null to allow a sign-up, or the error code for the client to reject it. Called before a user is created.
   *
   * @see docs/social/hooks.md
   */
  checkSignUp?(profile: Profile, identity: Identity): ErrorEntry | null | Promise<ErrorEntry | null>;
  /** Users cannot sign up with this provider. Default false. */
  readonly disableSignUp?: boolean;
  /** Creates a new user only if the client set `requestSignUp`, e.g. from a sign-up page. Default false. */
  readonly disableImplicitSignUp?: boolean;
  /** Each sign-in updates the user's name and image from the provider, after `mapProfileToUser`. Default false. */
  readonly overrideUserInfoOnSignIn?: boolean;
  /** Rejects ID tokens in `sign-in/social` and `link-social`. Default false. */
  readonly disableIdTokenSignIn?: boolean;
  /**
   * ID tokens need a nonce of `POST /sign-in/social-nonce`, so each ID token signs in once. Default false.
   *
   * @see docs/social/id-tokens.md
   */
  readonly requireNonce?: boolean;
  /**
   * `tokenRevocation` of "@keyhold/social/revocation": the provider revokes the tokens when the user is deleted or the
   * account is unlinked, which needs the table `outbox`. `apple()` with `appBundleIdentifier` does so, unless the
   * option is null. Default null.
   *
   * @see docs/social/provider-tokens.md
   */
  readonly revocation?: TokenRevocation | null | undefined;
}

/** Every option; the compiler compares the list with `ProviderOptions`. */
export const providerOptions = {
  clientId: true,
  clientSecret: true,
  scopes: true,
  disableDefaultScopes: true,
  allowedScopes: true,
  redirectURI: true,
  prompt: true,
  authorizationParameters: true,
  mapProfileToUser: true,
  checkSignUp: true,
  disableSignUp: true,
  disableImplicitSignUp: true,
  overrideUserInfoOnSignIn: true,
  disableIdTokenSignIn: true,
  requireNonce: true,
  revocation: true,
} as const satisfies Record<keyof ProviderOptions, true>;

/** The options that a provider has besides the options of all providers. */
export type OwnOptions<Options> = Record<Exclude<keyof Options, keyof ProviderOptions>, true>;

/** An address is never proven by this. */
export interface MappedUser {
  readonly name?: string;
  readonly email?: string;
  readonly image?: string | null;
  readonly [column: string]: unknown;
}

/** A provider with the app's options, for `social({ providers })`. `defineProvider` makes it. */
export interface Provider {
  readonly id: string;
  readonly declaration: ProviderDeclaration<unknown>;
  readonly options: ProviderOptions;
  /** The config errors of the options, each a sentence. */
  readonly configErrors: readonly string[];
  /** What the environment did not give, each a sentence. */
  readonly missing: readonly string[];
}

/**
 * Makes a provider for `social({ providers })` from a declaration and the app's options. `configErrors`: further config
 * errors of the options, each a sentence; `missing`: config errors of values that come from the environment. Does not
 * throw: `createAuth` reports the config errors.
 *
 * @example
 * const acme = (options: ProviderOptions<AcmeProfile>): Provider =>
 *   defineProvider<AcmeProfile>({ id: "acme", name: "Acme", server, scopes: ["openid"], readIdentity }, options);
 */
export function defineProvider<Profile>(
  declaration: ProviderDeclaration<Profile>,
  options: ProviderOptions<Profile>,
  configErrors: readonly string[] = [],
  missing: readonly string[] = [],
): Provider {
  const { id } = declaration;
  const named = (sentences: readonly string[]): string[] => sentences.map((sentence) => `${id}: ${sentence}`);
  return Object.freeze({
    id,
    declaration,
    options,
    configErrors: named([
      ...clientErrors(options),
      ...redirectErrors(options),
      ...nonceErrors(declaration, options),
      ...revocationErrors(declaration, options),
      ...configErrors,
    ]),
    missing: named([...missingOf(options), ...missing]),
  });
}

/**
 * A secret that is present but empty is a mistake, e.g. an unset environment variable. A public client leaves the
 * secret out.
 */
function missingOf<Profile>(options: ProviderOptions<Profile>): readonly string[] {
  const isForgotten = Object.hasOwn(options, "clientSecret") && isAbsent(options.clientSecret);
  const hasNoId = [options.clientId].flat().every(isAbsent);
  return [
    ...(hasNoId ? ["clientId is missing"] : []),
    ...(isForgotten ? ["clientSecret is empty: is its variable set? A public client leaves it out"] : []),
  ];
}

const redirectErrors = ({ redirectURI }: Pick<ProviderOptions, "redirectURI">): readonly string[] =>
  redirectURI === undefined || URL.canParse(redirectURI) ? [] : ["redirectURI must be an absolute URL"];

/** The client id of authorization URLs and token requests. */
export const clientIdOf = (options: Pick<ProviderOptions, "clientId">): string => clientIdsOf(options)[0] ?? "";

/** The client ids that ID tokens may have as `aud`. Authorization URLs have the first. */
export function clientIdsOf({ clientId }: Pick<ProviderOptions, "clientId">): readonly string[] {
  return [clientId ?? []].flat().filter((id) => id !== "");
}

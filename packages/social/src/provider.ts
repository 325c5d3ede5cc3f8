import type { Identity } from "./identity/identity.js";
import type { Claims, IdTokenRules } from "./oauth/id-token.js";

/** Where a provider answers (RFC 8414, in camelCase). */
export interface ServerMetadata {
  /** Who it is: a callback with another `iss` is refused (RFC 9207). Left out where a provider has no such name. */
  readonly issuer?: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly userinfoEndpoint?: string;
  /** The keys that sign its ID tokens. */
  readonly jwksUri?: string;
  /** How it wants the secret where the declaration of the provider does not say. Default "post". */
  readonly clientAuthentication?: "post" | "basic";
  /** Whether it names itself by `iss` in each callback, so that one without is refused (RFC 9207). Default false. */
  readonly sendsIssuer?: boolean;
}

/** An issuer that tells the rest itself (OpenID Connect Discovery 1.0): asked when it is first needed. */
export interface Discovery {
  readonly discover: string;
}

/** What a provider sends a browser back with: every parameter as it came. */
export type CallbackParameters = Readonly<Record<string, string>>;

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What `loadProfile` has to go by. */
export interface ProfileSource {
  /** The claims of the ID token, verified; null when there was none. */
  readonly claims: Claims | null;
  /** Null at a sign-in with nothing but an ID token. */
  readonly accessToken: string | null;
  /** All that the token endpoint said. */
  readonly tokenAnswer: JsonObject;
  readonly callback: CallbackParameters;
  readonly clientId: string;
  /** Where the provider answers, discovered or declared. */
  readonly server: ServerMetadata;
  /**
   * GETs or POSTs, with the access token as Bearer (RFC 6750, section 2.1) unless the form holds an `access_token`
   * (section 2.2), and reads JSON. Throws for anything but 200.
   */
  fetchJson(url: string, request?: ProfileRequest): Promise<unknown>;
}

export interface ProfileRequest {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
}

/** One provider: data, and who a profile of it is. Made by `defineProvider`. */
export interface ProviderDeclaration<Profile> {
  /** In URLs and in `account.providerId`, e.g. "github". */
  readonly id: string;
  /** As people write it, e.g. "GitHub". */
  readonly name: string;
  readonly server: ServerMetadata | Discovery;
  /** What is asked for when nobody asks for more. */
  readonly scopes: readonly string[];
  /** Between scopes, in URLs and answers. Default a blank (RFC 6749, section 3.3). */
  readonly scopeSeparator?: " " | ",";
  /** PKCE with S256 (RFC 7636). Default true; false only where the provider refuses it. */
  readonly pkce?: boolean;
  /** How the secret is sent to the token endpoint (RFC 6749, section 2.3.1). Default "post". */
  readonly clientAuthentication?: "post" | "basic";
  /** What the provider calls `client_id`. Default that. */
  readonly clientIdParameter?: string;
  /** What the provider calls `login_hint` (OpenID Connect Core 1.0, section 3.1.2.1). Default that. */
  readonly loginHintParameter?: string;
  /** Further parameters of the authorization URL. */
  readonly authorizationParameters?: Readonly<Record<string, string | undefined>>;
  /** The `User-Agent` of requests for tokens and profiles. Default "keyhold". */
  readonly userAgent?: string;
  /** How its ID tokens are verified. Left out: it has none that are looked at. */
  readonly idToken?: IdTokenRules;
  /** Whether it gives refresh tokens that can be used. Default true. */
  readonly refreshes?: boolean;
  /** Further parameters of the token request. */
  tokenParameters?(callback: CallbackParameters): Readonly<Record<string, string>>;
  /** The token endpoint's answer in the form of RFC 6749, section 5, where the provider has one of its own. */
  readTokenAnswer?(answer: JsonObject): JsonObject;
  /** What the provider tells of the person. Default: the claims of the ID token. */
  loadProfile?(source: ProfileSource): Promise<Profile>;
  /** Who that is, as the provider says it: what is no identity is found out later. Null: somebody who may not come in. */
  readIdentity(profile: Profile): GivenIdentity | null;
}

/** What a profile says of a person; each may be anything. */
export interface GivenIdentity {
  /** The person's id at the provider, which never changes and is never given to another: text, or a whole number. */
  readonly subject: unknown;
  readonly email?: unknown;
  /** Whether the provider has proof of it. Nothing but `true` counts. */
  readonly emailVerified?: unknown;
  readonly name?: unknown;
  /** An http or https URL. */
  readonly image?: unknown;
}

/** What OpenID Connect Core 1.0, section 5.1, calls who somebody is; each may be anything. */
export interface StandardClaims {
  readonly sub: unknown;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
  readonly picture?: unknown;
}

/** The `readIdentity` of a provider that calls things as the standard does. */
export const readStandardClaims = ({ sub, email, email_verified, name, picture }: StandardClaims): GivenIdentity => ({
  subject: sub,
  email,
  emailVerified: email_verified,
  name,
  image: picture,
});

/** A secret, or how to make one that lives for a while. */
export type ClientSecret = string | ((now: Date) => string | Promise<string>);

/** What an app says of its registration at a provider, and of who may come in that way. */
export interface ProviderOptions<Profile = unknown> {
  /** Of several the first one is sent; ID tokens for any of them are taken. */
  readonly clientId: string | readonly string[] | undefined;
  /** Left out for a public client; given as nothing it is taken for forgotten. */
  readonly clientSecret?: ClientSecret | undefined;
  /** Asked for besides the provider's defaults. */
  readonly scopes?: readonly string[];
  /** Asks for `scopes` only. Default false. */
  readonly disableDefaultScopes?: boolean;
  /** What callers of `sign-in/social` and `link-social` may ask for. Default: anything. */
  readonly allowedScopes?: readonly string[];
  /** Instead of `{baseURL}/api/auth/callback/{id}`: for a path that another server hands on to that one. */
  readonly redirectURI?: string;
  /** E.g. "consent" or "select_account". */
  readonly prompt?: string;
  /** Further parameters of the authorization URL. They win over the provider's; `undefined` leaves one out. */
  readonly authorizationParameters?: Readonly<Record<string, string | undefined>>;
  /** Columns of the user from a profile: name, image, those that plugins add; an address where the provider has none. */
  mapProfileToUser?(profile: Profile): MappedUser | Promise<MappedUser>;
  /** The code of an error that refuses somebody new, or null. */
  checkSignUp?(profile: Profile, identity: Identity): string | null | Promise<string | null>;
  /** Nobody new comes in this way. Default false. */
  readonly disableSignUp?: boolean;
  /** Somebody new comes in only where the sign-in said `requestSignUp`. Default false. */
  readonly disableImplicitSignUp?: boolean;
  /** Name and image are those of the provider after each sign-in, as `mapProfileToUser` has them. Default false. */
  readonly overrideUserInfoOnSignIn?: boolean;
  /** `sign-in/social` takes no ID token. Default false. */
  readonly disableIdTokenSignIn?: boolean;
}

/** An address is never proven by this. */
export interface MappedUser {
  readonly name?: string;
  readonly email?: string;
  readonly image?: string | null;
  readonly [column: string]: unknown;
}

/** A provider as an app uses it. */
export interface Provider {
  readonly id: string;
  readonly declaration: ProviderDeclaration<unknown>;
  readonly options: ProviderOptions;
  /** Why it cannot be used as it is configured, each a sentence. */
  readonly configErrors: readonly string[];
}

/** `configErrors`: what else is wrong with the options of this provider. */
export function defineProvider<Profile>(
  declaration: ProviderDeclaration<Profile>,
  options: ProviderOptions<Profile>,
  configErrors: readonly string[] = [],
): Provider {
  const { id } = declaration;
  const all = [...clientErrors(options), ...configErrors].map((problem) => `${id}: ${problem}`);
  return Object.freeze({ id, declaration, options, configErrors: all });
}

/** A secret that is given as nothing is one that was forgotten, e.g. a variable that is not set: a public client names none. */
function clientErrors<Profile>(options: ProviderOptions<Profile>): readonly string[] {
  const { clientSecret, redirectURI } = options;
  const isForgotten = Object.hasOwn(options, "clientSecret") && (clientSecret === undefined || clientSecret === "");
  return [
    ...(clientIdsOf(options).length === 0 ? ["clientId is missing"] : []),
    ...(isForgotten ? ["clientSecret is empty: is its variable set? A public client leaves it out"] : []),
    ...(redirectURI === undefined || URL.canParse(redirectURI) ? [] : ["redirectURI must be a whole URL"]),
  ];
}

/** The id that is sent. */
export const clientIdOf = (options: Pick<ProviderOptions, "clientId">): string => clientIdsOf(options)[0] ?? "";

/** Every id that ID tokens may be meant for, the one that is sent first. */
export function clientIdsOf({ clientId }: Pick<ProviderOptions, "clientId">): readonly string[] {
  return (typeof clientId === "string" ? [clientId] : (clientId ?? [])).filter((id) => id !== "");
}

import { isReachable } from "../oauth/http.js";
import { defineProvider, type Provider, type ProviderDeclaration, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

export interface OAuth2Options<Profile>
  extends ProviderOptions<Profile>,
    Omit<ProviderDeclaration<Profile>, "name" | "server" | "scopes" | "authorizationParameters" | "idToken"> {
  /** As people write it. Default: the id. */
  readonly name?: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** Answers with JSON of the person to a GET with the access token as Bearer (RFC 6750); `loadProfile` asks otherwise. */
  readonly userinfoEndpoint: string;
  /** What it calls itself in `iss` of a callback, if it does (RFC 9207). */
  readonly issuer?: string;
}

/**
 * Any OAuth 2 provider without ID tokens: https://www.rfc-editor.org/rfc/rfc6749
 *
 * @example oauth2({ id: "acme", authorizationEndpoint, …, readIdentity: ({ id, mail }) => ({ subject: id, email: mail }) })
 */
export function oauth2<Profile>(given: OAuth2Options<Profile>): Provider {
  const { id, name = id, issuer, authorizationEndpoint, tokenEndpoint, userinfoEndpoint } = given;
  const endpoints = { authorizationEndpoint, tokenEndpoint, userinfoEndpoint };
  const missing = Object.entries(endpoints).filter(([, url]) => !isReachable(url));
  return defineProvider<Profile>(
    {
      ...given,
      name,
      server: { issuer, ...endpoints },
      scopes: [],
      loadProfile: given.loadProfile ?? (async ({ fetchJson }) => (await fetchJson(userinfoEndpoint)) as Profile),
    },
    given,
    missing.map(([field]) => `${field} must be an https URL`),
  );
}

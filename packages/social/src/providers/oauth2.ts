import { isReachable } from "../oauth/http.js";
import {
  defineProvider,
  type OwnOptions,
  type Provider,
  type ProviderDeclaration,
  type ProviderOptions,
} from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** Options of `oauth2()`: the provider's declaration and the app's registration. */
export interface OAuth2Options<Profile>
  extends ProviderOptions<Profile>,
    Omit<
      ProviderDeclaration<Profile>,
      "name" | "server" | "scopes" | "authorizationParameters" | "idToken" | "hasNativeSignIn" | "ownOptions"
    > {
  /** The display name. Default: the id. */
  readonly name?: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /**
   * Answers the user's profile as JSON to a GET with the access token as Bearer (RFC 6750). `loadProfile` replaces that
   * request.
   */
  readonly userinfoEndpoint: string;
  /** The URL that revokes tokens (RFC 7009), for `revocation`. */
  readonly revocationEndpoint?: string;
  /** The issuer identifier in the `iss` of callbacks, if the provider sends `iss` (RFC 9207). */
  readonly issuer?: string;
}

const ownOptions: OwnOptions<OAuth2Options<unknown>> = {
  id: true,
  name: true,
  authorizationEndpoint: true,
  tokenEndpoint: true,
  userinfoEndpoint: true,
  revocationEndpoint: true,
  issuer: true,
  scopeSeparator: true,
  pkce: true,
  clientAuthentication: true,
  clientIdParameter: true,
  loginHintParameter: true,
  userAgent: true,
  refreshes: true,
  tokenParameters: true,
  readTokenAnswer: true,
  addsFragment: true,
  loadProfile: true,
  readIdentity: true,
};

/**
 * Any OAuth 2.0 provider without ID tokens: https://www.rfc-editor.org/rfc/rfc6749
 *
 * @example oauth2({ id: "acme", authorizationEndpoint, …, readIdentity: ({ id, mail }) => ({ subject: id, email: mail }) })
 */
export function oauth2<Profile>(given: OAuth2Options<Profile>): Provider {
  const { id, name = id, issuer, authorizationEndpoint, tokenEndpoint, userinfoEndpoint, revocationEndpoint } = given;
  const revocation = revocationEndpoint === undefined ? {} : { revocationEndpoint };
  const endpoints = { authorizationEndpoint, tokenEndpoint, userinfoEndpoint, ...revocation };
  const missing = Object.entries(endpoints).filter(([, url]) => !isReachable(url));
  return defineProvider<Profile>(
    {
      ...given,
      name,
      ownOptions,
      server: { issuer, ...endpoints },
      scopes: [],
      loadProfile: given.loadProfile ?? (async ({ fetchJson }) => (await fetchJson(userinfoEndpoint)) as Profile),
    },
    given,
    missing.map(([field]) => `${field} must be an https URL`),
  );
}

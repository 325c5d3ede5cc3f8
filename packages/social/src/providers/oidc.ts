import { isReachable } from "../oauth/http.js";
import { type IdTokenRules, isAsymmetric } from "../oauth/id-token.js";
import {
  defineProvider,
  type JsonObject,
  type ProfileSource,
  type Provider,
  type ProviderDeclaration,
  type ProviderOptions,
  readStandardClaims,
} from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The claims of the ID token, and over them those of userinfo: https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims */
export interface OidcProfile extends JsonObject {
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
  readonly picture?: unknown;
}

export interface OidcOptions
  extends ProviderOptions<OidcProfile>,
    Pick<ProviderDeclaration<OidcProfile>, "id" | "pkce">,
    Pick<IdTokenRules, "audiences"> {
  /** As people write it. Default: the id. */
  readonly name?: string;
  /** Where `/.well-known/openid-configuration` says the rest: an https URL, or an http one of this machine. */
  readonly issuer: string;
  /** Of the signatures of ID tokens (RFC 7518, section 3.1). Default ["RS256", "PS256", "ES256", "EdDSA"]. */
  readonly algorithms?: readonly string[];
  /** How the secret is sent. Default: as the issuer says it wants it. */
  readonly clientAuthentication?: "post" | "basic";
  /** Whether its word on addresses is taken, where it is `true`. False for an issuer whose people write them themselves. Default true. */
  readonly confirmsEmails?: boolean;
  /** Whether userinfo is asked for what the ID token may not say. Default true. */
  readonly userinfo?: boolean;
}

/**
 * Any OpenID Connect provider, e.g. that of a company: https://openid.net/specs/openid-connect-discovery-1_0.html
 *
 * @example oidc({ id: "acme", name: "Acme", issuer: "https://login.acme.example", clientId, clientSecret })
 */
export function oidc(given: OidcOptions): Provider {
  const { id, name = id, issuer, audiences, userinfo = true, confirmsEmails = true } = given;
  const { algorithms = ["RS256", "PS256", "ES256", "EdDSA"], pkce, clientAuthentication } = given;
  return defineProvider<OidcProfile>(
    {
      id,
      name,
      server: { discover: issuer },
      scopes: ["openid", "email", "profile"],
      pkce,
      clientAuthentication,
      idToken: { algorithms, audiences },
      loadProfile: (source) => readProfile(source, userinfo),
      readIdentity: (claims) => readStandardClaims(confirmsEmails ? claims : { ...claims, email_verified: false }),
    },
    given,
    configErrorsOf(issuer, algorithms),
  );
}

async function readProfile({ claims, accessToken, server, fetchJson }: ProfileSource, isAsked: boolean) {
  if (claims === null) throw new Error("There was no ID token.");
  if (!isAsked || accessToken === null || server.userinfoEndpoint === undefined) return claims;
  const told: JsonObject = Object(await fetchJson(server.userinfoEndpoint));
  // OpenID Connect Core 1.0, section 5.3.2: what is said of another person is not to be used.
  if (told.sub !== claims.sub) throw new Error("Userinfo is not of the person of the ID token.");
  // An address comes with what the same place says of it: proof of one is none of another.
  const { email, email_verified } = typeof told.email === "string" ? told : claims;
  return { ...claims, ...told, sub: claims.sub, email, email_verified };
}

function configErrorsOf(issuer: string, algorithms: readonly string[]): readonly string[] {
  const weak = algorithms.filter((algorithm) => !isAsymmetric(algorithm));
  const wanted = 'issuer must be an https URL, as the provider has it before "/.well-known/openid-configuration"';
  return [
    ...(isIssuer(issuer) ? [] : [wanted]),
    ...(algorithms.length === 0 ? ["algorithms must name one"] : []),
    ...weak.map((algorithm) => `algorithms: "${algorithm}" is no signature that only the issuer can make`),
  ];
}

function isIssuer(url: string): boolean {
  if (!isReachable(url)) return false;
  const { search, hash, pathname } = new URL(url);
  return search + hash === "" && !pathname.includes("/.well-known/");
}

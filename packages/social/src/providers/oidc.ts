import { isReachable } from "../oauth/http.js";
import { type IdTokenRules, isAsymmetric } from "../oauth/id-token.js";
import {
  defineProvider,
  type JsonObject,
  type OwnOptions,
  type ProfileSource,
  type Provider,
  type ProviderDeclaration,
  type ProviderOptions,
  readStandardClaims,
} from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/**
 * The claims of the ID token, overridden by the claims of userinfo:
 * https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
export interface OidcProfile extends JsonObject {
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
  readonly picture?: unknown;
}

/** Options of `oidc()`. */
export interface OidcOptions
  extends ProviderOptions<OidcProfile>,
    Pick<ProviderDeclaration<OidcProfile>, "id" | "pkce">,
    Pick<IdTokenRules, "audiences" | "sendsAuthTime"> {
  /**
   * "none" for a provider whose ID tokens have no `nonce` although the request had a `nonce`: none is sent, and PKCE binds the
   * code to the browser (RFC 9700, section 2.1.1). With `pkce: false` a config error. Default "same": the ID token must
   * repeat the nonce.
   */
  readonly nonce?: "same" | "none";
  /** The name for users. Default: the id. */
  readonly name?: string;
  /**
   * The issuer identifier: an https URL, or an http URL of this machine. The document at
   * `/.well-known/openid-configuration` is fetched.
   */
  readonly issuer: string;
  /**
   * Accepted algorithms of ID token signatures (RFC 7518, section 3.1). Default ["RS256", "PS256", "ES256", "EdDSA"].
   */
  readonly algorithms?: readonly string[];
  /** How the secret is sent. Default: as the discovery document says. */
  readonly clientAuthentication?: "post" | "basic";
  /**
   * Whether `email_verified: true` is trusted. False for an issuer with unverified addresses. Default true.
   */
  readonly confirmsEmails?: boolean;
  /** Whether claims that may be missing in the ID token are fetched from userinfo. Default true. */
  readonly userinfo?: boolean;
}

/**
 * Any OpenID Connect provider, e.g. a company's: https://openid.net/specs/openid-connect-discovery-1_0.html
 *
 * @example oidc({ id: "acme", name: "Acme", issuer: "https://login.acme.example", clientId, clientSecret })
 */
export function oidc(given: OidcOptions): Provider {
  const { id, name = id, issuer, audiences, sendsAuthTime, userinfo = true, confirmsEmails = true } = given;
  const { algorithms = ["RS256", "PS256", "ES256", "EdDSA"], nonce = "same", pkce, clientAuthentication } = given;
  return defineProvider<OidcProfile>(
    {
      id,
      name,
      ownOptions: {
        id: true,
        pkce: true,
        audiences: true,
        sendsAuthTime: true,
        nonce: true,
        name: true,
        issuer: true,
        algorithms: true,
        clientAuthentication: true,
        confirmsEmails: true,
        userinfo: true,
      } satisfies OwnOptions<OidcOptions>,
      server: { discover: issuer },
      scopes: ["openid", "email", "profile"],
      pkce,
      clientAuthentication,
      idToken: { algorithms, audiences, sendsAuthTime, nonce },
      loadProfile: (source) => readProfile(source, userinfo),
      readIdentity: (claims) => readStandardClaims(confirmsEmails ? claims : { ...claims, email_verified: false }),
    },
    given,
    configErrorsOf({ issuer, algorithms, nonce, pkce }),
    issuer ? [] : ["issuer is missing"],
  );
}

async function readProfile({ claims, accessToken, server, fetchJson }: ProfileSource, isAsked: boolean) {
  if (claims === null) throw new Error("There was no ID token.");
  if (!isAsked || accessToken === null || server.userinfoEndpoint === undefined) return claims;
  // An issuer may not share userinfo with this client: the verified ID token identifies the user.
  const answer = await fetchJson(server.userinfoEndpoint, { absentStatuses: [403, 404] });
  if (answer === undefined) return claims;
  const told: JsonObject = Object(answer);
  // OpenID Connect Core 1.0, section 5.3.2: the `sub` of userinfo must be the `sub` of the ID token.
  if (told.sub !== claims.sub) throw new Error("Userinfo and the ID token are of two users.");
  // `email_verified` counts only for the `email` of the same response.
  const { email, email_verified } = typeof told.email === "string" ? told : claims;
  // Amazon Cognito has a boolean in the ID token, and the text "true" in userinfo.
  const isVerified = email === claims.email && claims.email_verified === true && email_verified !== false;
  return { ...claims, ...told, sub: claims.sub, email, email_verified: isVerified || email_verified };
}

type Checked = Pick<OidcOptions, "issuer" | "pkce"> & Required<Pick<OidcOptions, "algorithms" | "nonce">>;

function configErrorsOf({ issuer, algorithms, nonce, pkce }: Checked): readonly string[] {
  const weak = algorithms.filter((algorithm) => !isAsymmetric(algorithm));
  const wanted = 'issuer must be an https URL, without "/.well-known/openid-configuration"';
  return [
    ...(!issuer || isIssuer(issuer) ? [] : [wanted]),
    ...(algorithms.length === 0 ? ["algorithms is empty"] : []),
    ...(nonce === "same" || nonce === "none" ? [] : ['nonce must be "same" or "none"']),
    ...(nonce === "none" && pkce === false ? ['nonce: "none" needs PKCE: remove `pkce: false`'] : []),
    ...weak.map((algorithm) => `algorithms: "${algorithm}" is not an asymmetric signature algorithm`),
  ];
}

function isIssuer(url: string): boolean {
  if (!isReachable(url)) return false;
  const { search, hash, pathname } = new URL(url);
  return search + hash === "" && !pathname.includes("/.well-known/");
}

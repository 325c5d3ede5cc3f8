import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import { clientIdOf, clientIdsOf, type Provider } from "../provider.js";
import type { ServerMetadata } from "../server-metadata.js";
import type { Net } from "./http.js";

/** The claims of an ID token (OpenID Connect Core 1.0, section 2). */
export interface Claims extends JWTPayload {
  readonly sub: string;
}

/** How the ID tokens of a provider are verified. The keys come from `server.jwksUri`. */
export interface IdTokenRules {
  /** The expected issuer. Default: the server's issuer. A function if the issuer depends on the token. */
  readonly issuer?: string | readonly string[] | ((claims: JWTPayload) => string);
  /** Accepted signature algorithms (RFC 7518, section 3.1). Default ["RS256"]. */
  readonly algorithms?: readonly string[];
  /** Accepted audiences besides the client ids, e.g. the bundle id of a native app. */
  readonly audiences?: readonly string[];
  /**
   * How the `nonce` claim is compared: "same" (default); "same or hashed": equal to the nonce or to its SHA-256 in
   * hexadecimal, as SDKs of native apps send it; `"none"`: the provider does not support a nonce, so no nonce is sent,
   * and an input with a `nonce` is rejected.
   */
  readonly nonce?: "same" | "same or hashed" | "none";
  /**
   * Whether an ID token has `auth_time` if the request had `prompt=login` and `max_age=0` (OpenID Connect Core 1.0,
   * section 2): then the provider can prove a step-up. Default false.
   */
  readonly sendsAuthTime?: boolean | undefined;
  /** Further checks: answers a problem as a sentence, or null. */
  readonly findTokenError?: (claims: JWTPayload) => string | null;
}

/** What a token is verified against. */
export interface Expected {
  /** Null: no nonce is expected. */
  readonly nonce: string | null;
  /** Maximum age in seconds since the token was issued; null: valid until the token expires. */
  readonly maxAgeSeconds: number | null;
  readonly now: Date;
}

/** The provider's keys could not be fetched, so the token was not verified. */
export class KeysUnavailable extends Error {
  override readonly name = "KeysUnavailable";
}

export interface IdTokens {
  /**
   * @throws Error for an invalid token: the message has the reason, without content of the token; `KeysUnavailable`.
   */
  verify(provider: Provider, server: ServerMetadata, token: string, expected: Expected): Promise<Claims>;
}

/** Longer than any provider's. */
const maxTokenLength = 16_384;

/**
 * Whether only the issuer can create a signature: not for HMAC, because the verifier has the key, and not for "none".
 */
export const isAsymmetric = (algorithm: string): boolean => /^(?:RS|PS|ES)(?:256|384|512)$|^EdDSA$/.test(algorithm);

/**
 * Fetches keys at their first use, caches them for ten minutes, and fetches them again at most every thirty seconds.
 */
export function createIdTokens(net: Net): IdTokens {
  const keySets = new Map<string, JWTVerifyGetKey>();
  const keysAt = (uri: string): JWTVerifyGetKey => {
    const known = keySets.get(uri);
    if (known) return known;
    const fetched = createRemoteJWKSet(new URL(uri), {
      [customFetch]: (url, init) => fetchKeys(net, url, init),
      cooldownDuration: 30_000,
      cacheMaxAge: 600_000,
    });
    keySets.set(uri, fetched);
    return fetched;
  };

  return {
    async verify(provider, server, token, expected) {
      const { idToken: rules = {} } = provider.declaration;
      if (!server.jwksUri) throw new Error("The provider has no URL of keys for its ID tokens.");
      if (token.length > maxTokenLength) throw new Error("The ID token is too long.");
      const { payload, protectedHeader } = await jwtVerify(token, keysAt(server.jwksUri), {
        algorithms: (rules.algorithms ?? ["RS256"]).filter(isAsymmetric),
        audience: [...audiencesOf(provider)],
        requiredClaims: ["sub", "exp", "iat"],
        currentDate: expected.now,
        clockTolerance: 5,
        ...(expected.maxAgeSeconds !== null && { maxTokenAge: expected.maxAgeSeconds }),
      });
      const problem =
        kindError(protectedHeader, payload) ??
        issuerError(rules, server, payload) ??
        partyError(provider, payload) ??
        (await nonceError(rules, payload, expected.nonce)) ??
        rules.findTokenError?.(payload) ??
        null;
      if (problem !== null) throw new Error(problem);
      return payload as Claims;
    },
  };
}

async function fetchKeys(net: Net, url: string, init: RequestInit): Promise<Response> {
  const response = await net.fetch(url, init).catch((cause: unknown) => {
    throw new KeysUnavailable(`${new URL(url).host} did not send its keys.`, { cause });
  });
  if (response.status === 200) return response;
  throw new KeysUnavailable(`${new URL(url).host} answered ${response.status} instead of its keys.`);
}

/** A provider signs other kinds of tokens with the same keys (RFC 8725, section 3.11; RFC 8417): they are rejected. */
function kindError({ typ = "" }: JWTHeaderParameters, { events }: JWTPayload): string | null {
  const isOther = /\+jwt$/i.test(typ) || events !== undefined;
  return isOther ? "The token is not an ID token." : null;
}

function issuerError({ issuer }: IdTokenRules, server: ServerMetadata, claims: JWTPayload): string | null {
  const wanted = typeof issuer === "function" ? issuer(claims) : (issuer ?? server.issuer);
  const all = typeof wanted === "string" ? [wanted] : (wanted ?? []);
  return claims.iss !== undefined && all.includes(claims.iss) ? null : "The ID token has another issuer.";
}

/** Everything that an ID token may have as `aud`: the client ids, and the audiences of the declaration. */
const audiencesOf = ({ declaration, options }: Pick<Provider, "declaration" | "options">): readonly string[] => [
  ...clientIdsOf(options),
  ...(declaration.idToken?.audiences ?? []),
];

/** An ID token with several audiences must have this client as `azp` (OpenID Connect Core 1.0, section 3.1.3.7). */
function partyError(provider: Provider, { aud, azp }: JWTPayload): string | null {
  const ours = audiencesOf(provider);
  const isForMany = Array.isArray(aud) && aud.some((audience) => !ours.includes(audience));
  if (azp === undefined && !isForMany) return null;
  return typeof azp === "string" && ours.includes(azp) ? null : "The ID token was issued to another client.";
}

async function nonceError(rules: IdTokenRules, claims: JWTPayload, nonce: string | null): Promise<string | null> {
  if (nonce === null) return null;
  if (claims.nonce === nonce) return null;
  if (rules.nonce === "same or hashed" && claims.nonce === (await sha256Hex(nonce))) return null;
  return "The ID token has another nonce than the request.";
}

async function sha256Hex(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The client that an ID token was issued to. */
export function clientOfClaims(provider: Provider, { aud }: Pick<JWTPayload, "aud">): string {
  const ours = audiencesOf(provider);
  return [aud ?? []].flat().find((audience) => ours.includes(audience)) ?? clientIdOf(provider.options);
}

/** The client that an ID token of this server's own table was issued to: the token was verified before. */
export function clientOfStored(provider: Provider, idToken: string): string {
  try {
    return clientOfClaims(provider, decodeJwt(idToken));
  } catch {
    return clientIdOf(provider.options);
  }
}

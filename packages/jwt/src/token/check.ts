import { type CryptoKey, decodeJwt, type JWK } from "jose";
import { TokenError } from "./error.js";
import { isSignedBy } from "./signature.js";

export type { JWK };

/** A signature algorithm of RFC 7518 and RFC 8037. */
export type Algorithm = "ES256" | "EdDSA" | "RS256";

/** The claims of a valid token. */
export interface TokenClaims {
  /** The issuer: the URL of the app that has signed the token. */
  readonly iss: string;
  /** The audiences: the services for which the token was signed. */
  readonly aud: string | readonly string[];
  /** The end, in seconds since 1970. */
  readonly exp: number;
  /** The time of the signature, in seconds since 1970. */
  readonly iat: number;
  /** The id of the user. Absent: the app has signed the token for another purpose. */
  readonly sub?: string;
  /** The id of the token. */
  readonly jti?: string;
  /** The id of the session. */
  readonly sid?: string;
  /** The last proof of the user, in seconds since 1970. */
  readonly auth_time?: number;
  /** The methods of the proofs: values of RFC 8176, e.g. `["pwd", "otp", "mfa"]`. */
  readonly amr?: readonly string[];
  /** "1": one factor was given. "2": two factors were given. */
  readonly acr?: string;
  /** The administrator who acts in the place of the user (RFC 8693, section 4.1). */
  readonly act?: { readonly sub: string };
  /** The app of the session. */
  readonly client_id?: string;
  /** The permissions of the token, separated by spaces. */
  readonly scope?: string;
  readonly [claim: string]: unknown;
}

/** The rules for a token. The token decides no rule. */
export interface TokenRules {
  readonly issuer: string;
  /** The token must be for one or more of these. */
  readonly audiences: readonly string[];
  readonly algorithms: readonly Algorithm[];
  /** The `typ` of the header, in lower case. */
  readonly type: string;
  readonly now: Date;
  readonly clockToleranceSeconds: number;
}

/** A public key with its algorithm. */
export interface PublicKey {
  readonly algorithm: string;
  readonly key: CryptoKey;
}

/** The key with this id; null: unknown. */
export type FindKey = (keyId: string) => Promise<PublicKey | null> | PublicKey | null;

/** Longer tokens are refused before any work: a header of a request has at most as many characters. */
export const maxTokenLength = 8192;

const form = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/**
 * The claims of a token that is valid as a whole: the best practices of RFC 8725 in one function, for the server and for
 * other services.
 *
 * @throws TokenError
 */
export async function checkToken(token: unknown, findKey: FindKey, rules: TokenRules): Promise<TokenClaims> {
  if (typeof token !== "string") throw new TokenError("TOKEN_MALFORMED", "The token is not a text.");
  if (token.length > maxTokenLength)
    throw new TokenError("TOKEN_TOO_LARGE", `The token is longer than ${maxTokenLength} characters.`);
  const [, header = "", claims = ""] = form.exec(token) ?? [];
  const { algorithm, keyId } = checkHeader(readHeader(header), rules);
  const found = await findKey(keyId);
  if (!found) throw new TokenError("TOKEN_KEY_UNKNOWN", "No published key has the id of the token's key.");
  if (found.algorithm !== algorithm)
    throw new TokenError("TOKEN_ALGORITHM_NOT_ALLOWED", "The key of the token is for another algorithm.");
  const isSigned = await isSignedBy(found.key, algorithm, token);
  if (!isSigned) throw new TokenError("TOKEN_SIGNATURE_INVALID", "The signature is not of the token's key.");
  return checkClaims(readPart(claims), rules);
}

/** The header decides no rule: each member is compared with the rules (RFC 8725, sections 3.1, 3.10 and 3.11). */
function checkHeader(
  { alg, typ, kid, crit }: Readonly<Record<string, unknown>>,
  { algorithms, type }: TokenRules,
): { readonly algorithm: Algorithm; readonly keyId: string } {
  const algorithm = algorithms.find((allowed) => allowed === alg);
  if (!algorithm) throw new TokenError("TOKEN_ALGORITHM_NOT_ALLOWED", "The algorithm of the token is not allowed.");
  if (typeof typ !== "string" || typ.toLowerCase().replace(/^application\//, "") !== type)
    throw new TokenError("TOKEN_TYPE_NOT_ALLOWED", `The token is not of the type "${type}".`);
  if (crit !== undefined) throw new TokenError("TOKEN_MALFORMED", "The header has `crit`, which no token needs.");
  if (typeof kid !== "string" || kid === "") throw new TokenError("TOKEN_KEY_UNKNOWN", "The token names no key.");
  return { algorithm, keyId: kid };
}

function checkClaims(claims: Readonly<Record<string, unknown>>, rules: TokenRules): TokenClaims {
  const { iss, aud, exp, nbf, iat, sub } = claims;
  if (iss !== rules.issuer) throw new TokenError("TOKEN_ISSUER_NOT_ALLOWED", "Another issuer has signed the token.");
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!rules.audiences.some((audience) => named.includes(audience)))
    throw new TokenError("TOKEN_AUDIENCE_NOT_ALLOWED", "The token is for another audience.");
  const isNumber = (claim: unknown): claim is number => typeof claim === "number" && Number.isFinite(claim);
  if (!isNumber(exp) || !isNumber(iat) || (nbf !== undefined && !isNumber(nbf)))
    throw new TokenError("TOKEN_CLAIM_INVALID", "The times of the token are missing, or are not numbers.");
  if (sub !== undefined && typeof sub !== "string")
    throw new TokenError("TOKEN_CLAIM_INVALID", "The subject of the token is not a text.");
  const seconds = Math.floor(rules.now.getTime() / 1000);
  if (exp + rules.clockToleranceSeconds <= seconds) throw new TokenError("TOKEN_EXPIRED", "The token has expired.");
  if (isNumber(nbf) && nbf - rules.clockToleranceSeconds > seconds)
    throw new TokenError("TOKEN_NOT_YET_VALID", "The token is not valid yet.");
  return claims as unknown as TokenClaims;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters of ASCII.
const isAscii = /^[\x00-\x7f]*$/;

/** The header that was read last: tokens of one key have one header. */
let lastHeader: readonly [part: string, header: Readonly<Record<string, unknown>>] = ["", {}];

function readHeader(part: string): Readonly<Record<string, unknown>> {
  if (part === "" || part !== lastHeader[0]) lastHeader = [part, readPart(part)];
  return lastHeader[1];
}

/**
 * A part of a token. A JSON writer makes one text for a value, so that another text is of another writer: e.g. with a
 * member twice, which readers read differently (RFC 7519, section 4).
 */
function readPart(part: string): Readonly<Record<string, unknown>> {
  try {
    const binary = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    // Most tokens have ASCII only: then the bytes are the text.
    const text = isAscii.test(binary) ? binary : utf8.decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)));
    const value: unknown = JSON.parse(text);
    if (isObject(value) && JSON.stringify(value) === text) return value;
  } catch {
    // The caller gets one error for every malformed text.
  }
  throw new TokenError("TOKEN_MALFORMED", "The token is not a JWT in the form that the issuer writes.");
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A key as it is published: RFC 7517. */
export interface PublishedKey {
  readonly kty: string;
  readonly kid: string;
  readonly alg: string;
  readonly use: "sig";
  readonly crv?: string | undefined;
  readonly x?: string | undefined;
  readonly y?: string | undefined;
  readonly n?: string | undefined;
  readonly e?: string | undefined;
}

/** The algorithm of a key that names none: the previous library published such keys. */
export function algorithmOf({ alg, kty, crv }: JWK): string | null {
  if (alg !== undefined) return alg === "Ed25519" ? "EdDSA" : alg;
  if (kty === "RSA") return "RS256";
  if (crv === "Ed25519") return "EdDSA";
  return crv === "P-256" ? "ES256" : null;
}

/** The issuer named by a text, unchecked; null: the text is no token. */
export function issuerIn(text: string): string | null {
  try {
    const { iss } = decodeJwt(text);
    return typeof iss === "string" ? iss : null;
  } catch {
    return null;
  }
}

import type { JWTPayload } from "jose";
import { CompactSign } from "jose/jws/compact/sign";
import { compactVerify } from "jose/jws/compact/verify";

/**
 * JWTs (RFC 7519) with HS256. The signature is jose's; its builder and its rules of claims that nobody asks for would be
 * another 1.4 KB of a bundle, and its whole namespace would be kept if it were imported dynamically.
 */

export interface JwtLifetime {
  readonly now: Date;
  readonly lifetimeSeconds: number;
}

const inSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Signs a payload. `typ` is the kind of the token, if it has one. */
export function signJwt(
  key: Uint8Array,
  payload: JWTPayload,
  { typ, now, lifetimeSeconds }: JwtLifetime & { readonly typ?: string },
): Promise<string> {
  const iat = inSeconds(now);
  const claims = JSON.stringify({ ...payload, iat, exp: iat + lifetimeSeconds });
  return new CompactSign(new TextEncoder().encode(claims)).setProtectedHeader({ alg: "HS256", typ }).sign(key);
}

interface JwtRules {
  /** The only kind that is accepted; without it any is. */
  readonly typ?: string;
  readonly now: Date;
  /** Whether the time of signing is required, as is that of expiry. */
  readonly hasIssueTime?: boolean;
}

/** The payload of a JWT with this key's signature, or the reason why it is not valid. */
export async function verifyJwt(
  key: Uint8Array,
  token: string,
  { typ, now, hasIssueTime }: JwtRules,
): Promise<JWTPayload | "expired" | "invalid"> {
  try {
    const { payload, protectedHeader: header } = await compactVerify(token, key, { algorithms: ["HS256"] });
    const claims: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
    const isOfKind = typ === undefined || header.typ === typ;
    if (!isOfKind || header.b64 === false || !isClaims(claims)) return "invalid";
    const { exp, iat = hasIssueTime ? undefined : 0, nbf = 0 } = claims;
    const seconds = inSeconds(now);
    if (!isTime(exp) || !isTime(iat) || !isTime(nbf) || nbf > seconds) return "invalid";
    return exp <= seconds ? "expired" : claims;
  } catch {
    return "invalid";
  }
}

const isTime = (value: unknown): value is number => typeof value === "number";

const isClaims = (value: unknown): value is JWTPayload =>
  typeof value === "object" && value !== null && !Array.isArray(value);

import { isEqual, textFromBase64url, textToBase64url } from "#digest";

/** The claims of a token, by their names. */
export type JwtPayload = Readonly<Record<string, unknown>>;

/** HMAC-SHA-256 of UTF-8 text: base64 with padding. */
type Mac = (text: string) => string;

/** What is asked of a token beside the signature. */
export interface JwtRules {
  /** The type in the header; null: any. */
  readonly type: string | null;
  readonly requiredClaims: readonly string[];
  readonly now: Date;
}

/** Of a date in seconds, as in the claims of a JWT. */
const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

/**
 * A JWT (RFC 7519) with the signature HS256: base64url of the header and of the claims, and HMAC-SHA-256 over both. The
 * algorithm is fixed, so that no token can choose another. `iat` and `exp` of the payload are replaced.
 */
export function writeJwt(
  mac: Mac,
  payload: JwtPayload,
  { type, now, lifetimeSeconds }: { readonly type?: string; readonly now: Date; readonly lifetimeSeconds: number },
): string {
  const iat = secondsOf(now);
  const input = `${encode({ alg: "HS256", typ: type })}.${encode({ ...payload, iat, exp: iat + lifetimeSeconds })}`;
  return `${input}.${signatureOf(mac, input)}`;
}

/**
 * The claims of a JWT, or the reason why the token is invalid. Nothing of a token is read before the signature is
 * verified.
 */
export function readJwt(mac: Mac, token: string, rules: JwtRules): JwtPayload | "expired" | "invalid" {
  const parts = token.split(".", 4);
  const [header = "", claims = "", signature = ""] = parts;
  if (parts.length !== 3 || !isEqual(signatureOf(mac, `${header}.${claims}`), signature)) return "invalid";
  const { alg, typ, crit } = decode(header) ?? {};
  // A header names by `crit` what a reader must understand: there is nothing of that here.
  if (alg !== "HS256" || crit !== undefined || (rules.type !== null && typ !== rules.type)) return "invalid";
  const payload = decode(claims);
  return payload ? (problemOf(payload, rules) ?? payload) : "invalid";
}

function problemOf(payload: JwtPayload, { requiredClaims, now }: JwtRules): "expired" | "invalid" | null {
  const { iat, nbf, exp } = payload;
  const isDate = (claim: unknown): boolean => claim === undefined || typeof claim === "number";
  if (!requiredClaims.every((name) => Object.hasOwn(payload, name)) || ![iat, nbf, exp].every(isDate)) return "invalid";
  const seconds = secondsOf(now);
  if (typeof nbf === "number" && nbf > seconds) return "invalid";
  return typeof exp === "number" && exp <= seconds ? "expired" : null;
}

/** The signature as text is compared: another text for equal bytes is not accepted. */
const signatureOf = (mac: Mac, input: string): string =>
  mac(input).replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");

const encode = (value: object): string => textToBase64url(JSON.stringify(value));

function decode(part: string): JwtPayload | null {
  try {
    const value: unknown = JSON.parse(textFromBase64url(part));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

import type { JWTPayload } from "jose";
import { isEqual } from "./hash.js";
import type { Keys } from "./keys.js";

/** A value with its own signature and expiry, as a JWS (RFC 7515) with HS256. For links and caches without a row. */
export interface SignedValues {
  /** `kind` is the purpose of the value; only `read` with the same kind returns it. */
  write(kind: string, payload: JWTPayload, lifetimeSeconds: number): Promise<string>;
  /** The payload, or the reason why it is not valid. */
  read(kind: string, token: string): Promise<JWTPayload | "expired" | "invalid">;
  /** A keyed fingerprint of a text that the value must not show, e.g. an address in a link: 44 characters. */
  fingerprint(kind: string, text: string): string;
  /** Whether it is the fingerprint of this text, by any of the keys. */
  isFingerprint(kind: string, text: string, given: string): boolean;
}

/** Loaded on first use: a server without such values starts without it. */
const loadJose = (): Promise<typeof import("./jwt.js")> => import("./jwt.js");

/** Never equal to the signing input of a JWS, since that begins with the base64url of "{". */
const labelled = (kind: string, text: string): string => `fingerprint ${kind}=${text}`;

export function createSignedValues(keys: Keys, now: () => Date): SignedValues {
  return {
    fingerprint: (kind, text) => keys[0].mac(labelled(kind, text)),
    isFingerprint: (kind, text, given) => keys.some(({ mac }) => isEqual(mac(labelled(kind, text)), given)),

    async write(kind, payload, lifetimeSeconds) {
      const { SignJWT } = await loadJose();
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT(payload)
        .setProtectedHeader({ alg: "HS256", typ: kind })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(keys[0].bytes);
    },

    async read(kind, token) {
      const { jwtVerify } = await loadJose();
      let reason: "expired" | "invalid" = "invalid";
      for (const { bytes } of keys) {
        try {
          const options = { algorithms: ["HS256"], typ: kind, currentDate: now(), requiredClaims: ["exp", "iat"] };
          return (await jwtVerify(token, bytes, options)).payload;
        } catch (error) {
          if (isExpiry(error)) reason = "expired";
        }
      }
      return reason;
    },
  };
}

/**
 * Reads a JWT that the previous library signed with its secret itself: its payload, or the reason why it is not valid.
 */
export async function readBareToken(
  secret: string,
  token: string,
  now: Date,
): Promise<JWTPayload | "expired" | "invalid"> {
  const { jwtVerify } = await loadJose();
  try {
    const options = { algorithms: ["HS256"], currentDate: now, requiredClaims: ["exp"] };
    return (await jwtVerify(token, new TextEncoder().encode(secret), options)).payload;
  } catch (error) {
    return isExpiry(error) ? "expired" : "invalid";
  }
}

/** Writes the same form, for the previous library to read while it still runs. */
export async function writeBareToken(
  secret: string,
  payload: JWTPayload,
  { now, lifetimeSeconds }: { readonly now: Date; readonly lifetimeSeconds: number },
): Promise<string> {
  const { SignJWT } = await loadJose();
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT(payload)
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(new TextEncoder().encode(secret));
}

const isExpiry = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED";

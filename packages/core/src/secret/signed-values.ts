import { createMac } from "#digest";
import { isEqual } from "./hash.js";
import { type JwtPayload, readJwt, writeJwt } from "./jwt.js";
import type { Keys } from "./keys.js";

/** A value with signature and expiry, as a JWS (RFC 7515) with HS256. For links and caches without a row. */
export interface SignedValues {
  /** `kind` is the purpose of the value; only `read` with that kind returns the value. */
  write(kind: string, payload: JwtPayload, lifetimeSeconds: number): Promise<string>;
  /** The payload, or the reason why the token is invalid. */
  read(kind: string, token: string): Promise<JwtPayload | "expired" | "invalid">;
  /** A keyed fingerprint of a text that the value must not show, e.g. an address in a link: 44 characters. */
  fingerprint(kind: string, text: string): string;
  /** Whether `given` is the fingerprint of this text, by any of the keys. */
  isFingerprint(kind: string, text: string, given: string): boolean;
}

/** Never equal to the signing input of a JWS, since that begins with the base64url of "{". */
const labelled = (kind: string, text: string): string => `fingerprint ${kind}=${text}`;

export function createSignedValues(keys: Keys, now: () => Date): SignedValues {
  return {
    fingerprint: (kind, text) => keys[0].mac(labelled(kind, text)),
    isFingerprint: (kind, text, given) => keys.some(({ mac }) => isEqual(mac(labelled(kind, text)), given)),

    write: async (kind, payload, lifetimeSeconds) =>
      writeJwt(keys[0].mac, payload, { type: kind, now: now(), lifetimeSeconds }),

    async read(kind, token) {
      const rules = { type: kind, requiredClaims: ["exp", "iat"], now: now() };
      let reason: "expired" | "invalid" = "invalid";
      for (const { mac } of keys) {
        const read = readJwt(mac, token, rules);
        if (typeof read === "object") return read;
        if (read === "expired") reason = read;
      }
      return reason;
    },
  };
}

const bareMac = (secret: string) => createMac(new TextEncoder().encode(secret));

/**
 * Reads a JWT that the previous library signed with its secret as key: the payload, or the reason why the JWT is
 * invalid.
 */
export const readBareToken = (secret: string, token: string, now: Date): JwtPayload | "expired" | "invalid" =>
  readJwt(bareMac(secret), token, { type: null, requiredClaims: ["exp"], now });

/** Writes that form, for the previous library to read while that library still runs. */
export const writeBareToken = (
  secret: string,
  payload: JwtPayload,
  lifetime: { readonly now: Date; readonly lifetimeSeconds: number },
): string => writeJwt(bareMac(secret), payload, lifetime);

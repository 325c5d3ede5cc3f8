import type { JWTPayload } from "jose";
import { isEqual } from "./hash.js";
import type { JwtLifetime } from "./jwt.js";
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
const loadJwt = (): Promise<typeof import("./jwt.js")> => import("./jwt.js");

/** Never equal to the signing input of a JWS, since that begins with the base64url of "{". */
const labelled = (kind: string, text: string): string => `fingerprint ${kind}=${text}`;

export function createSignedValues(keys: Keys, now: () => Date): SignedValues {
  return {
    fingerprint: (kind, text) => keys[0].mac(labelled(kind, text)),
    isFingerprint: (kind, text, given) => keys.some(({ mac }) => isEqual(mac(labelled(kind, text)), given)),

    async write(kind, payload, lifetimeSeconds) {
      const { signJwt } = await loadJwt();
      return signJwt(keys[0].bytes, payload, { typ: kind, now: now(), lifetimeSeconds });
    },

    async read(kind, token) {
      const { verifyJwt } = await loadJwt();
      let reason: "expired" | "invalid" = "invalid";
      for (const { bytes } of keys) {
        const read = await verifyJwt(bytes, token, { typ: kind, now: now(), hasIssueTime: true });
        if (typeof read === "object") return read;
        if (read === "expired") reason = read;
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
  const { verifyJwt } = await loadJwt();
  return verifyJwt(new TextEncoder().encode(secret), token, { now });
}

/** Writes the same form, for the previous library to read while it still runs. */
export async function writeBareToken(secret: string, payload: JWTPayload, lifetime: JwtLifetime): Promise<string> {
  const { signJwt } = await loadJwt();
  return signJwt(new TextEncoder().encode(secret), payload, lifetime);
}

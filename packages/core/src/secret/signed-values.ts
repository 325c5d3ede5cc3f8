import type { JWTPayload } from "jose";
import type { Keys } from "./keys.js";

/** A value that carries its own proof and end, as a JWS (RFC 7515) with HS256. For links and caches that need no row. */
export interface SignedValues {
  /** `kind` says what the value is for; only a reader that asks for the same kind gets it back. */
  write(kind: string, payload: JWTPayload, lifetimeSeconds: number): Promise<string>;
  /** The payload, or why there is none. */
  read(kind: string, token: string): Promise<JWTPayload | "expired" | "invalid">;
}

/** Loaded when it is first needed: a server that signs no such value starts without it. */
const loadJose = (): Promise<typeof import("jose")> => import("jose");

export function createSignedValues(keys: Keys, now: () => Date): SignedValues {
  return {
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
          if (error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED") reason = "expired";
        }
      }
      return reason;
    },
  };
}

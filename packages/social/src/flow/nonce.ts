import { readSignedCookies, signedCookie } from "@keyhold/core/cookies";
import { type Caller, type Context, defineExpiringValue, fingerprint, randomText } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { FlowError } from "./error.js";

/** The signed cookie of the client that asked for a nonce. In token mode the client keeps the value as state. */
export const nonceCookie = "social_nonce";

const lifetimeSeconds = 300;
const prefix = "once-";

/** By the nonce. The table has the hash of the nonce. */
const nonces = defineExpiringValue("social-nonce", {
  lifetimeSeconds,
  value: z.object({
    providerId: z.string(),
    /** The hash of the secret in the client's cookie. */
    client: z.string(),
  }),
});

/** A nonce for one ID token, and the cookie that binds the nonce to the client. */
export interface IssuedNonce {
  readonly nonce: string;
  readonly cookies: readonly string[];
}

/** Makes a nonce for one ID token of a provider, valid for five minutes in the calling client. */
export async function issueNonce(ctx: Context, caller: Caller, providerId: string): Promise<IssuedNonce> {
  const secret = readSignedCookies(ctx, caller, nonceCookie)[0] ?? randomText(32);
  const nonce = prefix + randomText(43 - prefix.length);
  await nonces.insert(ctx, nonce, { providerId, client: fingerprint(secret) });
  return { nonce, cookies: [signedCookie(ctx, { name: nonceCookie, value: secret, maxAgeSeconds: lifetimeSeconds })] };
}

/** Whether this server issues nonces of this form. */
export const isIssuedNonce = (nonce: unknown): boolean => typeof nonce === "string" && nonce.startsWith(prefix);

/**
 * Uses a nonce up: of many callers one succeeds. A client that does not have the cookie of the nonce leaves the nonce
 * unused. Throws `FlowError`: invalid_code.
 */
export async function consumeNonce(ctx: Context, caller: Caller, providerId: string, nonce: string): Promise<void> {
  const stored = await nonces.find(ctx, nonce);
  const clients = readSignedCookies(ctx, caller, nonceCookie).map((secret) => fingerprint(secret));
  if (stored?.value.providerId !== providerId || !clients.includes(stored.value.client)) {
    throw new FlowError(
      "invalid_code",
      "The nonce has expired, was used, or was issued to another client or provider.",
    );
  }
  if ((await nonces.consume(ctx, nonce)) === null) {
    throw new FlowError("invalid_code", "Another request used the nonce.");
  }
}

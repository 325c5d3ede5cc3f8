import type { Session } from "@keyhold/core";
import { readSignedCookies, signedCookie } from "@keyhold/core/cookies";
import type { Caller, Context } from "@keyhold/core/plugin";
import type { AdminSession } from "../models.js";

/** The name gets the prefix of every cookie: "__Host-keyhold.admin_session". */
const name = "admin_session";

/** Encrypted for a single impersonation: the cookie reveals no token, and works with no other session. */
const boundTo = (sessionId: string): readonly string[] => ["admin", name, sessionId];

/** The id of the impersonating administrator; null for the user's own session. */
export const impersonatorOf = ({ impersonatedBy }: Session & Partial<AdminSession>): string | null =>
  impersonatedBy ?? null;

/**
 * The `Set-Cookie` value to keep the token of the administrator's own session for the duration of the impersonation.
 */
export async function waitingCookie(
  ctx: Context,
  { sessionId, token, seconds }: { readonly sessionId: string; readonly token: string; readonly seconds: number },
): Promise<string> {
  const value = await ctx.encryptedValues.encrypt(boundTo(sessionId), token);
  return signedCookie(ctx, { name, value, maxAgeSeconds: seconds });
}

/**
 * The token of the administrator's own session for this impersonation; null if the request has no cookie for the
 * impersonation.
 */
export async function readWaiting(ctx: Context, caller: Caller, sessionId: string): Promise<string | null> {
  for (const encrypted of readSignedCookies(ctx, caller, name)) {
    const opened = await ctx.encryptedValues.open(boundTo(sessionId), encrypted);
    if (opened) return opened.text;
  }
  return null;
}

/** The `Set-Cookie` value to delete that cookie. */
export const clearedWaiting = (ctx: Context): string => signedCookie(ctx, { name, value: "", maxAgeSeconds: 0 });

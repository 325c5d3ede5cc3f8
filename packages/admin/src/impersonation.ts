import type { Session } from "@keyhold/core";
import { readSignedCookies, signedCookie } from "@keyhold/core/internal";
import type { Caller, Context } from "@keyhold/core/plugin";
import type { AdminSession } from "./models.js";

/** Its first part is that of every cookie: "__Host-keyhold.admin_session". */
const name = "admin_session";

/** Sealed for one impersonation: by its cookie nobody learns the token, and no other session gets it back. */
const boundTo = (sessionId: string): readonly string[] => ["admin", name, sessionId];

/** The id of who acts in a session's place; null when it is its user. */
export const impersonatorOf = ({ impersonatedBy }: Session & Partial<AdminSession>): string | null =>
  impersonatedBy ?? null;

/** The line in which a browser keeps the token of its administrator's session, as long as the impersonation lasts. */
export async function waitingCookie(
  ctx: Context,
  { sessionId, token, seconds }: { readonly sessionId: string; readonly token: string; readonly seconds: number },
): Promise<string> {
  const value = await ctx.encryptedValues.encrypt(boundTo(sessionId), token);
  return signedCookie(ctx, { name, value, maxAgeSeconds: seconds });
}

/** The token that waits for the end of this impersonation; null when none does. */
export async function readWaiting(ctx: Context, caller: Caller, sessionId: string): Promise<string | null> {
  for (const encrypted of readSignedCookies(ctx, caller, name)) {
    const token = await ctx.encryptedValues.open(boundTo(sessionId), encrypted);
    if (token !== null) return token;
  }
  return null;
}

/** The line that takes it away. */
export const clearedWaiting = (ctx: Context): string => signedCookie(ctx, { name, value: "", maxAgeSeconds: 0 });

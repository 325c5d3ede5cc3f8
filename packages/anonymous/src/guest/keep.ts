import type { User } from "@keyhold/core";
import { type HookContext, type Locked, publicUser, type userModel } from "@keyhold/core/plugin";
import { endSessions, invalidateSessionCache } from "@keyhold/core/session";
import { emit } from "../events.js";
import { guestModel } from "../models.js";

/**
 * A guest who can sign in, e.g. by a passkey, is no guest any more. Without an address, and with the open session alone,
 * which gets a new token: another client may have made the guest, and planted the session in this browser.
 */
export async function keepGuest(ctx: HookContext, user: User, sessionId?: string): Promise<boolean> {
  if (!("isAnonymous" in user) || user.isAnonymous !== true) return false;
  await invalidateSessionCache(ctx, user.id);
  if (sessionId !== undefined)
    await endSessions(ctx, user as User as Locked<typeof userModel>, { reason: "replaced", except: sessionId });
  const kept = await ctx.db.update(guestModel, user.id, { isAnonymous: false, updatedAt: ctx.now() });
  if (kept) emit(ctx, { type: "anonymous.upgraded", user: publicUser(ctx, kept) });
  return true;
}

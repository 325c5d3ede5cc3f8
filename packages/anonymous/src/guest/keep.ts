import type { User } from "@keyhold/core";
import { type HookContext, publicUser } from "@keyhold/core/plugin";
import { invalidateSessionCache } from "@keyhold/core/session";
import { emit } from "../events.js";
import { guestModel } from "../models.js";

/** A guest who can sign in, e.g. by a passkey, is no guest any more. Without an address, and with the open session. */
export async function keepGuest(ctx: HookContext, user: User): Promise<void> {
  if (!("isAnonymous" in user) || user.isAnonymous !== true) return;
  await invalidateSessionCache(ctx, user.id);
  const kept = await ctx.db.update(guestModel, user.id, { isAnonymous: false, updatedAt: ctx.now() });
  if (kept) emit(ctx, { type: "anonymous.upgraded", user: publicUser(ctx, kept) });
}

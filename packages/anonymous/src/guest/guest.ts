import { accountModel, type HookContext, type TxContext } from "@keyhold/core/plugin";
import { waysOfPlugins } from "@keyhold/core/users";
import { guestModel, type LockedGuest } from "../models.js";

/** The domain of the addresses of guests: no mailbox exists at `.invalid` (RFC 2606, section 2). */
export const guestDomain = "anonymous.invalid";

type GuestContext = TxContext | HookContext;

/**
 * Locks a guest, and answers with the row; null: the user is no guest, or no longer, or is deleted. A user who can sign
 * in, e.g. by a passkey, is no guest: only a guest's open session leads to the row.
 */
export async function lockGuest(ctx: GuestContext, userId: string): Promise<LockedGuest | null> {
  // No lock for the many users who are no guests.
  const present = await ctx.db.find(guestModel, { id: userId });
  if (!present?.isAnonymous) return null;
  const user = await ctx.db.lock(guestModel, userId);
  return user && (await isGuest(ctx, user)) ? user : null;
}

/** Whether a locked user is a guest. */
export const isGuest = async (ctx: GuestContext, user: LockedGuest): Promise<boolean> =>
  user.isAnonymous === true && !(await canSignIn(ctx, user));

const canSignIn = async (ctx: GuestContext, user: LockedGuest): Promise<boolean> =>
  (await ctx.db.exists(accountModel, { userId: user.id })) || (await waysOfPlugins(ctx, user)) > 0;

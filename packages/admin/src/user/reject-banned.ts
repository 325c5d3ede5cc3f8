import type { User } from "@keyhold/core";
import type { TxContext } from "@keyhold/core/plugin";
import { isBanned } from "../authority/banned.js";
import { adminErrors } from "../errors.js";
import { type AdminUser, managedUserModel } from "../models.js";
import type { AdminSettings } from "../options.js";

/**
 * The gate of `mayAct`: throws BANNED_USER while a ban is in force. Where a session is opened the user's row is locked,
 * so a concurrent ban is either seen here or ends the session.
 */
export function rejectBanned(
  ctx: TxContext<"BANNED_USER">,
  settings: AdminSettings,
  user: User & Partial<AdminUser>,
): void {
  if (isBanned(user, ctx.now())) ctx.fail(adminErrors.BANNED_USER, { message: settings.bannedUserMessage });
}

/** Before a session is created, and so after the gate: clears a ban that has expired. */
export async function endExpiredBan(ctx: TxContext, user: User & Partial<AdminUser>): Promise<undefined> {
  if (user.banned) await ctx.db.update(managedUserModel, user.id, { banned: false, banReason: null, banExpires: null });
  return undefined;
}

import type { User } from "@keyhold/core";
import type { TxContext } from "@keyhold/core/plugin";
import { isBanned } from "./banned.js";
import { adminErrors } from "./errors.js";
import { type AdminUser, managedUserModel } from "./models.js";
import type { AdminSettings } from "./options.js";

/**
 * Runs before a session is created: throws BANNED_USER while a ban is in force, and clears an expired one. The user's
 * row is locked, so a concurrent ban is either seen here or ends the session.
 */
export async function rejectBanned(
  ctx: TxContext<"BANNED_USER">,
  settings: AdminSettings,
  user: User & Partial<AdminUser>,
): Promise<undefined> {
  if (isBanned(user, ctx.now())) return ctx.fail(adminErrors.BANNED_USER, { message: settings.bannedUserMessage });
  if (user.banned) await ctx.db.update(managedUserModel, user.id, { banned: false, banReason: null, banExpires: null });
  return undefined;
}

import type { Rules, TxContext, User } from "@keyhold/core";
import { isAdministrator } from "./authority.js";
import { isBanned } from "./banned.js";
import { foldName } from "./fold-name.js";
import { type AdminUser, managedUserModel } from "./models.js";
import type { AdminSettings } from "./options.js";
import { isRemovedByAdministrator } from "./removal.js";

/** What the plugin says to what others do. */
export const rulesOf = (settings: AdminSettings): Partial<Rules> => ({
  "user.create": (draft) => ({ ...draft, foldedName: foldName(draft.name) }),
  "user.update": (change) => (change.name === undefined ? change : { ...change, foldedName: foldName(change.name) }),
  "session.create": ({ user }, ctx) => refuseBanned(ctx, settings, user),
  "user.delete": (user, ctx) => {
    if (!isRemovedByAdministrator(user) && isAdministrator(settings, user))
      ctx.refuse("ADMINS_CANNOT_DELETE_THEMSELVES");
  },
});

/** The user is held: a ban that comes at the same time ends the session, or was here first. */
async function refuseBanned(
  ctx: TxContext,
  settings: AdminSettings,
  user: User & Partial<AdminUser>,
): Promise<undefined> {
  if (isBanned(user, ctx.now())) return ctx.refuse("BANNED_USER", { message: settings.bannedUserMessage });
  if (user.banned) await ctx.db.update(managedUserModel, user.id, { banned: false, banReason: null, banExpires: null });
  return undefined;
}

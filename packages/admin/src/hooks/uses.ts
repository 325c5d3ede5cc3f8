import type { Hooks } from "@keyhold/core/plugin";
import { isAdministrator } from "../authority/authority.js";
import { adminErrors } from "../errors.js";
import type { AdminSettings } from "../options.js";
import { foldedNameOf } from "../user/fold-name.js";
import { endExpiredBan, rejectBanned } from "../user/reject-banned.js";
import { isRemovedByAdministrator } from "../user/removal.js";

/** The hooks of this plugin. */
export const rulesOf = (settings: AdminSettings): Partial<Hooks> => ({
  "user.create": (draft) => ({
    ...draft,
    role: draft.role ?? settings.defaultRole,
    foldedName: foldedNameOf(draft.name),
  }),
  "user.update": (change) =>
    change.name === undefined ? change : { ...change, foldedName: foldedNameOf(change.name) },
  "user.act": (user, ctx) => rejectBanned(ctx, settings, user),
  "session.create": ({ user }, ctx) => endExpiredBan(ctx, user),
  "user.delete": (user, ctx) => {
    if (!isRemovedByAdministrator(user) && isAdministrator(settings, user))
      ctx.fail(adminErrors.ADMINS_CANNOT_DELETE_THEMSELVES);
  },
});

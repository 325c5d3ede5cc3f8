import { user } from "@keyhold/core/entity-schemas";
import { ok, updateUser as update } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { actOn } from "../authority/act.js";
import { requirePermission } from "../authority/actions.js";
import { outranks, type Ranked } from "../authority/authority.js";
import { requireKnownOwner } from "../authority/known-owner.js";
import { checkExcess, requireStoredRoles } from "../authority/roles.js";
import { endpoint } from "../endpoint.js";
import { adminErrors } from "../errors.js";
import { actOf, emit } from "../events.js";
import { endForbiddenImpersonations } from "../impersonation/forbidden-impersonations.js";
import { showUser } from "../models.js";
import type { AdminSettings } from "../options.js";
import { role, userId } from "../schemas.js";

export const setRole = endpoint({
  route: "POST /admin/set-role",
  access: "fresh",
  doc: "Changes the roles of a user. Neither the roles nor the user may have permissions beyond the caller's.",
  input: z.object({ userId, role }),
  output: z.object({ user }),
  errors: [
    "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE",
    "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER",
    "YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS",
    "YOU_CANNOT_DEMOTE_YOURSELF",
    "ROLE_NOT_FOUND",
    "EMAIL_NOT_CONFIRMED",
    "USER_NOT_FOUND",
  ],
  async handle({ input, session, caller, ctx }, settings) {
    requirePermission(ctx, settings, { user: session.user, action: "set role" });
    const roles = requireStoredRoles(ctx, settings, input.role);
    return actOn(
      ctx,
      { settings, session, action: "set role", userId: input.userId },
      async (ctx, { actor, target }) => {
        checkExcess(ctx, settings, { giver: actor, roles });
        if (target.id === actor.id && isDemotion(settings, actor, roles))
          return ctx.fail(adminErrors.YOU_CANNOT_DEMOTE_YOURSELF);
        await requireKnownOwner(ctx, settings, { target, roles });
        const shown = showUser(ctx, await update(ctx, target, { role: roles }));
        await endForbiddenImpersonations(ctx, settings, { before: target, after: shown });
        if (target.role !== roles)
          emit(ctx, { type: "admin.role-set", ...actOf(session, caller), target: shown, before: target.role });
        return ok({ user: shown });
      },
    );
  },
});

/** Whether a change to these roles would reduce the user's own permissions, or end their administrator role. */
function isDemotion(settings: AdminSettings, user: Ranked, roles: string): boolean {
  // Without `adminUserIds`, which no role change affects.
  const config: AdminSettings = { ...settings, adminUserIds: new Set() };
  return !outranks(config, { ...user, role: roles }, user);
}

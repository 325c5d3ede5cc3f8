import { user } from "@keyhold/core/entity-schemas";
import { ok, updateUser as update } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { requireStoredRoles } from "../authority/roles.js";
import { endpoint } from "../endpoint.js";
import { adminErrors } from "../errors.js";
import { actOfApp, emit } from "../events.js";
import { endForbiddenImpersonations } from "../impersonation/forbidden-impersonations.js";
import { managedUserModel, showUser } from "../models.js";
import { role, userId } from "../schemas.js";

export const setUserRole = endpoint({
  route: "POST /admin/set-user-role",
  access: "public",
  doc: "Changes the roles of a user on behalf of the app, e.g. of the first administrator. Checks no permission.",
  input: z.object({ userId, role }),
  output: z.object({ user }),
  errors: ["ROLE_NOT_FOUND", "USER_NOT_FOUND"],
  isServerOnly: true,
  async handle({ input, caller, ctx }, settings) {
    const roles = requireStoredRoles(ctx, settings, input.role);
    const changed = await ctx.transactionOn(managedUserModel, input.userId, async (ctx, target) => {
      const shown = showUser(ctx, await update(ctx, target, { role: roles }));
      await endForbiddenImpersonations(ctx, settings, { before: target, after: shown });
      if (target.role !== roles)
        emit(ctx, { type: "admin.role-set", ...actOfApp(caller), target: shown, before: target.role });
      return { user: shown };
    });
    return ok(changed ?? ctx.fail(adminErrors.USER_NOT_FOUND, { status: 404 }));
  },
});

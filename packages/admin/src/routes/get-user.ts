import { user } from "@keyhold/core/entity-schemas";
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { requirePermission } from "../authority/actions.js";
import { endpoint } from "../endpoint.js";
import { adminErrors } from "../errors.js";
import { actOf, emit } from "../events.js";
import { managedUserModel, showUser } from "../models.js";
import { userId } from "../schemas.js";

export const getUser = endpoint({
  route: "GET /admin/get-user",
  access: "session",
  isPersonal: true,
  doc: "Returns a user by id.",
  input: z.object({ id: userId }),
  output: z.object({ user }),
  errors: ["YOU_ARE_NOT_ALLOWED_TO_GET_USER", "USER_NOT_FOUND"],
  async handle({ input, session, caller, ctx }, settings) {
    requirePermission(ctx, settings, { user: session.user, action: "get user" });
    const found = await ctx.db.find(managedUserModel, { id: input.id });
    if (!found) return ctx.fail(adminErrors.USER_NOT_FOUND, { status: 404 });
    const shown = showUser(ctx, found);
    emit(ctx, { type: "admin.user-viewed", ...actOf(session, caller), target: shown });
    return ok({ user: shown });
  },
});

import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { deleteUser } from "@keyhold/core/users";
import { actOn } from "../authority/act.js";
import { endpoint } from "../endpoint.js";
import { adminErrors } from "../errors.js";
import { actOf, emit } from "../events.js";
import { showUser } from "../models.js";
import { done, userId } from "../schemas.js";
import { markRemovedByAdministrator } from "../user/removal.js";

export const removeUser = endpoint({
  route: "POST /admin/remove-user",
  access: "fresh",
  doc: "Deletes a user with all their data.",
  input: z.object({ userId }),
  output: done,
  errors: [
    "YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS",
    "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER",
    "YOU_CANNOT_REMOVE_YOURSELF",
    "USER_NOT_FOUND",
  ],
  handle({ input, session, caller, ctx }, settings) {
    return actOn(
      ctx,
      { settings, session, action: "remove user", userId: input.userId },
      async (ctx, { actor, target }) => {
        if (target.id === actor.id) return ctx.fail(adminErrors.YOU_CANNOT_REMOVE_YOURSELF);
        markRemovedByAdministrator(target);
        await deleteUser(ctx, target);
        emit(ctx, { type: "admin.user-removed", ...actOf(session, caller), target: showUser(ctx, target) });
        return ok({ success: true });
      },
    );
  },
});

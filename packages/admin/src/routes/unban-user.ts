import { user } from "@keyhold/core/entity-schemas";
import { ok, updateUser as update } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { actOn } from "../authority/act.js";
import { endpoint } from "../endpoint.js";
import { actOf, emit } from "../events.js";
import { showUser } from "../models.js";
import { userId } from "../schemas.js";

export const unbanUser = endpoint({
  route: "POST /admin/unban-user",
  access: "fresh",
  doc: "Lifts a user's ban.",
  input: z.object({ userId }),
  output: z.object({ user }),
  errors: ["YOU_ARE_NOT_ALLOWED_TO_BAN_USERS", "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER", "USER_NOT_FOUND"],
  handle({ input, session, caller, ctx }, settings) {
    return actOn(ctx, { settings, session, action: "ban user", userId: input.userId }, async (ctx, { target }) => {
      const shown = showUser(ctx, await update(ctx, target, { banned: false, banReason: null, banExpires: null }));
      if (target.banned) emit(ctx, { type: "admin.user-unbanned", ...actOf(session, caller), target: shown });
      return ok({ user: shown });
    });
  },
});

import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endSessions } from "@keyhold/core/session";
import { actOn } from "../authority/act.js";
import { endpoint } from "../endpoint.js";
import { actOf, emit } from "../events.js";
import { showUser } from "../models.js";
import { done, userId } from "../schemas.js";

export const revokeUserSessions = endpoint({
  route: "POST /admin/revoke-user-sessions",
  access: "fresh",
  doc: "Ends every session of a user.",
  input: z.object({ userId }),
  output: done,
  errors: ["YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS", "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER", "USER_NOT_FOUND"],
  handle({ input: { userId }, session, caller, ctx }, settings) {
    return actOn(ctx, { settings, session, action: "revoke sessions", userId }, async (ctx, { target }) => {
      const revoked = await endSessions(ctx, target, { reason: "revoked by operator" });
      emit(ctx, {
        type: "admin.sessions-revoked",
        ...actOf(session, caller),
        target: showUser(ctx, target),
        revoked,
      });
      return ok({ success: true });
    });
  },
});

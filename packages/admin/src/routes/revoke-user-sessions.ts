import { endSessions, ok } from "@keyhold/core";
import * as z from "@keyhold/core/schema";
import { actOn } from "../act.js";
import { endpoint } from "../endpoint.js";
import { actOf, tell } from "../events.js";
import { showUser } from "../models.js";
import { done, userId } from "../shapes.js";

export const revokeUserSessions = endpoint({
  wire: "POST /admin/revoke-user-sessions",
  access: "fresh",
  doc: "Ends every session of a user.",
  input: z.object({ userId }),
  output: done,
  errors: ["YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS", "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER", "USER_NOT_FOUND"],
  handle({ input: { userId }, session, caller, ctx }, settings) {
    return actOn(ctx, { settings, session, deed: "revoke sessions", userId }, async (ctx, { target }) => {
      const revoked = await endSessions(ctx, target, { reason: "revoked by operator" });
      tell(ctx, {
        type: "admin.sessions-revoked",
        ...actOf(session, caller),
        target: showUser(ctx, target),
        revoked,
      });
      return ok({ success: true });
    });
  },
});

import { livingSessions, ok, publicRow, type SessionRow, shownToken } from "@keyhold/core";
import { z } from "zod";
import { refuseUnable } from "../deeds.js";
import { endpoint } from "../endpoint.js";
import { actOf, tell } from "../events.js";
import { managedSessionModel, managedUserModel, showUser } from "../models.js";
import { managedSession, userId } from "../shapes.js";

export const listUserSessions = endpoint({
  wire: "POST /admin/list-user-sessions",
  access: "session",
  isPersonal: true,
  doc: "A user's sessions, newest first; `token` names one for revoke-user-session and opens nothing.",
  input: z.object({ userId }),
  output: z.object({ sessions: z.array(managedSession) }),
  errors: ["YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS", "USER_NOT_FOUND"],
  async handle({ input, session, caller, ctx, fail }, settings) {
    refuseUnable(ctx, settings, { user: session.user, deed: "list sessions" });
    const found = await ctx.db.find(managedUserModel, { id: input.userId });
    if (!found) return fail("USER_NOT_FOUND", { status: 404 });
    const sessions = await livingSessions(ctx, found.id);
    tell(ctx, { type: "admin.sessions-listed", ...actOf(session, caller), target: showUser(ctx, found) });
    return ok({
      sessions: sessions.map((row) => ({
        ...publicRow(ctx.schema, managedSessionModel, row),
        token: nameOf(row),
      })),
    });
  },
});

/** A row from before tokens were hashed is not found by the hash of its token: its id names it instead. */
const nameOf = (row: SessionRow): string => (row.token === shownToken(row) ? row.token : row.id);

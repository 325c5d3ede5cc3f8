import type { SessionRow } from "@keyhold/core";
import { activeSessions, shownToken, tokenFor } from "@keyhold/core/internal";
import { ok, publicRow } from "@keyhold/core/plugin";
import * as z from "@keyhold/core/schema";
import { refuseUnable } from "../actions.js";
import { outranks } from "../authority.js";
import { endpoint } from "../endpoint.js";
import { actOf, emit } from "../events.js";
import { managedSessionModel, managedUserModel, showUser } from "../models.js";
import { managedSession, userId } from "../schemas.js";

export const listUserSessions = endpoint({
  route: "POST /admin/list-user-sessions",
  access: "session",
  isPersonal: true,
  doc: "The sessions of a user who may do no more than the caller, newest first; `token` names one for revoke-user-session, and that of the caller's own is the one that get-session shows.",
  input: z.object({ userId }),
  output: z.object({ sessions: z.array(managedSession) }),
  errors: ["YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS", "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER", "USER_NOT_FOUND"],
  async handle({ input, session, caller, ctx, fail }, settings) {
    refuseUnable(ctx, settings, { user: session.user, action: "list sessions" });
    const found = await ctx.db.find(managedUserModel, { id: input.userId });
    if (!found) return fail("USER_NOT_FOUND", { status: 404 });
    // From where a user works, and with what, is worth an attack: it is shown to those who may end the session.
    if (!outranks(settings, session.user, found)) return fail("YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER");
    const sessions = await activeSessions(ctx, found.id);
    emit(ctx, { type: "admin.sessions-listed", ...actOf(session, caller), target: showUser(ctx, found) });
    return ok({
      sessions: sessions.map((row) => ({
        ...publicRow(ctx.schema, managedSessionModel, row),
        token: row.id === session.id ? tokenFor(ctx, caller, { row, ownToken: caller.sessionToken }) : nameOf(row),
      })),
    });
  },
});

/** A row from before tokens were hashed is not found by the hash of its token: its id names it instead. */
const nameOf = (row: SessionRow): string => (row.token === shownToken(row) ? row.token : row.id);

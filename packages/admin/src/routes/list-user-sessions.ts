import type { SessionRow } from "@keyhold/core";
import { ok, publicRow } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { activeSessions, shownToken, tokenFor } from "@keyhold/core/session";
import { requirePermission } from "../authority/actions.js";
import { outranks } from "../authority/authority.js";
import { endpoint } from "../endpoint.js";
import { adminErrors } from "../errors.js";
import { actOf, emit } from "../events.js";
import { managedSessionModel, managedUserModel, showUser } from "../models.js";
import { managedSession, userId } from "../schemas.js";

export const listUserSessions = endpoint({
  route: "POST /admin/list-user-sessions",
  access: "session",
  isPersonal: true,
  doc: "Lists the sessions of a user, newest first. Fails if the user outranks the caller. `token` identifies a session for revoke-user-session; for the caller's own session it is the one of get-session.",
  input: z.object({ userId }),
  output: z.object({ sessions: z.array(managedSession) }),
  errors: ["YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS", "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER", "USER_NOT_FOUND"],
  async handle({ input, session, caller, ctx }, settings) {
    requirePermission(ctx, settings, { user: session.user, action: "list sessions" });
    const found = await ctx.db.find(managedUserModel, { id: input.userId });
    if (!found) return ctx.fail(adminErrors.USER_NOT_FOUND, { status: 404 });
    // IP addresses and user agents help an attacker, so only callers allowed to end these sessions see them.
    if (!outranks(settings, session.user, found)) return ctx.fail(adminErrors.YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER);
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

/** The hash of a token does not find a row from before tokens were hashed, so the id identifies that row. */
const nameOf = (row: SessionRow): string => (row.token === shownToken(row) ? row.token : row.id);

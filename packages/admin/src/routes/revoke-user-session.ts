import type { SessionRow } from "@keyhold/core";
import { type Context, fingerprint, isIn, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endNamed } from "@keyhold/core/session";
import { actOn } from "../authority/act.js";
import { requirePermission } from "../authority/actions.js";
import { endpoint } from "../endpoint.js";
import { actOf, emit } from "../events.js";
import { managedSessionModel, showUser } from "../models.js";
import { done } from "../schemas.js";

const name = z.string().min(1).max(255).optional();

export const revokeUserSession = endpoint({
  route: "POST /admin/revoke-user-session",
  access: "fresh",
  doc: "Ends a session of a user, by its id or by the token from the list. Also succeeds if the session has already ended.",
  input: z
    .object({ sessionToken: name, sessionId: name })
    .refine(
      ({ sessionToken, sessionId }) => (sessionToken ?? sessionId) !== undefined,
      "Give sessionToken or sessionId",
    ),
  output: done,
  errors: ["YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS", "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER", "USER_NOT_FOUND"],
  async handle({ input, session, caller, ctx }, settings) {
    requirePermission(ctx, settings, { user: session.user, action: "revoke sessions" });
    const found = await findNamed(ctx, input);
    if (!found) return ok({ success: true });
    const { userId } = found;
    return actOn(ctx, { settings, session, action: "revoke sessions", userId }, async (ctx, { target }) => {
      const sessionId = await endNamed(ctx, target, { id: found.id });
      const act = { ...actOf(session, caller), target: showUser(ctx, target) };
      if (sessionId !== null) emit(ctx, { type: "admin.session-revoked", ...act, sessionId });
      return ok({ success: true });
    });
  },
});

interface Named {
  readonly sessionToken?: string | undefined;
  readonly sessionId?: string | undefined;
}

async function findNamed(ctx: Context, { sessionToken: token, sessionId: id }: Named): Promise<SessionRow | null> {
  const byId = id !== undefined && { id };
  if (token === undefined) return ctx.db.find(managedSessionModel, { ...byId });
  const found = await ctx.db.find(managedSessionModel, { ...byId, token: isIn([token, fingerprint(token)]) });
  if (found || (id ?? token) !== token) return found;
  // The list returns the id for a row from before tokens were hashed.
  return ctx.db.find(managedSessionModel, { id: token });
}

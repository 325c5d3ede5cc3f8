import type { Session } from "@keyhold/core";
import { session as sessionSchema, user } from "@keyhold/core/entity-schemas";
import { type Caller, type Context, commonErrors, ok, publicRow } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import {
  endSession,
  type ResumedSession,
  requireLiveSession,
  resumeSession,
  shownToken,
  signedOutCookies,
} from "@keyhold/core/session";
import { isBanned } from "../authority/banned.js";
import { endpoint } from "../endpoint.js";
import { adminErrors } from "../errors.js";
import { actOf, emit } from "../events.js";
import { clearedWaiting, impersonatorOf, readWaiting } from "../impersonation/impersonation.js";
import { type AdminUser, managedSessionModel, managedUserModel, showUser } from "../models.js";

export const stopImpersonating = endpoint({
  route: "POST /admin/stop-impersonating",
  access: "session",
  doc: "Ends an impersonation and resumes the administrator's session in this browser; null if it has ended meanwhile, or the caller uses no cookies.",
  input: z.object({}),
  output: z.object({ session: sessionSchema.nullable(), user: user.nullable() }),
  errors: ["YOU_ARE_NOT_IMPERSONATING"],
  async handle({ session, caller, ctx }) {
    const actorId = impersonatorOf(session);
    if (actorId === null) return ctx.fail(adminErrors.YOU_ARE_NOT_IMPERSONATING);
    await endImpersonation(ctx, session, { actorId, caller });
    const resumed = await resumeOwn(ctx, session, { actorId, caller });
    if (!resumed)
      return ok({ session: null, user: null }, [...signedOutCookies(ctx, session, caller), clearedWaiting(ctx)]);
    const { user, ...row } = resumed.session;
    const shown = { ...publicRow(ctx.schema, managedSessionModel, row), token: shownToken(row) };
    return ok({ session: shown, user: showUser(ctx, user) }, [...resumed.cookies, clearedWaiting(ctx)]);
  },
});

interface Impersonator {
  readonly actorId: string;
  readonly caller: Caller;
}

/** Of concurrent calls, only one succeeds. */
async function endImpersonation(ctx: Context, session: Session, { actorId, caller }: Impersonator): Promise<void> {
  const isDone = await ctx.transactionOn(managedUserModel, session.userId, async (ctx, target) => {
    await requireLiveSession(ctx, session);
    await endSession(ctx, session, "signed out");
    const act = actOf({ userId: actorId }, caller);
    emit(ctx, { type: "admin.impersonation-stopped", ...act, target: showUser(ctx, target), sessionId: session.id });
    return true;
  });
  if (!isDone) ctx.fail(commonErrors.UNAUTHORIZED);
}

/**
 * Resumes the administrator's own session of this browser; null if the session belongs to another user, has ended, or
 * the administrator is banned.
 */
async function resumeOwn(
  ctx: Context,
  { id }: Session,
  { actorId, caller }: Impersonator,
): Promise<ResumedSession | null> {
  const token = await readWaiting(ctx, caller, id);
  const resumed = token === null ? null : await resumeSession(ctx, token, caller);
  if (!resumed) return null;
  const user: Session["user"] & Partial<AdminUser> = resumed.session.user;
  return user.id === actorId && !isBanned(user, ctx.now()) ? resumed : null;
}

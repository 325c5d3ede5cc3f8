import type { SessionRow } from "@keyhold/core";
import { session as sessionSchema, user } from "@keyhold/core/entity-schemas";
import { type Context, ok, publicRow } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { openSession } from "@keyhold/core/session";
import { actOn } from "../authority/act.js";
import { isAdministrator } from "../authority/authority.js";
import { isBanned } from "../authority/banned.js";
import { endpoint } from "../endpoint.js";
import { adminErrors } from "../errors.js";
import { actOf, emit } from "../events.js";
import { waitingCookie } from "../impersonation/impersonation.js";
import { managedSessionModel, showUser } from "../models.js";
import { userId } from "../schemas.js";

export const impersonateUser = endpoint({
  route: "POST /admin/impersonate-user",
  access: "fresh",
  doc: "Creates a session as another user for a limited time; the caller's own session resumes at stop-impersonating. `token` is for callers with a bearer token, else null.",
  input: z.object({ userId }),
  output: z.object({ token: z.string().nullable(), session: sessionSchema, user }),
  errors: [
    "YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS",
    "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER",
    "YOU_CANNOT_IMPERSONATE_YOURSELF",
    "YOU_CANNOT_IMPERSONATE_ADMINS",
    "BANNED_USER",
    "USER_NOT_FOUND",
    "FAILED_TO_CREATE_SESSION",
  ],
  async handle({ input, session, caller, ctx }, settings) {
    const act = { settings, session, action: "impersonate user", userId: input.userId } as const;
    const opened = await actOn(ctx, act, async (ctx, { actor, target }) => {
      if (target.id === actor.id) return ctx.fail(adminErrors.YOU_CANNOT_IMPERSONATE_YOURSELF);
      if (!settings.allowImpersonatingAdmins && isAdministrator(settings, target))
        return ctx.fail(adminErrors.YOU_CANNOT_IMPERSONATE_ADMINS);
      if (isBanned(target, ctx.now())) return ctx.fail(adminErrors.BANNED_USER, { message: "This user is banned" });
      const opened = await openSession(ctx, target, {
        method: "impersonation",
        proof: { actor: "administrator" },
        isRemembered: caller.isRemembered,
        maxSeconds: settings.impersonationSeconds,
        columns: { impersonatedBy: actor.id },
        keepsOld: true,
        caller,
      });
      const user = showUser(ctx, target);
      const { id: sessionId, expiresAt: endsAt } = opened.session;
      emit(ctx, { type: "admin.impersonation-started", ...actOf(session, caller), target: user, sessionId, endsAt });
      return { ...opened, user };
    });

    const token = caller.isBearer ? opened.token : null;
    const shown = { token, session: publicRow(ctx.schema, managedSessionModel, opened.session), user: opened.user };
    if (caller.isBearer || caller.sessionToken === null) return ok(shown, opened.cookies);
    const seconds = secondsLeft(ctx, opened.session);
    const waiting = await waitingCookie(ctx, { sessionId: opened.session.id, token: caller.sessionToken, seconds });
    return ok(shown, [...opened.cookies, waiting]);
  },
});

const secondsLeft = (ctx: Context, { expiresAt }: SessionRow): number =>
  Math.max(1, Math.floor((expiresAt.getTime() - ctx.now().getTime()) / 1000));

import { user } from "@keyhold/core/entity-schemas";
import { ok, updateUser as update } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endSessions } from "@keyhold/core/session";
import { actOn } from "../authority/act.js";
import { endpoint } from "../endpoint.js";
import { adminErrors } from "../errors.js";
import { actOf, emit } from "../events.js";
import { showUser } from "../models.js";
import { maxBanSeconds } from "../options.js";
import { userId } from "../schemas.js";

export const banUser = endpoint({
  route: "POST /admin/ban-user",
  access: "fresh",
  doc: "Bans a user. All their sessions end, and sign-in fails until the ban ends.",
  input: z.object({
    userId,
    banReason: z.string().max(2048).optional(),
    /** The duration in seconds; null: permanent. */
    banExpiresIn: z.number().int().min(1).max(maxBanSeconds).nullable().optional(),
  }),
  output: z.object({ user }),
  errors: [
    "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS",
    "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER",
    "YOU_CANNOT_BAN_YOURSELF",
    "USER_NOT_FOUND",
  ],
  async handle({ input, session, caller, ctx }, settings) {
    const { banReason = settings.defaultBanReason, banExpiresIn = settings.defaultBanSeconds } = input;
    return actOn(
      ctx,
      { settings, session, action: "ban user", userId: input.userId },
      async (ctx, { actor, target }) => {
        if (target.id === actor.id) return ctx.fail(adminErrors.YOU_CANNOT_BAN_YOURSELF);
        const banExpires = banExpiresIn === null ? null : new Date(ctx.now().getTime() + banExpiresIn * 1000);
        const banned = await update(ctx, target, { banned: true, banReason, banExpires });
        await endSessions(ctx, target, { reason: "revoked by operator" });
        const shown = showUser(ctx, banned);
        emit(ctx, { type: "admin.user-banned", ...actOf(session, caller), target: shown });
        return ok({ user: shown });
      },
    );
  },
});

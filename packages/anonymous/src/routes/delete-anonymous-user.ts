import { AuthError } from "@keyhold/core";
import { commonErrors, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { requireLiveSession, signedOutCookies } from "@keyhold/core/session";
import { deleteUser } from "@keyhold/core/users";
import { endpoint } from "../endpoint.js";
import { anonymousErrors } from "../errors.js";
import { isGuest } from "../guest/guest.js";
import { guestModel } from "../models.js";

export const deleteAnonymousUser = endpoint({
  route: "POST /delete-anonymous-user",
  access: "session",
  isPersonal: true,
  doc: "Deletes the guest of the session, with all data of the guest.",
  input: z.object({}),
  output: z.object({ success: z.boolean() }),
  errors: ["USER_IS_NOT_ANONYMOUS"],
  async handle({ session, caller, ctx }) {
    const isDeleted = await ctx.transactionOn(guestModel, session.userId, async (ctx, user) => {
      if (!(await isGuest(ctx, user))) return ctx.fail(anonymousErrors.USER_IS_NOT_ANONYMOUS);
      await requireLiveSession(ctx, session);
      await deleteUser(ctx, user);
      return true;
    });
    if (!isDeleted) throw new AuthError(commonErrors.UNAUTHORIZED);
    return ok({ success: true }, signedOutCookies(ctx, session, caller));
  },
});

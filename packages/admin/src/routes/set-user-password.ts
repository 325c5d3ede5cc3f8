import { endSessions, forgetGuesses, hashNewPassword, mayWriteTo, ok, setCredential } from "@keyhold/core";
import * as z from "@keyhold/core/schema";
import { actOn } from "../act.js";
import { reaches } from "../authority.js";
import { refuseUnable } from "../deeds.js";
import { endpoint } from "../endpoint.js";
import { actOf, tell } from "../events.js";
import { managedUserModel, showUser } from "../models.js";
import { userId } from "../shapes.js";

export const setUserPassword = endpoint({
  wire: "POST /admin/set-user-password",
  access: "fresh",
  doc: "Gives a user a new password, ends their sessions and tells them by letter.",
  input: z.object({ userId, newPassword: z.string() }),
  output: z.object({ status: z.boolean() }),
  errors: [
    "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD",
    "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER",
    "YOU_CANNOT_SET_YOUR_OWN_PASSWORD",
    "USER_NOT_FOUND",
    "PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_TOO_COMMON",
    "PASSWORD_COMPROMISED",
  ],
  limit: { windowSeconds: 10, max: 10 },
  hashes: true,
  async handle({ input: { userId, newPassword }, session, caller, ctx, fail }, settings) {
    // Before anything costs a hash, or one of the letters that may go there.
    refuseUnable(ctx, settings, { user: session.user, deed: "set password" });
    if (userId === session.userId) return fail("YOU_CANNOT_SET_YOUR_OWN_PASSWORD");
    const person = await ctx.db.find(managedUserModel, { id: userId });
    if (!person) return fail("USER_NOT_FOUND", { status: 404 });
    if (!reaches(settings, session.user, person)) return fail("YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER");
    const hash = await hashNewPassword(ctx, { password: newPassword, person, caller });
    const mayWrite = await mayWriteTo(ctx, "password-changed", person.email);

    await actOn(ctx, { settings, session, deed: "set password", userId }, async (ctx, { target }) => {
      await setCredential(ctx, target, hash);
      await endSessions(ctx, target, { reason: "password changed" });
      const shown = showUser(ctx, target);
      ctx.emit({ type: "password.changed", user: shown, by: "set" });
      if (mayWrite) ctx.send({ kind: "password-changed", to: shown.email, user: shown });
      tell(ctx, { type: "admin.password-set", ...actOf(session, caller), target: shown });
    });
    ctx.later("Forgetting wrong passwords", () => forgetGuesses(ctx, person));
    return ok({ status: true });
  },
});

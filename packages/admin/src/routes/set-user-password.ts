import { forgetWrongPasswords, hashNewPassword, setCredential } from "@keyhold/core/passwords";
import { mayEmail, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endSessions, enrolledFactors } from "@keyhold/core/session";
import { claimAccount, isPlaceholder, isUnconfirmed } from "@keyhold/core/users";
import { actOn } from "../authority/act.js";
import { requirePermission } from "../authority/actions.js";
import { outranks } from "../authority/authority.js";
import { endpoint } from "../endpoint.js";
import { adminErrors } from "../errors.js";
import { actOf, emit } from "../events.js";
import { managedUserModel, showUser } from "../models.js";
import { userId } from "../schemas.js";

export const setUserPassword = endpoint({
  route: "POST /admin/set-user-password",
  access: "fresh",
  doc: "Sets a user's password, ends their sessions and notifies them by email.",
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
  async handle({ input: { userId, newPassword }, session, caller, ctx }, settings) {
    // Before a password is hashed, and before an email counts against the limit of the address.
    requirePermission(ctx, settings, { user: session.user, action: "set password" });
    if (userId === session.userId) return ctx.fail(adminErrors.YOU_CANNOT_SET_YOUR_OWN_PASSWORD);
    const person = await ctx.db.find(managedUserModel, { id: userId });
    if (!person) return ctx.fail(adminErrors.USER_NOT_FOUND, { status: 404 });
    if (!outranks(settings, session.user, person)) return ctx.fail(adminErrors.YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER);
    const hash = await hashNewPassword(ctx, { password: newPassword, person, caller });
    const mayWrite = await mayEmail(ctx, "password-changed", person.email);

    await actOn(ctx, { settings, session, action: "set password", userId }, async (ctx, { target }) => {
      const reason = "password changed";
      // Else credentials from before the verification, e.g. a passkey of an attacker, would still open the account.
      const keepsFactors = (await enrolledFactors(ctx, target)) > 1;
      const claim = { passwordHash: hash, keepsFactors, reason } as const;
      // Without mail no address is ever verified, and a placeholder is nobody's address.
      const isUnproven = ctx.settings.hasMail && !target.emailVerified && !isPlaceholder(target.email);
      if (isUnproven || (await isUnconfirmed(ctx, target))) await claimAccount(ctx, target, claim);
      else await setCredential(ctx, target, hash, []);
      await endSessions(ctx, target, { reason });
      const shown = showUser(ctx, target);
      ctx.emit({ type: "password.changed", user: shown, by: "set" });
      if (mayWrite) ctx.send({ kind: "password-changed", to: shown.email, user: shown });
      emit(ctx, { type: "admin.password-set", ...actOf(session, caller), target: shown });
    });
    ctx.later("Resetting the count of wrong passwords", () => forgetWrongPasswords(ctx, { id: userId }));
    return ok({ status: true });
  },
});

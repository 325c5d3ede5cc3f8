import { confirmingAddress, readerOf } from "@keyhold/core/mailbox";
import { mayEmail, ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { parseEmail } from "@keyhold/core/users";
import { failCode, otp, requireCodeOfSession } from "../code/give.js";
import { issueCode } from "../code/request.js";
import { sendCode } from "../emails.js";
import { endpoint } from "../endpoint.js";
import { emailOtpErrors } from "../errors.js";

export const requestEmailChange = endpoint({
  route: "POST /email-otp/request-email-change",
  access: "step-up",
  challengedAction: "send-email",
  doc: "Sends a code to a new address. A verified present address confirms this by a code of its own.",
  input: z.object({ newEmail: z.string(), otp: otp.optional() }),
  output: z.object({ success: z.boolean() }),
  errors: [
    "CHANGE_EMAIL_IS_DISABLED",
    "EMAIL_IS_THE_SAME",
    "EMAIL_OTP_ISNT_ENABLED",
    "INVALID_EMAIL",
    "INVALID_OTP",
    "TOO_MANY_ATTEMPTS",
  ],
  limit: { windowSeconds: 60, max: 3 },
  emailsGivenAddress: true,
  async handle({ input, session, caller, ctx }, options) {
    const { user } = session;
    if (!ctx.settings.user.changeEmail.enabled) return ctx.fail(emailOtpErrors.CHANGE_EMAIL_IS_DISABLED);
    if (!ctx.settings.hasMail) return ctx.fail(emailOtpErrors.EMAIL_OTP_ISNT_ENABLED);
    const newEmail = parseEmail(input.newEmail) ?? ctx.fail(emailOtpErrors.INVALID_EMAIL);
    if (newEmail === user.email) return ctx.fail(emailOtpErrors.EMAIL_IS_THE_SAME);
    const confirmedBy = await confirmingAddress(ctx, user);
    if (confirmedBy !== null) {
      const given = { type: "change-email", email: confirmedBy, otp: input.otp ?? "", caller } as const;
      const { consume } = await requireCodeOfSession(ctx, session, given);
      if (!(await ctx.transaction(consume))) return failCode(ctx);
    }
    const { user: taken } = await readerOf(ctx, newEmail, await ctx.db.find(userModel, { email: newEmail }));
    const isTaken = taken !== null && taken.id !== user.id;
    if (!(await mayEmail(ctx, "email-otp.code", newEmail, !isTaken))) return ok({ success: true });
    // The new address may be another person's: the session ends no challenge of that person.
    const place = { type: "new-email", email: newEmail, asker: session.id, isKnown: false } as const;
    const code = await issueCode(ctx, options, { ...place, userId: user.id, confirmedBy });
    if (code === null) return ok({ success: true });
    const { expiresInSeconds } = options;
    ctx.afterAnswer("Sending a code to a new address", async () => {
      if (!isTaken) sendCode(ctx, { to: newEmail, type: "new-email", user, code, expiresInSeconds });
    });
    return ok({ success: true });
  },
});

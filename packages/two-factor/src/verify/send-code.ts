import { type Caller, type Context, userModel } from "@keyhold/core/plugin";
import { sendCode } from "../codes/sent-code.js";
import { twoFactorErrors } from "../errors.js";
import { factorOf } from "../factor/factor.js";
import { mayGiveOtp } from "../factor/offered.js";
import type { TwoFactorOptions } from "../options.js";
import { givenBefore, type Subject } from "../proof/subject.js";

/**
 * Sends a code, if the user is offered one.
 *
 * @throws AuthError OTP_NOT_ENABLED, TOO_MANY_ATTEMPTS
 */
export async function sendOffered(
  ctx: Context<"OTP_NOT_ENABLED" | "TOO_MANY_ATTEMPTS">,
  options: TwoFactorOptions,
  subject: Subject,
  caller: Caller,
): Promise<void> {
  const user = subject.session?.user ?? (await ctx.db.find(userModel, { id: subject.userId }));
  const factor = await factorOf(ctx, subject.userId);
  const given = await givenBefore(ctx, subject);
  if (!user || !(await mayGiveOtp(ctx, options, user, { factor, given: given ?? [] })))
    return ctx.fail(twoFactorErrors.OTP_NOT_ENABLED);
  await sendCode(ctx, options, user, { subject, factor, caller });
}

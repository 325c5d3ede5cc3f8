import { forgetWrongPasswords, hashNewPassword, setCredential } from "@keyhold/core/passwords";
import type { Caller, Context, TxContext } from "@keyhold/core/plugin";
import { endSessions } from "@keyhold/core/session";
import { phoneNumberErrors } from "../errors.js";
import { numberedModel } from "../models.js";
import type { PhoneNumberOptions } from "../options.js";
import { noteUse } from "../recycled/use.js";
import { isInDoubt } from "./doubt.js";
import { holds } from "./holder.js";

/** A new password by a code to a number. */
interface NumberReset {
  /** In E.164. */
  readonly number: string;
  /** The user who had verified the number when the code was asked for. */
  readonly userId: string;
  readonly newPassword: string;
  readonly consume: (ctx: TxContext) => Promise<boolean>;
  readonly fail: () => never;
  readonly caller: Caller;
  readonly options: PhoneNumberOptions;
}

/**
 * Sets a new password by a code to a verified number, and ends the sessions of the user. A rejected password leaves the
 * code as it was.
 *
 * @throws AuthError PHONE_NUMBER_IN_DOUBT, the error of `fail`, or the errors of `hashNewPassword`
 */
export async function resetPassword(
  ctx: Context<"PHONE_NUMBER_IN_DOUBT" | "PASSWORD_TOO_LONG" | "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_COMMON">,
  { number, userId, newPassword, consume, fail, caller, options }: NumberReset,
): Promise<void> {
  const person = (await ctx.db.find(numberedModel, { id: userId })) ?? fail();
  const hash = await hashNewPassword(ctx, { password: newPassword, person, caller });
  const done = await ctx.transactionOn(numberedModel, userId, async (ctx, user) => {
    if (!holds(user, number)) return fail();
    if (await isInDoubt(ctx, user, { number, caller, options }))
      return ctx.fail(phoneNumberErrors.PHONE_NUMBER_IN_DOUBT);
    if (!(await consume(ctx))) return fail();
    await noteUse(ctx, user, number);
    await setCredential(ctx, user, hash, ["sms"]);
    if (ctx.settings.emailAndPassword.revokeSessionsOnPasswordReset)
      await endSessions(ctx, user, { reason: "password reset" });
    return true;
  });
  if (!done) return fail();
  ctx.later("Forgetting wrong passwords", () => forgetWrongPasswords(ctx, person));
}

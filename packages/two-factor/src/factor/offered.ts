import type { User } from "@keyhold/core";
import type { AuthMethod, ReadingContext } from "@keyhold/core/plugin";
import { isNumberInDoubt } from "../hooks/offers.js";
import { backupCodeModel, type FactorRow } from "../models.js";
import type { TwoFactorOptions } from "../options.js";
import { factorOf, hasOtp, hasTotp } from "./factor.js";

/** Whether the code goes to the mailbox or the phone that the user has given already: no second factor (SP 800-63B-4, 3.1.3.1). */
export const isSameChannel = ({ otp }: TwoFactorOptions, given: readonly AuthMethod[]): boolean =>
  given.includes(otp === true ? "mail" : "sms");

/** Whether the user may give a sent code. A text message may reach another person who has the number now. */
export const mayGiveOtp = async (
  ctx: ReadingContext,
  options: TwoFactorOptions,
  user: User,
  { factor, given }: { readonly factor: FactorRow | null; readonly given: readonly AuthMethod[] },
): Promise<boolean> =>
  hasOtp(ctx, options, factor) &&
  !isSameChannel(options, given) &&
  (options.otp === true || !(await isNumberInDoubt(ctx, user, { as: "text", caller: null })));

/** What a user with a second factor may give. */
export async function offeredTo(
  ctx: ReadingContext,
  options: TwoFactorOptions,
  user: User,
  given: readonly AuthMethod[] = [],
): Promise<string[]> {
  const { id: userId } = user;
  const factor = await factorOf(ctx, userId);
  return [
    ...(hasTotp(factor) ? ["totp"] : []),
    ...((await mayGiveOtp(ctx, options, user, { factor, given })) ? ["otp"] : []),
    ...((await ctx.db.exists(backupCodeModel, { userId })) ? ["backup-code"] : []),
  ];
}

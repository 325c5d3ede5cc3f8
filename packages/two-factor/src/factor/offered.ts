import type { User } from "@keyhold/core";
import type { AuthMethod, Context, HookContext } from "@keyhold/core/plugin";
import { backupCodeModel, type FactorRow } from "../models.js";
import type { TwoFactorOptions } from "../options.js";
import { factorOf, hasOtp, hasTotp } from "./factor.js";

/** Whether the code goes to the mailbox or the phone that the user has given already: no second factor (SP 800-63B-4, 3.1.3.1). */
export const isSameChannel = ({ otp }: TwoFactorOptions, given: readonly AuthMethod[]): boolean =>
  given.includes(otp === true ? "mail" : "sms");

/** Whether the user may give a sent code. */
export const mayGiveOtp = (
  ctx: Pick<HookContext, "settings">,
  options: TwoFactorOptions,
  factor: FactorRow | null,
  given: readonly AuthMethod[] = [],
): boolean => hasOtp(ctx, options, factor) && !isSameChannel(options, given);

/** What a user with a second factor may give. */
export async function offeredTo(
  ctx: Pick<HookContext, "settings"> & { readonly db: Pick<Context["db"] | HookContext["db"], "find" | "exists"> },
  options: TwoFactorOptions,
  { id: userId }: User,
  given: readonly AuthMethod[] = [],
): Promise<string[]> {
  const factor = await factorOf(ctx, userId);
  return [
    ...(hasTotp(factor) ? ["totp"] : []),
    ...(mayGiveOtp(ctx, options, factor, given) ? ["otp"] : []),
    ...((await ctx.db.exists(backupCodeModel, { userId })) ? ["backup-code"] : []),
  ];
}

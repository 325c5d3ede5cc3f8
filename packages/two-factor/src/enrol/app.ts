import type { TxContext } from "@keyhold/core/plugin";
import { twoFactorErrors } from "../errors.js";
import { factorOf, hasTotp, type IssuedCodes, isEnabled, replaceBackupCodes, writeFactor } from "../factor/factor.js";
import type { LockedUser } from "../models.js";

/** An app that a code confirms later. */
export interface BegunApp {
  readonly encrypted: string;
  readonly codes: IssuedCodes;
  readonly isRecovering: boolean;
}

/** Begins to enrol an authenticator app. Of many callers at once, a code can confirm the secret of the last caller only. */
export async function beginApp(
  ctx: TxContext<"TOTP_ALREADY_ENABLED">,
  user: LockedUser,
  { encrypted, codes, isRecovering }: BegunApp,
): Promise<void> {
  const present = await factorOf(ctx, user.id);
  if (hasTotp(present) && !isRecovering) ctx.fail(twoFactorErrors.TOTP_ALREADY_ENABLED);
  // Sent codes that the user has never confirmed.
  const withoutBegunCodes = isEnabled(user) ? {} : { otpEnabled: false };
  const change = { secret: encrypted, verified: false, lastUsedStep: null, ...withoutBegunCodes };
  await writeFactor(ctx, user, present, change);
  await replaceBackupCodes(ctx, user, codes);
}

import { confirmPassword } from "@keyhold/core/passwords";
import type { Caller, TxContext } from "@keyhold/core/plugin";
import { factorBrowserCookies } from "../browser/factor-browser.js";
import { enableFactor } from "../factor/enable.js";
import {
  endOthers,
  factorOf,
  type IssuedCodes,
  isEnabled,
  replaceBackupCodes,
  withoutBegunApp,
  writeFactor,
} from "../factor/factor.js";
import { type LockedUser, twoFactorModel } from "../models.js";
import type { Subject } from "../proof/subject.js";

/** Codes that are sent to the user. */
export interface ChosenCodes {
  readonly subject: Subject;
  readonly codes: IssuedCodes;
  readonly isRecovering: boolean;
  /** The first right code enables them: see `Admitted`. */
  readonly isProvenLater: boolean;
  readonly revokeOtherSessions: boolean;
  readonly caller: Caller;
}

/** Enables sent codes, at once or with the first right code. Answers with the cookies of the browser. */
export async function chooseSentCodes(
  ctx: TxContext,
  user: LockedUser,
  { subject: { session }, codes, isRecovering, isProvenLater, revokeOtherSessions, caller }: ChosenCodes,
): Promise<readonly string[]> {
  // After a recovery the app may be lost, and sent codes take its place.
  if (isRecovering) await ctx.db.remove(twoFactorModel, { userId: user.id }, user);
  const present = await factorOf(ctx, user.id);
  const createdAt = present && isEnabled(user) ? present.createdAt : ctx.now();
  const withoutApp = present && !isProvenLater ? withoutBegunApp(present) : {};
  await writeFactor(ctx, user, present, { ...withoutApp, otpEnabled: true, createdAt });
  await replaceBackupCodes(ctx, user, codes);
  if (isProvenLater || !session) return [];
  await enableFactor(ctx, user, "otp");
  if (!isEnabled(user)) await confirmPassword(ctx, user, session);
  await endOthers(ctx, user, { except: session.id, revokeOtherSessions });
  return factorBrowserCookies(ctx, caller, { userId: user.id, createdAt });
}

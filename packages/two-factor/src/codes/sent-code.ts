import type { User } from "@keyhold/core";
import { readCode } from "@keyhold/core/mailbox";
import {
  type Caller,
  type Context,
  defineExpiringValue,
  mayEmail,
  randomText,
  type TxContext,
  userModel,
  verificationModel,
} from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { recoveryAddress } from "@keyhold/core/users";
import { factorBrowserId } from "../browser/factor-browser.js";
import { sendCodeEmail } from "../emails.js";
import { twoFactorErrors } from "../errors.js";
import type { FactorRow } from "../models.js";
import type { TwoFactorOptions, UserRow } from "../options.js";
import { idOf, type Subject } from "../proof/subject.js";

const lifetimeSeconds = 300;

/** By the id of the pending sign-in or the session: the fingerprint of the code. */
const sentCodes = defineExpiringValue("two-factor-otp", { lifetimeSeconds, value: z.string() });

/** Bound to the pending sign-in or the session, and to this server. */
const textOf = (subject: Subject, code: string): string => `${idOf(subject)} ${code}`;

/** To whom a code is sent. */
export interface Sending {
  readonly subject: Subject;
  readonly factor: FactorRow | null;
  readonly caller: Caller;
}

/**
 * Sends a new code, which replaces the one before: 8 digits by email, 6 by the app's own function. It resets no count
 * of guesses.
 *
 * @throws AuthError TOO_MANY_ATTEMPTS after three emails in 15 minutes, to strangers or to a known browser
 */
export async function sendCode(
  ctx: Context<"TOO_MANY_ATTEMPTS">,
  { otp }: TwoFactorOptions,
  user: User,
  { subject, factor, caller }: Sending,
): Promise<void> {
  // The mailbox of an address that is not confirmed is no factor.
  const email = (await recoveryAddress(ctx, user)) ?? user.email;
  const browserId = factor && factorBrowserId(ctx, caller, factor);
  // A browser that has given a factor has a separate budget, which an attacker with the password does not use up.
  const budget = browserId === null ? email : `${email} ${browserId}`;
  const sendText = typeof otp === "object" ? otp.sendText : null;
  if (!(await mayEmail(sendText ? withoutCeiling(ctx) : ctx, "two-factor.code", budget)))
    return ctx.fail(twoFactorErrors.TOO_MANY_ATTEMPTS);
  const code = randomText(sendText ? 6 : 8, "0123456789");
  await ctx.transactionOn(userModel, user.id, async (ctx) => {
    await sentCodes.put(ctx, idOf(subject), ctx.signedValues.fingerprint(sentCodes.purpose, textOf(subject, code)));
  });
  if (sendText) ctx.later("Sending a code", async () => sendText({ user: user as UserRow, code }));
  else sendCodeEmail(ctx, { ...user, email }, code, lifetimeSeconds / 60);
}

/** A text message is no email of the app. */
function withoutCeiling({ settings, limiter, emit }: Context): Pick<Context, "settings" | "limiter" | "emit"> {
  return { limiter, emit, settings: { ...settings, rateLimit: { ...settings.rateLimit, emailsPerApp: false } } };
}

/** The fingerprint of a right code; or why it is not found. */
export async function findCode(
  ctx: Context,
  subject: Subject,
  given: string,
): Promise<{ readonly fingerprint: string } | "wrong" | "expired"> {
  // Also an expired row, for the error of a right code.
  const row = await ctx.db.find(verificationModel, { identifier: sentCodes.placeOf(idOf(subject)).identifier });
  const code = readCode(given);
  if (!row || !ctx.signedValues.isFingerprint(sentCodes.purpose, textOf(subject, code), row.value)) return "wrong";
  return row.expiresAt > ctx.now() ? { fingerprint: row.value } : "expired";
}

/** Uses up a code. Of many callers one gets true. */
export const takeCode = async (ctx: TxContext, subject: Subject, fingerprint: string): Promise<boolean> =>
  (await sentCodes.consume(ctx, idOf(subject), fingerprint)) !== null;

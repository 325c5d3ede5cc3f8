import type { User } from "@keyhold/core";
import {
  type Caller,
  type Context,
  mayEmail,
  randomText,
  type TxContext,
  userModel,
  verificationIdentifier,
  verificationModel,
} from "@keyhold/core/plugin";
import { recoveryAddress } from "@keyhold/core/users";
import { sendCodeEmail } from "./emails.js";
import { twoFactorErrors } from "./errors.js";
import { factorBrowserId } from "./factor-browser.js";
import { readCode } from "./given-code.js";
import type { FactorRow } from "./models.js";
import type { TwoFactorOptions, UserRow } from "./options.js";
import { idOf, type Subject } from "./subject.js";

const purpose = "two-factor-otp";
const lifetimeSeconds = 300;

const identifierOf = (subject: Subject): string => verificationIdentifier(purpose, idOf(subject));

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
  if (!(await mayEmail(ctx, "two-factor.code", budget))) return ctx.fail(twoFactorErrors.TOO_MANY_ATTEMPTS);
  const code = randomText(sendText ? 6 : 8, "0123456789");
  const now = ctx.now();
  await ctx.transactionOn(userModel, user.id, async (ctx) => {
    await ctx.db.remove(verificationModel, { identifier: identifierOf(subject) });
    await ctx.db.insert(verificationModel, {
      identifier: identifierOf(subject),
      value: ctx.signedValues.fingerprint(purpose, textOf(subject, code)),
      expiresAt: new Date(now.getTime() + lifetimeSeconds * 1000),
      createdAt: now,
      updatedAt: now,
    });
  });
  if (sendText) ctx.later("Sending a code", async () => sendText({ user: user as UserRow, code }));
  else sendCodeEmail(ctx, { ...user, email }, code, lifetimeSeconds / 60);
}

/** The row of a right code; or why it is not found. */
export async function findCode(
  ctx: Context,
  subject: Subject,
  given: string,
): Promise<{ readonly id: string } | "wrong" | "expired"> {
  const row = await ctx.db.find(verificationModel, { identifier: identifierOf(subject) });
  const code = readCode(given);
  if (!row || !ctx.signedValues.isFingerprint(purpose, textOf(subject, code), row.value)) return "wrong";
  return row.expiresAt > ctx.now() ? { id: row.id } : "expired";
}

/** Uses up a code. Of many callers one gets true. */
export const takeCode = async (ctx: TxContext, { id }: { readonly id: string }): Promise<boolean> =>
  (await ctx.db.consume(verificationModel, { id })) !== null;

import { challengesOf, defineSentCodes, type RightCode, roundOf, sentProof } from "@keyhold/core/mailbox";
import { type Caller, type Context, mayEmail } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { isPlaceholder, recoveryAddress } from "@keyhold/core/users";
import { failCode } from "../code/give.js";
import { sendMailboxCode } from "../emails.js";
import { phoneNumberErrors } from "../errors.js";
import type { LockedNumbered } from "../models.js";

const asked = z.object({ ...sentProof, isRemembered: z.boolean(), opensSession: z.boolean() });

/** A sign-in by a number in doubt, which goes on by a code in an email. */
interface AskedMailbox extends Readonly<z.infer<typeof asked>> {}

/** By the number and who asked: the row is written after the right code of the number alone. */
const mailboxCodes = defineSentCodes<AskedMailbox>("phone-number-mailbox", asked);

/** The method in the answer to the right code of a number in doubt. */
export const mailboxMethod = "phone-number-email";

const form = { digits: 8, expiresInSeconds: 600 } as const;
const nameOf = (number: string, asker: string): string => JSON.stringify([number, asker]);

type Reader = Parameters<typeof recoveryAddress>[0];

/** The verified address of a user, where an email may prove the mailbox; null: no such address. */
export async function mailboxOf(
  ctx: Reader & Pick<Context, "settings">,
  user: Pick<LockedNumbered, "id" | "email" | "emailVerified">,
): Promise<string | null> {
  if (!ctx.settings.hasMail) return null;
  const address = (await recoveryAddress(ctx, user as LockedNumbered)) ?? (user.emailVerified ? user.email : null);
  return address === null || isPlaceholder(address) ? null : address;
}

/** A sign-in that stops for the mailbox. */
interface Stopped {
  /** In E.164. */
  readonly number: string;
  readonly user: LockedNumbered;
  readonly to: string;
  readonly endsAt: Date;
  readonly isRemembered: boolean;
  readonly opensSession: boolean;
  /** Who has given the code of the number: the fingerprint of the challenge. */
  readonly asker: string;
}

/** Sends the code to the mailbox, for the browser that has given the code of the number. */
export async function askMailbox(ctx: Context, stopped: Stopped): Promise<void> {
  const { number, user, to, endsAt, isRemembered, opensSession, asker } = stopped;
  if (!(await mayEmail(ctx, "phone-number.code", to))) return;
  const round = await roundOf(ctx, to, new Date(ctx.now().getTime() + form.expiresInSeconds * 1000));
  const value = { to, userId: user.id, round, isRemembered, opensSession };
  // The new holder of the number may not be the owner of the mailbox.
  const asked = { ...form, asker: { id: asker, isKnown: false } };
  const code = await mailboxCodes.issue(ctx, nameOf(number, asker), value, asked);
  if (code === null) return;
  sendMailboxCode(ctx, user, { to, number, code, expiresInSeconds: form.expiresInSeconds, endsAt });
}

type Codes = "INVALID_OTP" | "TOO_MANY_ATTEMPTS";

/**
 * Compares a code from the mailbox within the budgets of the account.
 *
 * @throws AuthError INVALID_OTP, TOO_MANY_ATTEMPTS
 */
export async function requireMailboxCode(
  ctx: Context<Codes>,
  { number, code, challenge, caller }: { number: string; code: string; challenge?: string | undefined; caller: Caller },
): Promise<RightCode<AskedMailbox>> {
  for (const asker of challengesOf(ctx, caller, challenge)) {
    const guess = await mailboxCodes.guess(ctx, nameOf(number, asker), { code, caller });
    if (guess.kind === "used up") return ctx.fail(phoneNumberErrors.TOO_MANY_ATTEMPTS, { status: 403 });
    if (guess.kind === "too many")
      return ctx.fail(phoneNumberErrors.TOO_MANY_ATTEMPTS, {
        headers: { "retry-after": String(guess.retryAfterSeconds) },
      });
    if (guess.kind === "right") return guess;
  }
  return failCode(ctx);
}

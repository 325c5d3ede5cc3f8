import { type Context, defineExpiringValue, type HookContext, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { isPlaceholder, isUnconfirmed, recoveryAddress } from "@keyhold/core/users";
import { isGuest } from "./guest.js";

/**
 * By an address: the user who has proven the mailbox last, and whether another user had proven it before. After 90 days
 * without a proof another person may have the mailbox.
 */
const provenMailbox = defineExpiringValue("billing-mailbox", {
  lifetimeSeconds: 90 * 86_400,
  value: z.object({ userId: z.string(), isShared: z.boolean() }),
});

/** A user, as an event names the user. */
export interface AddressedUser {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/** The verified address of a user; null without a mailbox, e.g. of a guest or of a user with a phone number alone. */
export const mailboxOf = (user: AddressedUser): string | null =>
  user.emailVerified && !isPlaceholder(user.email) && !isGuest(user) ? user.email : null;

/** Remembers who has proven a mailbox, in the transaction of the proof: the user is locked, and no other user has the address. */
export async function noteMailbox(ctx: HookContext, user: AddressedUser): Promise<void> {
  const email = mailboxOf(user);
  if (email === null) return;
  const known = await provenMailbox.find(ctx, email);
  const isShared = known !== null && (known.value.isShared || known.value.userId !== user.id);
  await provenMailbox.put(ctx, email, { userId: user.id, isShared });
}

/**
 * Whether a mailbox is that of a user beyond doubt: the address is still the user's, the user has proven it in the last
 * 90 days, and no other user had proven it before. A mailbox that was verified in another browser than the sign-up's, and
 * the mailbox of a changed address, wait for a sign-in: another person may have made the account.
 */
export async function ownsMailbox(ctx: Context, userId: string, email: string): Promise<boolean> {
  const user = await ctx.db.find(userModel, { id: userId });
  if (!user || mailboxOf(user) !== email) return false;
  if ((await isUnconfirmed(ctx, user)) || (await recoveryAddress(ctx, user)) !== null) return false;
  const proof = await provenMailbox.find(ctx, email);
  return proof !== null && proof.value.userId === userId && !proof.value.isShared;
}

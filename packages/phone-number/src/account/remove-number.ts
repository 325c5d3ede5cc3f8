import type { Session, User } from "@keyhold/core";
import { endRound } from "@keyhold/core/mailbox";
import { type Context, publicUser, type TxContext } from "@keyhold/core/plugin";
import { endPendingSignIns, invalidateSessionCache, requireLiveSession } from "@keyhold/core/session";
import { accountsOf, isPlaceholder, waysToSignIn } from "@keyhold/core/users";
import { sendNumberRemoved } from "../emails.js";
import { phoneNumberErrors } from "../errors.js";
import { emit } from "../events.js";
import { hooksAt } from "../hooks/offers.js";
import { type LockedNumbered, numberedModel } from "../models.js";
import type { PhoneNumberOptions } from "../options.js";
import { sendNotice } from "../recycled/notice.js";
import { forgetUse } from "../recycled/use.js";
import { forgetAdded } from "./added.js";

/**
 * Removes the number of a locked user, with the codes to the number. Without a hook or an email: see `removeOwnNumber`.
 */
export async function clearNumber(ctx: TxContext, user: LockedNumbered, number: string): Promise<User> {
  await endRound(ctx, number);
  await forgetUse(ctx, user.id);
  await forgetAdded(ctx, user.id);
  await invalidateSessionCache(ctx, user.id);
  const change = { phoneNumber: null, phoneNumberVerified: false, updatedAt: ctx.now() };
  const updated = await ctx.db.update(numberedModel, user.id, change, {
    onConflict() {
      throw new Error("No number conflicted with a number.");
    },
  });
  if (!updated) throw new Error("A locked user was gone.");
  return publicUser(ctx, updated);
}

/**
 * Removes the number of a user by the user's own wish: codes and pending sign-ins of the user end, and the user is told.
 * False: the user was deleted. A user without a number stays as before.
 *
 * @throws AuthError YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT if the user could not sign in without the number
 */
export async function removeOwnNumber(
  ctx: Context<"YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT">,
  session: Session,
  options: PhoneNumberOptions,
): Promise<boolean> {
  const { userId } = session;
  const isThere = await ctx.transactionOn(numberedModel, userId, async (ctx, user) => {
    // The user may have ended the session meanwhile.
    await requireLiveSession(ctx, session);
    const { phoneNumber: number, phoneNumberVerified: wasVerified } = user;
    if (number === null) return true;
    if (wasVerified && (await isNeeded(ctx, user)))
      return ctx.fail(phoneNumberErrors.YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT);
    const shown = await clearNumber(ctx, user, number);
    // A sign-in by the number that waits for a second factor is a sign-in by the number.
    await endPendingSignIns(ctx, user);
    ctx.emit({ type: "user.updated", user: shown, changed: ["phoneNumber", "phoneNumberVerified"] });
    emit(ctx, { type: "phone-number.removed", userId });
    if (!isPlaceholder(user.email)) sendNumberRemoved(ctx, user, number);
    // The address may be newer than the number, and of an attacker.
    if (wasVerified)
      ctx.later("Telling a user of a removed number", (ctx) => sendNotice(ctx, options, "number-removed", number));
    return true;
  });
  return isThere ?? false;
}

/** Whether a locked user could not sign in without the number. */
async function isNeeded(ctx: TxContext, user: LockedNumbered): Promise<boolean> {
  if (ctx.settings.account.allowUnlinkingAll) return false;
  for (const hook of hooksAt(ctx, "phone-number.needed")) if (await hook(user, ctx)) return true;
  // Without an address the number is the name that is typed beside the password, and the way to a forgotten one.
  const needsName = isPlaceholder(user.email) && ctx.settings.emailAndPassword.enabled;
  const isNamed = needsName && (await accountsOf(ctx, user.id)).some(({ providerId }) => providerId === "credential");
  return (await waysToSignIn(ctx, user)) - Number(isNamed) <= 1;
}

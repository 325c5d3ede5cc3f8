import { after, publicUser, sessionModel, type TxContext } from "@keyhold/core/plugin";
import { endPendingSignIns, invalidateSessionCache } from "@keyhold/core/session";
import { isPlaceholder } from "@keyhold/core/users";
import { sendNumberClaimed } from "../emails.js";
import { emit } from "../events.js";
import { type LockedNumbered, numberedModel } from "../models.js";
import type { PhoneNumberOptions } from "../options.js";
import { sendNotice } from "./notice.js";
import { claimNumber, forgetUse, type NumberClaim, standingOf } from "./use.js";

/** Begins the term in which a locked user keeps the number by a proof. Says so in an event, once. */
export async function beginClaim(
  ctx: TxContext,
  user: LockedNumbered,
  number: string,
  options: PhoneNumberOptions,
): Promise<NumberClaim> {
  const claim = await claimNumber(ctx, user, number, options);
  const { endsAt } = claim;
  if (claim.isNew) emit(ctx, { type: "phone-number.claimed", userId: user.id, endsAt });
  return claim;
}

/** Tells the user of a new claim: by email, or by a message to the number if the user has no address. */
export function tellClaim(
  ctx: TxContext,
  user: LockedNumbered,
  number: string,
  { isNew, endsAt }: NumberClaim,
  options: PhoneNumberOptions,
): void {
  if (!isNew) return;
  if (!isPlaceholder(user.email)) sendNumberClaimed(ctx, user, { number, endsAt });
  else ctx.later("Telling a user of a claim by phone", (ctx) => sendNotice(ctx, options, "number-claimed", number));
}

/**
 * Whether the number of a locked user goes to the person with the present proof: the term has passed. A user without an
 * address may not have read the message, and keeps the number as long as a session of the user is open.
 */
export async function mayMove(
  ctx: TxContext,
  user: LockedNumbered,
  number: string,
  options: PhoneNumberOptions,
): Promise<boolean> {
  if ((await standingOf(ctx, user, number, options)) !== "moves") return false;
  if (!isPlaceholder(user.email)) return true;
  return !(await ctx.db.exists(sessionModel, { userId: user.id, expiresAt: after(ctx.now()) }));
}

/** Takes the number from a locked user. */
export async function moveNumber(ctx: TxContext, user: LockedNumbered): Promise<void> {
  await forgetUse(ctx, user.id);
  await invalidateSessionCache(ctx, user.id);
  const change = { phoneNumber: null, phoneNumberVerified: false, updatedAt: ctx.now() };
  const updated = await ctx.db.update(numberedModel, user.id, change, {
    onConflict() {
      throw new Error("No number conflicted with a number.");
    },
  });
  if (!updated) throw new Error("A locked user was gone.");
  await endPendingSignIns(ctx, user);
  const shown = publicUser(ctx, updated);
  ctx.emit({ type: "user.updated", user: shown, changed: ["phoneNumber", "phoneNumberVerified"] });
  emit(ctx, { type: "phone-number.moved", userId: user.id });
}

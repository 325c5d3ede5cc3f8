import { AuthError, type Session, type User } from "@keyhold/core";
import { endRound } from "@keyhold/core/mailbox";
import { type Caller, type Context, commonErrors, publicUser, type TxContext } from "@keyhold/core/plugin";
import {
  actorOf,
  checkStepUp,
  endPendingSignIns,
  invalidateSessionCache,
  requireLiveSession,
  requireOrdinary,
  rotateSession,
} from "@keyhold/core/session";
import { isPlaceholder, noteWay } from "@keyhold/core/users";
import { sendNumberChanged } from "../emails.js";
import { phoneNumberErrors } from "../errors.js";
import { emit } from "../events.js";
import { type LockedNumbered, numberedModel } from "../models.js";
import type { PhoneNumberOptions } from "../options.js";
import { beginClaim, mayMove, moveNumber, tellClaim } from "../recycled/claim.js";
import { sendNotice } from "../recycled/notice.js";
import { noteUse } from "../recycled/use.js";
import { addedAt, noteAdded } from "./added.js";
import { holds, releaseUnverified } from "./holder.js";
import { clearNumber } from "./remove-number.js";

/** A number that the user of a session has verified. */
interface NewNumber {
  /** In E.164. */
  readonly number: string;
  /** Uses up the code. False: another call was first. */
  readonly consume: (ctx: TxContext) => Promise<boolean>;
  /** Throws the error of a code without an effect. */
  readonly fail: () => never;
  readonly options: PhoneNumberOptions;
  readonly caller: Caller;
}

/** The user with the number, and cookies. */
interface ChangedNumber {
  readonly user: User;
  readonly cookies: readonly string[];
}

/**
 * Fails unless the session may change the ways to sign in: a recent proof, as for a change of the address.
 *
 * @throws AuthError UNAUTHORIZED, NOT_ALLOWED_WHILE_IMPERSONATING, SESSION_IS_NOT_FRESH, STEP_UP_REQUIRED
 */
export async function requireOwner(ctx: Context, session: Session | null): Promise<Session> {
  if (!session) throw new AuthError(commonErrors.UNAUTHORIZED);
  if (actorOf(ctx, session) !== null) throw new AuthError(commonErrors.NOT_ALLOWED_WHILE_IMPERSONATING);
  await requireOrdinary(ctx, session);
  await checkStepUp(ctx, session, { maxAgeSeconds: ctx.settings.session.stepUpAgeSeconds, factors: "enrolled" });
  return session;
}

/**
 * Gives a verified number to the user of a session, in place of the earlier number. If another user has verified the
 * number, that user is told, and keeps it until the term has passed.
 *
 * @throws AuthError PHONE_NUMBER_EXIST if another user has verified the number, UNAUTHORIZED, or the error of `fail`
 */
export async function setNumber(
  ctx: Context<"PHONE_NUMBER_EXIST">,
  session: Session,
  given: NewNumber,
): Promise<ChangedNumber> {
  const changed = await ctx.transactionOn(numberedModel, session.userId, async (ctx, user) => {
    await requireLiveSession(ctx, session);
    const { number, options } = given;
    // Before the code: the holder's own call locks the holder, and then waits for the code.
    const holder = await lockHolder(ctx, user, number);
    if (!(await given.consume(ctx))) return given.fail();
    if (holds(user, number)) {
      await noteUse(ctx, user, number);
      return { user: publicUser(ctx, user), cookies: [] };
    }
    return holder && (await isKept(ctx, holder, number, options)) ? "kept" : write(ctx, user, given, session);
  });
  if (!changed) throw new AuthError(commonErrors.UNAUTHORIZED);
  return changed === "kept" ? ctx.fail(phoneNumberErrors.PHONE_NUMBER_EXIST) : changed;
}

/** Locks another user with the number; null: no other user has it. */
async function lockHolder(ctx: TxContext, { id }: LockedNumbered, number: string): Promise<LockedNumbered | null> {
  const present = await ctx.db.find(numberedModel, { phoneNumber: number });
  return present && present.id !== id ? ctx.db.lock(numberedModel, present.id) : null;
}

/** Whether a locked user keeps the number: begins the term, or takes the number from that user after the term. */
async function isKept(
  ctx: TxContext,
  holder: LockedNumbered,
  number: string,
  options: PhoneNumberOptions,
): Promise<boolean> {
  if (!holds(holder, number)) return false;
  if (await mayMove(ctx, holder, number, options)) {
    await moveNumber(ctx, holder);
    return false;
  }
  tellClaim(ctx, holder, number, await beginClaim(ctx, holder, number, options), options);
  return true;
}

async function write(
  ctx: TxContext<"PHONE_NUMBER_EXIST">,
  user: LockedNumbered,
  { number, options, caller }: NewNumber,
  session: Session,
): Promise<ChangedNumber> {
  if (user.phoneNumber !== number) await releaseUnverified(ctx, number);
  const change = { phoneNumber: number, phoneNumberVerified: true, updatedAt: ctx.now() };
  await invalidateSessionCache(ctx, user.id);
  const updated = await ctx.db.update(numberedModel, user.id, change, {
    onConflict: () => ctx.fail(phoneNumberErrors.PHONE_NUMBER_EXIST),
  });
  if (!updated) throw new Error("A locked user was gone.");
  await noteAdded(ctx, user.id, number);
  await noteUse(ctx, user, number);
  if (user.phoneNumber !== null) await endRound(ctx, user.phoneNumber);
  // A sign-in by the old number that waits for a second factor is a sign-in by the old number.
  if (user.phoneNumber !== null && user.phoneNumber !== number) await endPendingSignIns(ctx, user);
  const shown = publicUser(ctx, updated);
  ctx.emit({ type: "user.updated", user: shown, changed: ["phoneNumber", "phoneNumberVerified"] });
  emit(ctx, { type: "phone-number.verified", user: shown, isNewUser: false });
  const { phoneNumber: oldNumber } = user;
  if (!isPlaceholder(user.email)) sendNumberChanged(ctx, user, { oldNumber, newNumber: number });
  else if (oldNumber !== null && user.phoneNumberVerified)
    ctx.later("Telling a user of a changed number", (ctx) => sendNotice(ctx, options, "number-removed", oldNumber));
  const rotates = await noteWay(ctx, updated, session.id);
  return { user: shown, cookies: rotates ? await rotateSession(ctx, { ...session, user: shown }, caller) : [] };
}

/**
 * Removes the number of a locked user: another person may have added it. `since`: only a number that was added since.
 * False: no number was removed.
 */
export async function removeNumber(ctx: TxContext, user: Pick<User, "id">, since?: Date): Promise<boolean> {
  const present = await ctx.db.find(numberedModel, { id: user.id });
  if (!present?.phoneNumber) return false;
  if (since) {
    const at = await addedAt(ctx, user.id);
    if (at === null || at < since) return false;
  }
  await clearNumber(ctx, present as LockedNumbered, present.phoneNumber);
  return true;
}

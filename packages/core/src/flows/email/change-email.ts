import type { Locked } from "../../adapter/adapter.js";
import type { Context, Session, TxContext } from "../../contract/context.js";
import { AuthError, commonError, coreErrors } from "../../contract/errors.js";
import { withQuery } from "../../http/redirect.js";
import { mayEmail } from "../../limit/email-limit.js";
import { type User, userModel } from "../../model/models.js";
import { holdAddress, isReserved, markReleased, recoveryAddress } from "../../records/user/held-address.js";
import { switchesLate, writePendingEmail } from "../../records/user/pending-email.js";
import { publicUser } from "../../records/user/public.js";
import { actorOf } from "../../session/actor.js";
import { invalidateSessionCache } from "../../session/cache/invalidate.js";
import { withLiveUser } from "../../session/live-user.js";
import { requireOrdinary } from "../../session/ordinary.js";
import { rotateSession } from "../../session/rotate.js";
import { sendVerification } from "../verification/send-verification.js";
import { issueEmailChange, redeemEmailChange } from "../verification/verification-link.js";
import { type VerificationToken, verificationLink } from "../verification/verification-token.js";
import { type Follower, failToken, failUser } from "../verification/verify-address.js";
import { sendNewAddressLink } from "./send-new-address-link.js";
import { restoreAddress } from "./undo-email-change.js";

export interface EmailChange {
  /** In the stored form. */
  readonly newEmail: string;
  readonly callbackURL: string | undefined;
  /** With the confirmation of the new address the old address neither undoes the change nor stays reserved. */
  readonly releases: boolean;
}

/** The user of the session, and the cookies of the session with the new token. */
export interface ChangedEmail {
  readonly user: User;
  readonly cookies: readonly string[];
}

/**
 * Sends an email to a verified address to confirm a change to another address. The user does not change yet. A taken
 * new address costs as much work and gets the same answer, without an email (security decision 2).
 */
export async function requestEmailChange(
  ctx: Context,
  user: User,
  { newEmail, callbackURL, releases }: EmailChange,
): Promise<void> {
  const isReservedAddress = await isReserved(ctx, newEmail, user);
  const isTaken = (await ctx.db.exists(userModel, { email: newEmail })) || isReservedAddress;
  const mayWrite = await mayEmail(ctx, "confirm-email-change", user.email);
  const { expiresInSeconds } = ctx.settings.emailVerification;
  const asked = await ctx.transactionOn(userModel, user.id, async (ctx, user) => {
    await runHooks(ctx, user, newEmail);
    if (!mayWrite) return null;
    return { user: publicUser(ctx, user), token: await issueEmailChange(ctx, user, { newEmail, isTaken, releases }) };
  });
  ctx.afterAnswer("Sending the email to confirm a change of address", async () => {
    if (!asked || isTaken) return;
    const { user, token } = asked;
    const url = verificationLink(ctx, token, callbackURL);
    ctx.emit({ type: "email.change-requested", user, newEmail });
    ctx.send({ kind: "confirm-email-change", to: user.email, user, newEmail, url, token, expiresInSeconds });
  });
}

/**
 * Changes an unverified address at once; the new address is unverified, too (security decision 1). A held address
 * stays held, and is restored if the user changes back. The caller's own session shows the user's address anyway, so
 * the answer reveals that an address is taken.
 *
 * @throws AuthError COULDNT_UPDATE_YOUR_EMAIL, UNAUTHORIZED
 */
export async function changeUnverifiedEmail(
  ctx: Context<"COULDNT_UPDATE_YOUR_EMAIL">,
  session: Session,
  { newEmail, callbackURL, releases }: EmailChange,
): Promise<void> {
  const changed = await withLiveUser(ctx, session, async (ctx, user) => {
    const held = await recoveryAddress(ctx, user);
    // Verified since the session was read: the current address must confirm the change now.
    if (user.emailVerified && held === null) return ctx.fail(coreErrors.COULDNT_UPDATE_YOUR_EMAIL);
    if (releases) await markReleased(ctx, user);
    const failTaken = (): never => ctx.fail(coreErrors.COULDNT_UPDATE_YOUR_EMAIL);
    return newEmail === held ? restoreAddress(ctx, user, failTaken) : moveEmail(ctx, user, newEmail);
  });
  if (changed) sendVerification(ctx, changed, { callbackURL });
}

/**
 * Changes an address by the token of the email to the current address, for the user of that email only. The new address
 * must be verified, too. The old address is held until then, and gets an email that undoes the change. With
 * `switchAt: "verification"` the user does not change yet: the new address gets the link that changes the user.
 *
 * @throws AuthError UNAUTHORIZED, NOT_ALLOWED_WHILE_IMPERSONATING, STEP_UP_REQUIRED, INVALID_TOKEN, USER_NOT_FOUND,
 * COULDNT_UPDATE_YOUR_EMAIL
 */
export async function confirmEmailChange(
  ctx: Context<"INVALID_TOKEN" | "USER_NOT_FOUND" | "COULDNT_UPDATE_YOUR_EMAIL">,
  token: VerificationToken,
  { session: given, caller, callbackURL }: Pick<EmailChange, "callbackURL"> & Follower,
): Promise<ChangedEmail> {
  const session = await requireOwnSession(ctx, given, token);
  if (switchesLate(ctx)) return beginSwitch(ctx, token, callbackURL);
  const changed = await ctx.transactionOn(userModel, token.userId, async (ctx, user) => {
    const change = await redeemEmailChange(ctx, user, token);
    if (!change) return failToken(ctx);
    const { newEmail, releases } = change;
    const changed = await moveEmail(ctx, user, newEmail);
    const shown = publicUser(ctx, changed);
    const url = undoLink(ctx, await holdAddress(ctx, user, releases));
    ctx.send({ kind: "email-changed", to: user.email, user: shown, newEmail, url });
    return { user: shown, cookies: await rotateSession(ctx, session, caller) };
  });
  if (!changed) return failUser(ctx);
  sendVerification(ctx, changed.user, { callbackURL });
  return changed;
}

async function beginSwitch(
  ctx: Context<"INVALID_TOKEN" | "USER_NOT_FOUND" | "COULDNT_UPDATE_YOUR_EMAIL">,
  token: VerificationToken,
  callbackURL: string | undefined,
): Promise<ChangedEmail> {
  const begun = await ctx.transactionOn(userModel, token.userId, async (ctx, user) => {
    const change = await redeemEmailChange(ctx, user, token);
    if (!change) return failToken(ctx);
    const { newEmail } = change;
    if (await isTaken(ctx, user, newEmail)) return ctx.fail(coreErrors.COULDNT_UPDATE_YOUR_EMAIL);
    await runHooks(ctx, user, newEmail);
    return { user: publicUser(ctx, user), newEmail, secret: await writePendingEmail(ctx, user, change) };
  });
  if (!begun) return failUser(ctx);
  sendNewAddressLink(ctx, { ...begun, callbackURL });
  return { user: begun.user, cookies: [] };
}

/** Whether another user has an address, or a reservation of the address. */
export const isTaken = async (ctx: Context | TxContext, user: User, email: string): Promise<boolean> =>
  (await ctx.db.exists(userModel, { email })) || (await isReserved(ctx, email, user));

/**
 * The session, if its user got the link. No session of an impersonation or after a recovery.
 *
 * @throws AuthError UNAUTHORIZED, NOT_ALLOWED_WHILE_IMPERSONATING, STEP_UP_REQUIRED
 */
export async function requireOwnSession(
  ctx: Context,
  session: Session | null,
  { userId }: VerificationToken,
): Promise<Session> {
  if (session?.userId !== userId) throw commonError("UNAUTHORIZED", { message: "unauthorized" });
  if (actorOf(ctx, session) !== null) throw commonError("NOT_ALLOWED_WHILE_IMPERSONATING");
  await requireOrdinary(ctx, session);
  return session;
}

/**
 * The unique index decides a race for the address. Links to the old address become invalid: they contain the
 * fingerprint of that address or the credential version.
 */
export async function moveEmail(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  newEmail: string,
  emailVerified = false,
): Promise<User> {
  await runHooks(ctx, user, newEmail);
  await invalidateSessionCache(ctx, user.id);
  const change = { email: newEmail, emailVerified, updatedAt: ctx.now() };
  const changed = await ctx.db.update(userModel, user.id, change, {
    onConflict() {
      throw new AuthError(coreErrors.COULDNT_UPDATE_YOUR_EMAIL);
    },
  });
  if (!changed || (await isReserved(ctx, newEmail, user))) throw new AuthError(coreErrors.COULDNT_UPDATE_YOUR_EMAIL);
  ctx.emit({ type: "email.changed", user: publicUser(ctx, changed), oldEmail: user.email });
  return changed;
}

/** The link of the email to an earlier address. */
export const undoLink = ({ settings }: TxContext, token: string): string =>
  withQuery(settings, `${settings.publicPath}/undo-email-change`, { token });

async function runHooks(ctx: TxContext, user: User, newEmail: string): Promise<void> {
  for (const hook of ctx.hooks("email.change")) await hook({ user, newEmail }, ctx);
}

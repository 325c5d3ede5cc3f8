import type { Locked } from "../adapter/adapter.js";
import { isConflict } from "../adapter/conflict.js";
import type { Context, Session, TxContext } from "../contract/context.js";
import { commonError } from "../contract/errors.js";
import { type User, userModel } from "../model/models.js";
import { actorOf } from "../session/actor.js";
import { invalidateSessionCache } from "../session/cache/invalidate.js";
import { refuseEnded } from "../session/close.js";
import { rotateSession } from "../session/rotate.js";
import { mayEmail } from "./email-limit.js";
import { publicUser } from "./public.js";
import { sendVerification } from "./send-verification.js";
import { issueEmailChange, redeemEmailChange } from "./verification-link.js";
import { type VerificationToken, verificationLink } from "./verification-token.js";
import { type Follower, refuseToken, refuseUser } from "./verify-address.js";

export interface EmailChange {
  /** In its stored form. */
  readonly newEmail: string;
  readonly callbackURL: string | undefined;
}

/** The user as they are then, and the cookies of the session, which got another token. */
export interface ChangedEmail {
  readonly user: User;
  readonly cookies: readonly string[];
}

const couldNot = "COULDNT_UPDATE_YOUR_EMAIL";

/**
 * Asks a proven address whether its owner wants another one. Nothing of the user changes. An address that somebody has
 * gets the same work and the same answer, and no letter (security decision 2).
 */
export async function requestEmailChange(
  ctx: Context,
  user: User,
  { newEmail, callbackURL }: EmailChange,
): Promise<void> {
  const isTaken = await ctx.db.exists(userModel, { email: newEmail });
  const mayWrite = await mayEmail(ctx, "confirm-email-change", user.email);
  const { expiresInSeconds } = ctx.settings.emailVerification;
  const asked = await ctx.transactionOn(userModel, user.id, async (ctx, user) => {
    await runHooks(ctx, user, newEmail);
    if (!mayWrite) return null;
    return { user: publicUser(ctx, user), token: await issueEmailChange(ctx, user, { newEmail, isTaken }) };
  });
  ctx.afterAnswer("Sending the email that asks for a change of address", async () => {
    if (!asked || isTaken) return;
    const { user, token } = asked;
    const url = verificationLink(ctx, token, callbackURL);
    ctx.emit({ type: "email.change-requested", user, newEmail });
    ctx.send({ kind: "confirm-email-change", to: user.email, user, newEmail, url, token, expiresInSeconds });
  });
}

/**
 * Changes an address that was never proven, at once; the new one is not proven either (security decision 1).
 * The caller's own session shows which address the user has then, so the answer says that an address is taken.
 *
 * @throws AuthError COULDNT_UPDATE_YOUR_EMAIL, UNAUTHORIZED
 */
export async function changeUnverifiedEmail(
  ctx: Context,
  session: Session,
  { newEmail, callbackURL }: EmailChange,
): Promise<void> {
  const changed = await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
    await refuseEnded(ctx, session);
    // Verified since the session was read: the present address is to be asked now.
    if (user.emailVerified) return ctx.refuse(couldNot);
    return moveEmail(ctx, user, newEmail);
  });
  if (changed) sendVerification(ctx, changed, callbackURL);
}

/**
 * Changes an address by the token of the letter to the present one, for the very user it was sent to. The new address
 * is then to be proven, too; the old one is told.
 *
 * @throws AuthError UNAUTHORIZED, NOT_ALLOWED_WHILE_IMPERSONATING, INVALID_TOKEN, USER_NOT_FOUND, COULDNT_UPDATE_YOUR_EMAIL
 */
export async function confirmEmailChange(
  ctx: Context,
  token: VerificationToken,
  { session: given, caller, callbackURL }: Pick<EmailChange, "callbackURL"> & Follower,
): Promise<ChangedEmail> {
  const session = refuseOtherSessions(ctx, given, token);
  const changed = await ctx.transactionOn(userModel, token.userId, async (ctx, user) => {
    const newEmail = await redeemEmailChange(ctx, user, token);
    if (newEmail === null) return refuseToken(ctx);
    const changed = await moveEmail(ctx, user, newEmail);
    const shown = publicUser(ctx, changed);
    ctx.send({ kind: "email-changed", to: user.email, user: shown, newEmail });
    return { user: shown, cookies: await rotateSession(ctx, { ...session, user: shown }, caller) };
  });
  if (!changed) return refuseUser(ctx);
  sendVerification(ctx, changed.user, callbackURL);
  return changed;
}

/**
 * The session of the user that the link was sent to, without impersonation.
 *
 * @throws AuthError UNAUTHORIZED, NOT_ALLOWED_WHILE_IMPERSONATING
 */
export function refuseOtherSessions(ctx: Context, session: Session | null, { userId }: VerificationToken): Session {
  if (session?.userId !== userId) throw commonError("UNAUTHORIZED", { message: "unauthorized" });
  if (actorOf(ctx, session) !== null) throw commonError("NOT_ALLOWED_WHILE_IMPERSONATING");
  return session;
}

/** The unique index decides who has the address. Links to the old one are dead: they name it, or the stamp does. */
async function moveEmail(ctx: TxContext, user: Locked<typeof userModel>, newEmail: string): Promise<User> {
  await runHooks(ctx, user, newEmail);
  await invalidateSessionCache(ctx, user.id);
  const change = { email: newEmail, emailVerified: false, updatedAt: ctx.now() };
  const changed = await ctx.db.update(userModel, user.id, change);
  if (!changed || isConflict(changed)) return ctx.refuse(couldNot);
  ctx.emit({ type: "email.changed", user: publicUser(ctx, changed), oldEmail: user.email });
  return changed;
}

async function runHooks(ctx: TxContext, user: User, newEmail: string): Promise<void> {
  for (const hook of ctx.hooks("email.change")) await hook({ user, newEmail }, ctx);
}

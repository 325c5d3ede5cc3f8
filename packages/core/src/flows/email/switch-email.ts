import type { Locked } from "../../adapter/adapter.js";
import type { Caller, Context, Session, TxContext } from "../../contract/context.js";
import { AuthError, coreErrors } from "../../contract/errors.js";
import { type User, userModel } from "../../model/models.js";
import { endHold, keepForUndo, recoveryAddress } from "../../records/user/held-address.js";
import { endPendingEmail, type PendingEmail, pendingEmail, switchesLate } from "../../records/user/pending-email.js";
import { publicUser } from "../../records/user/public.js";
import { clearedCookie, clearedSignedCookie, markCookie, readMarkCookies } from "../../session/cookie.js";
import { withLiveUser } from "../../session/live-user.js";
import { requireOrdinary } from "../../session/ordinary.js";
import { parentOf } from "../../session/parent.js";
import { rotateSession } from "../../session/rotate.js";
import { enrolledFactors } from "../../session/step-up.js";
import { isAbout, type VerificationToken } from "../verification/verification-token.js";
import { type Follower, failToken, failUser } from "../verification/verify-address.js";
import { type ChangedEmail, isTaken, moveEmail, requireOwnSession, undoLink } from "./change-email.js";
import { restoreAddress } from "./undo-email-change.js";

/** The user after the switch, and cookies; null: the browser waits for the password. */
export interface SwitchedEmail {
  readonly user: User | null;
  readonly cookies: readonly string[];
}

/** The cookie of a browser that followed the link without a session: the secrets of the link and the user. */
const cookie = "new_email";

const markOf = ({ userId, oneTimeToken }: Pick<VerificationToken, "userId" | "oneTimeToken">): string =>
  `${oneTimeToken}.${userId}`;

/**
 * Ends a change of address by the token of the email to the new address: at once in a session of the user; else when the
 * right password is given in this browser. The mailbox alone changes no user.
 *
 * @throws AuthError UNAUTHORIZED, NOT_ALLOWED_WHILE_IMPERSONATING, STEP_UP_REQUIRED, INVALID_TOKEN, USER_NOT_FOUND,
 * COULDNT_UPDATE_YOUR_EMAIL
 */
export async function switchEmail(
  ctx: Context<"INVALID_TOKEN" | "USER_NOT_FOUND" | "COULDNT_UPDATE_YOUR_EMAIL">,
  token: VerificationToken,
  { session: given, caller }: Pick<Follower, "session" | "caller">,
): Promise<SwitchedEmail> {
  // Another person may have put a one-time token into a link: their account must not get the mailbox of this client.
  if (!given || parentOf(given) !== null) return waitForPassword(ctx, token);
  const session = await requireOwnSession(ctx, given, token);
  const switched = await ctx.transactionOn(userModel, token.userId, async (ctx, user) => {
    const pending = await pendingEmail(ctx, user, token.oneTimeToken ?? "");
    if (!pending || !isAbout(ctx, token, pending.newEmail)) return failToken(ctx);
    // A session without the factor that the user has enrolled since may have asked for the change.
    if ((pending.factors ?? 2) < (await enrolledFactors(ctx, user))) return failToken(ctx);
    const shown = await switchTo(ctx, user, pending);
    return { user: shown, cookies: await rotateSession(ctx, session, caller) };
  });
  return switched ?? failUser(ctx);
}

/** A change of address by a code that was sent to the new address. */
export interface CodedChange {
  readonly newEmail: string;
  /** The verified present address that has confirmed the change; null: the present address was not verified. */
  readonly confirmedBy: string | null;
  /** Uses up the code. False: another call was first. */
  readonly consume: (ctx: TxContext) => Promise<boolean>;
  /** Throws the error of a code without an effect. */
  readonly fail: () => never;
  readonly caller: Caller;
}

/** The verified address of a user, which confirms a change; null: the present address is not verified, or another is held. */
export const confirmingAddress = async (ctx: Context | TxContext, user: User): Promise<string | null> =>
  user.emailVerified && (await recoveryAddress(ctx, user)) === null ? user.email : null;

/**
 * Changes the address of a session's user by a code that was sent to the new address, which is verified so.
 *
 * @throws AuthError the error of `fail`, COULDNT_UPDATE_YOUR_EMAIL, UNAUTHORIZED
 */
export async function switchEmailByCode(
  ctx: Context<"COULDNT_UPDATE_YOUR_EMAIL">,
  session: Session,
  { newEmail, confirmedBy, consume, fail, caller }: CodedChange,
): Promise<ChangedEmail> {
  return withLiveUser(ctx, session, async (ctx, user) => {
    // An address that was verified or changed since must confirm the change now.
    if ((await confirmingAddress(ctx, user)) !== confirmedBy || !(await consume(ctx))) return fail();
    const shown = await (confirmedBy === null ? moveTo(ctx, user, newEmail) : switchFree(ctx, user, newEmail));
    return { user: shown, cookies: await rotateSession(ctx, session, caller) };
  });
}

const failTaken = (ctx: TxContext<"COULDNT_UPDATE_YOUR_EMAIL">): never =>
  ctx.fail(coreErrors.COULDNT_UPDATE_YOUR_EMAIL);

const switchFree = async (
  ctx: TxContext<"COULDNT_UPDATE_YOUR_EMAIL">,
  user: Locked<typeof userModel>,
  newEmail: string,
): Promise<User> =>
  (await isTaken(ctx, user, newEmail)) ? failTaken(ctx) : switchTo(ctx, user, { newEmail, releases: false });

/** From an address that was not verified. Account and mailbox belong to one client, so that no address is held. */
async function moveTo(
  ctx: TxContext<"COULDNT_UPDATE_YOUR_EMAIL">,
  user: Locked<typeof userModel>,
  newEmail: string,
): Promise<User> {
  const held = await recoveryAddress(ctx, user);
  if (newEmail === held) return publicUser(ctx, (await restoreAddress(ctx, user, () => failTaken(ctx))) ?? user);
  if (await isTaken(ctx, user, newEmail)) return failTaken(ctx);
  await endHold(ctx, user);
  const shown = publicUser(ctx, await moveEmail(ctx, user, newEmail, true));
  ctx.emit({ type: "email.verified", user: shown });
  return shown;
}

/**
 * Ends the change after a sign-in with the right password in the browser of the link. Null: the address did not
 * change. A sign-in does not fail because an address has been taken meanwhile, or by a rule of the app. A restricted
 * session changes no address.
 */
export async function switchByPassword(
  ctx: Context,
  session: Session,
  caller: Caller,
): Promise<{ readonly user: User; readonly cookies: readonly string[] } | null> {
  const secrets = switchesLate(ctx)
    ? readMarkCookies(ctx, caller, cookie).flatMap((value) => {
        const [oneTimeToken = "", of] = value.split(".");
        return of === session.userId ? [oneTimeToken] : [];
      })
    : [];
  for (const secret of secrets) {
    try {
      await requireOrdinary(ctx, session);
      const user = await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
        const pending = await pendingEmail(ctx, user, secret);
        return !pending || (await isTaken(ctx, user, pending.newEmail)) ? null : switchTo(ctx, user, pending);
      });
      // The copy of the session shows the old address.
      const copy = ctx.settings.session.cookieCache.enabled ? [clearedCookie(ctx.settings, "session_data")] : [];
      if (user) return { user, cookies: [clearedSignedCookie(ctx, cookie), ...copy] };
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
    }
  }
  return null;
}

/** Whether a link still has an effect in this browser. */
export async function isSwitchPending(
  ctx: Context,
  token: VerificationToken,
  session: Session | null,
): Promise<boolean> {
  if (session) await requireOwnSession(ctx, session, token);
  const user = await ctx.db.find(userModel, { id: token.userId });
  const pending = user && (await pendingEmail(ctx, user, token.oneTimeToken ?? ""));
  return pending !== null && isAbout(ctx, token, pending.newEmail);
}

async function waitForPassword(ctx: Context<"INVALID_TOKEN">, token: VerificationToken): Promise<SwitchedEmail> {
  if (!(await isSwitchPending(ctx, token, null))) return failToken(ctx);
  const maxAgeSeconds = ctx.settings.emailVerification.expiresInSeconds;
  return { user: null, cookies: [markCookie(ctx, { name: cookie, value: markOf(token), maxAgeSeconds })] };
}

/** The old address gets the email that undoes this, for seven days; no email if the old address is given up. */
async function switchTo(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  { newEmail, releases }: Pick<PendingEmail, "newEmail" | "releases">,
): Promise<User> {
  await endPendingEmail(ctx, user);
  const shown = publicUser(ctx, await moveEmail(ctx, user, newEmail, true));
  ctx.emit({ type: "email.verified", user: shown });
  if (releases) return shown;
  const url = undoLink(ctx, await keepForUndo(ctx, user));
  ctx.send({ kind: "email-changed", to: user.email, user: shown, newEmail, url });
  return shown;
}

import type { Locked } from "../../adapter/adapter.js";
import type { Caller, Context, Session, TxContext } from "../../contract/context.js";
import { coreErrors } from "../../contract/errors.js";
import { userModel } from "../../model/models.js";
import { resolveDuplicateSignUp } from "../../records/user/duplicate-sign-up.js";
import { endHold, recoveryAddress } from "../../records/user/held-address.js";
import { markVerified } from "../../records/user/mark-verified.js";
import { invalidateSessionCache } from "../../session/cache/invalidate.js";
import { type AskedSignIn, type OpenedSession, openSession } from "../../session/open.js";
import { claimAccount } from "../account/claim.js";
import { confirmedCookies, markUnconfirmed } from "./unconfirmed.js";
import { redeemVerification } from "./verification-link.js";
import { isAbout, isOwnSession, type VerificationToken } from "./verification-token.js";

/** The client that follows the link. */
export interface Follower {
  readonly session: Session | null;
  readonly callbackURL: string | undefined;
  readonly caller: Caller;
}

/** The client that has shown the secret of an email. */
export interface VerifiedFollower extends Follower {
  /** Whether a session outlives the browser. */
  readonly isRemembered: boolean;
}

/** The cookies of the opened session, if any, and the cookie that confirms the browser. */
export interface VerifiedAddress {
  /** The session, or what more is asked before a session is opened; null: the verification opens no session. */
  readonly opened: OpenedSession | AskedSignIn | null;
  readonly cookies: readonly string[];
}

const alone = (cookies: readonly string[]): VerifiedAddress => ({ opened: null, cookies });

/**
 * Verifies an address by the token of an email. A second request changes no data, so that a link scanner does no harm.
 *
 * @throws AuthError INVALID_TOKEN, USER_NOT_FOUND
 */
export async function verifyAddressByLink(
  ctx: Context<"INVALID_TOKEN" | "USER_NOT_FOUND" | "FAILED_TO_CREATE_SESSION">,
  token: VerificationToken,
  follower: Follower,
): Promise<VerifiedAddress> {
  const verified = await ctx.transactionOn(userModel, token.userId, async (ctx, user) => {
    const isRemembered = await redeemVerification(ctx, token);
    if (!isAbout(ctx, token, user.email)) return failToken(ctx);
    if (isRemembered !== null) return verifyAddress(ctx, user, { ...follower, isRemembered });
    return user.emailVerified ? alone([]) : failToken(ctx);
  });
  return verified ?? failUser(ctx);
}

/** Verifies the address of a locked user by a secret that was sent to the address, and that has just been used up. */
export async function verifyAddress(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  user: Locked<typeof userModel>,
  { session, callbackURL, isRemembered, caller }: VerifiedFollower,
): Promise<VerifiedAddress> {
  // A client with a session of the user is known to be the owner of the account.
  const isTheirs = isOwnSession(ctx, session, { userId: user.id });
  if (isTheirs) await endHold(ctx, user);
  const confirmed = confirmedCookies(ctx, user, caller);
  if (user.emailVerified) return alone(confirmed);

  const isHeld = !isTheirs && (await recoveryAddress(ctx, user)) !== null;
  const present = await requireReauthentication(ctx, user, isTheirs || isHeld);
  // A secret never replaces the signed-in user of a browser. While another address is held, no session is opened.
  if (!ctx.settings.emailVerification.autoSignIn || session || isHeld) return alone(confirmed);
  const verified = { ...present, emailVerified: true };
  const opened = await openSession(ctx, verified, {
    method: "verify-email",
    proof: { methods: ["mail"] },
    isRemembered,
    callbackURL,
    caller,
  });
  return { opened, cookies: [...opened.cookies, ...confirmed] };
}

/** The status and words of the spec's list for verify-email. */
export const failToken = (ctx: Pick<TxContext<"INVALID_TOKEN">, "fail">): never =>
  ctx.fail(coreErrors.INVALID_TOKEN, { status: 401, message: "invalid_token" });
export const failUser = (ctx: Pick<TxContext<"USER_NOT_FOUND">, "fail">): never =>
  ctx.fail(coreErrors.USER_NOT_FOUND, { status: 401, message: "user_not_found" });

async function requireReauthentication(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  isKnownOwner: boolean,
): Promise<Locked<typeof userModel>> {
  await invalidateSessionCache(ctx, user.id);
  const hasDuplicateSignUp = await resolveDuplicateSignUp(ctx, user);
  const isClaimed = !isKnownOwner && hasDuplicateSignUp;
  if (!isKnownOwner && !isClaimed) await markUnconfirmed(ctx, user);
  const present = isClaimed ? await claimAccount(ctx, user, { passwordHash: null, reason: "password changed" }) : user;
  await markVerified(ctx, user);
  return present;
}

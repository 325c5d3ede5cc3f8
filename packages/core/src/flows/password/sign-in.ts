import type { Locked } from "../../adapter/adapter.js";
import type { Context, TxContext } from "../../contract/context.js";
import type { Row } from "../../model/model.js";
import { accountModel, type User, userModel } from "../../model/models.js";
import { turnOf } from "../../password/turn.js";
import { rehash } from "../../password/verify.js";
import { methodsOfPassword } from "../../records/credential/channel.js";
import { findCredential, noUserId } from "../../records/credential/credential.js";
import { lacksVerifiedAddress } from "../../records/user/held-address.js";
import { prolongPending } from "../../records/user/pending-sign-up.js";
import { publicUser } from "../../records/user/public.js";
import { knownBrowserCookies } from "../../session/known-browser.js";
import { type AskedSignIn, type OpenedSession, openSession } from "../../session/open.js";
import { switchByPassword } from "../email/switch-email.js";
import { sendVerification } from "../verification/send-verification.js";
import { confirmByPassword } from "../verification/unconfirmed.js";
import { attemptPassword, emitSignInFailed, type PasswordAttempt } from "./attempt.js";
import { whileVerified } from "./recheck.js";

/** Input of `signInWithPassword`. */
export interface PasswordSignIn extends PasswordAttempt {
  readonly user: Row<typeof userModel> | null;
  readonly isRemembered: boolean;
  /** The redirect of a verification email, for an address that is not verified. */
  readonly callbackURL?: string | undefined;
}

/** The result of a successful sign-in: the session, the token, the cookies and the user. */
export interface SignedIn extends OpenedSession {
  /** The public user at the time the session was opened. */
  readonly user: User;
}

/**
 * The reason why no session was opened. "email not verified" requires the right password. The password of a pending
 * sign-up counts as right, so that the answer does not reveal whether the address had an account before.
 */
export interface RejectedSignIn {
  readonly kind: "rejected";
  readonly reason: "wrong password" | "email not verified";
}

const rejected = (reason: RejectedSignIn["reason"]): RejectedSignIn => ({ kind: "rejected", reason });

/**
 * Signs in with a password, for every kind of user name: opens a session, or answers what more is asked, or why not.
 * When the session is written, the verified hash must still be stored, so that no session survives a change of the
 * password.
 *
 * @throws AuthError TOO_MANY_REQUESTS after too many wrong passwords, or 503 if too many hashes wait.
 */
export async function signInWithPassword(
  ctx: Context<"FAILED_TO_CREATE_SESSION">,
  signIn: PasswordSignIn,
): Promise<SignedIn | AskedSignIn | RejectedSignIn> {
  const { user, password, method, isRemembered, callbackURL, caller } = signIn;
  const right = await attemptPassword(ctx, signIn);
  if (right === "pending sign-up") return rejectUnverified(ctx, signIn);
  if (!user || !right) return rejected("wrong password");
  const { verified, wrongPasswordsBefore } = right;
  const rehashed = await rehash(ctx, { stored: verified, password, turn: turnOf(caller) });

  const result = await whileVerified(
    ctx,
    { userId: user.id, password, verified, caller },
    async (ctx, user, credential) => {
      if (rehashed && credential.password === verified) {
        await ctx.db.update(accountModel, credential.id, { password: rehashed, updatedAt: ctx.now() }, user);
        ctx.emit({ type: "password.rehashed", userId: user.id });
      }
      if (await lacksVerifiedAddress(ctx, user)) return rejected("email not verified");
      const opened = await openSession(ctx, user, {
        method,
        proof: { methods: methodsOfPassword(credential) },
        isRemembered,
        wrongPasswordsBefore,
        callbackURL,
        caller,
      });
      const confirmed = await confirmByPassword(ctx, user, { credential, caller });
      if (opened.kind === "asked") return { ...opened, cookies: [...opened.cookies, ...confirmed] };
      const cookies = [...opened.cookies, ...knownBrowserCookies(ctx, caller, user.id), ...confirmed];
      return { ...opened, cookies, user: publicUser(ctx, user) };
    },
  );

  if (result === null) return rejected("wrong password");
  if (result.kind === "rejected") return rejectUnverified(ctx, signIn, user);
  await right.guess?.right();
  // While a second factor is asked, the password alone ends no change of address.
  if (result.kind === "asked") return result;
  const switched = await switchByPassword(ctx, { ...result.session, user }, caller);
  return switched ? { ...result, user: switched.user, cookies: [...result.cookies, ...switched.cookies] } : result;
}

/**
 * Rejects a right password because the address is not verified. The budget stays used up: a pending sign-up must not
 * give the owner of the address, or an attacker, more guesses. `user`: null for a pending sign-up, for which no email
 * is sent.
 */
async function rejectUnverified(
  ctx: Context,
  signIn: PasswordSignIn,
  user: User | null = null,
): Promise<RejectedSignIn> {
  const { column = "", name } = signIn;
  // As many statements as for a user with an unverified address.
  if (!user) await ctx.transactionOn(userModel, signIn.user?.id ?? noUserId, readUnverified);
  emitSignInFailed(ctx, { ...signIn, user }, "email not verified");
  if (!ctx.settings.emailVerification.sendOnSignIn) return rejected("email not verified");
  if (user) sendVerification(ctx, user, signIn);
  else ctx.later("Prolonging a pending sign-up", () => prolongPending(ctx, { column, value: name }));
  return rejected("email not verified");
}

async function readUnverified(ctx: TxContext, { id }: Locked<typeof userModel>): Promise<void> {
  await findCredential(ctx, id);
  await lacksVerifiedAddress(ctx, { id, emailVerified: false });
}

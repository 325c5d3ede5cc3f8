import type { Context, TxContext } from "../contract/context.js";
import type { Row } from "../model/model.js";
import { accountModel, type User, userModel } from "../model/models.js";
import { knownBrowserCookies } from "../session/known-browser.js";
import { type OpenedSession, openSession } from "../session/open.js";
import { prolongPending } from "../user/pending-sign-up.js";
import { publicUser } from "../user/public.js";
import { sendVerification } from "../user/send-verification.js";
import { confirmByPassword } from "../user/unconfirmed.js";
import { acceptAttempt, attemptPassword, emitSignInFailed, type PasswordAttempt } from "./attempt.js";
import { findCredential, noUserId } from "./credential.js";
import { whileVerified } from "./recheck.js";
import { turnOf } from "./turn.js";
import { rehash } from "./verify.js";

export interface PasswordSignIn extends PasswordAttempt {
  readonly user: Row<typeof userModel> | null;
  readonly isRemembered: boolean;
  /** Where the link of a verification email leads, for an address that is not verified. */
  readonly callbackURL?: string | undefined;
}

export interface SignedIn extends OpenedSession {
  /** As they were when the session was opened, to be shown. */
  readonly user: User;
}

/**
 * Why no session was opened. Only a caller with the right password hears that the address is not verified; the password
 * of a pending sign-up is one, so that the answer does not tell whether the address had an account before.
 */
export type SignInRefusal = "wrong password" | "email not verified";

/**
 * The one way to sign in with a password, whatever names the person: opens a session, or says why not.
 * The hash that was verified must still stand when the session is written, so that no session survives a change of
 * the password that it was opened with.
 *
 * @throws AuthError TOO_MANY_REQUESTS after too many wrong passwords, or 503 when too many hashes wait.
 */
export async function signInWithPassword(ctx: Context, signIn: PasswordSignIn): Promise<SignedIn | SignInRefusal> {
  const { user, password, method, isRemembered, caller } = signIn;
  const right = await attemptPassword(ctx, signIn);
  if (right === "pending sign-up") return refuseUnverified(ctx, signIn);
  if (!user || !right) return "wrong password";
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
      if (ctx.settings.emailAndPassword.requireEmailVerification && !user.emailVerified) return "email not verified";
      const opened = await openSession(ctx, user, { method, isRemembered, wrongPasswordsBefore, caller });
      const confirmed = await confirmByPassword(ctx, user, { credential, caller });
      const cookies = [...opened.cookies, ...knownBrowserCookies(ctx, caller, user.id), ...confirmed];
      return { ...opened, cookies, user: publicUser(ctx, user) };
    },
  );

  if (result === null) return "wrong password";
  if (result === "email not verified") return refuseUnverified(ctx, signIn, user);
  await acceptAttempt(ctx, signIn);
  return result;
}

/**
 * Refuses a right password because the address is not verified. The budget stays used up: a pending sign-up must not give the
 * owner of the address, or an attacker, more guesses. `user`: null for a pending sign-up, after which no email is sent.
 */
async function refuseUnverified(
  ctx: Context,
  signIn: PasswordSignIn,
  user: User | null = null,
): Promise<"email not verified"> {
  const { column = "", name, callbackURL } = signIn;
  // As many statements as for a user without a verified address.
  if (!user) await ctx.transactionOn(userModel, signIn.user?.id ?? noUserId, (ctx, { id }) => hasCredential(ctx, id));
  emitSignInFailed(ctx, { ...signIn, user }, "email not verified");
  if (!ctx.settings.emailVerification.sendOnSignIn) return "email not verified";
  if (user) sendVerification(ctx, user, callbackURL);
  else ctx.later("Prolonging a pending sign-up", () => prolongPending(ctx, { column, value: name }));
  return "email not verified";
}

const hasCredential = async (ctx: TxContext, userId: string): Promise<boolean> =>
  (await findCredential(ctx, userId)) !== null;

import type { Context } from "../contract/context.js";
import type { Row } from "../model/model.js";
import { accountModel, type User, type userModel } from "../model/models.js";
import { type OpenedSession, openSession } from "../session/open.js";
import { publicUser } from "../user/public.js";
import { sendVerification } from "../user/send-verification.js";
import { attemptPassword, emitSignInFailed, type PasswordAttempt } from "./attempt.js";
import { rehash } from "./verify.js";
import { whileVerified } from "./while-verified.js";

export interface PasswordSignIn extends PasswordAttempt {
  readonly user: Row<typeof userModel> | null;
  readonly isRemembered: boolean;
  /** Where the link leads of a letter that asks to prove the address first. */
  readonly callbackURL?: string | undefined;
}

export interface SignedIn extends OpenedSession {
  /** As they were when the session was opened, to be shown. */
  readonly user: User;
}

/** Why nobody was signed in. Only who knows the password hears that an address is not proven. */
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
  if (!user || !right) return "wrong password";
  const { verified, wrongPasswordsBefore } = right;
  const rehashed = await rehash(ctx, verified, password);

  const result = await whileVerified(ctx, { userId: user.id, password, verified }, async (ctx, user, credential) => {
    if (rehashed && credential.password === verified) {
      await ctx.db.update(accountModel, credential.id, { password: rehashed, updatedAt: ctx.now() }, user);
      ctx.emit({ type: "password.rehashed", userId: user.id });
    }
    if (ctx.settings.emailAndPassword.requireEmailVerification && !user.emailVerified) return "email not verified";
    const opened = await openSession(ctx, user, { method, isRemembered, wrongPasswordsBefore, caller });
    return { ...opened, user: publicUser(ctx, user) };
  });

  if (result === "email not verified") {
    emitSignInFailed(ctx, signIn, result);
    if (ctx.settings.emailVerification.sendOnSignIn) sendVerification(ctx, user, signIn.callbackURL);
  }
  return result ?? "wrong password";
}

import type { Caller, Context } from "../../contract/context.js";
import { commonError, coreErrors } from "../../contract/errors.js";
import type { CoreEvent, SignInMethod } from "../../contract/events.js";
import { countGuess, forgetGuesses, type Guess, type GuessLimits, type GuessVerdict } from "../../limit/guesses.js";
import type { User } from "../../model/models.js";
import { turnOf } from "../../password/turn.js";
import { matchPassword } from "../../password/verify.js";
import { findCredential, noUserId } from "../../records/credential/credential.js";
import { lacksVerifiedAddress } from "../../records/user/held-address.js";
import { pendingPasswords } from "../../records/user/pending-sign-up.js";
import { fingerprint } from "../../secret/hash.js";
import { knownBrowserId } from "../../session/known-browser.js";
import type { VerifiedPassword } from "./recheck.js";

/** A guess at a user's password, at any route. */
export interface PasswordAttempt {
  readonly method: SignInMethod;
  /** The user with the given name or address; null if there is no such user. */
  readonly user: Pick<User, "id" | "emailVerified"> | null;
  /** The given name or address, in lookup form. */
  readonly name: string;
  /** The column of the user with that name, e.g. "username". Omitted if the user is identified otherwise. */
  readonly column?: string;
  readonly password: string;
  readonly caller: Caller;
}

type AllowedGuess = GuessVerdict & { readonly isAllowed: true };

/** The result of a right guess. */
export interface RightPassword {
  /** The stored hash that the password matches. */
  readonly verified: string;
  /** Wrong guesses since the last right password, by any client, as far back as they are counted. */
  readonly wrongPasswordsBefore: number;
  /** Null: the budgets are off. */
  readonly guess: AllowedGuess | null;
}

/**
 * Checks a password within the budgets of `limit/guesses.ts`, shared by all routes; null if the password is wrong. A
 * name without an account has equal budgets and costs a hash as well. "pending sign-up": the password of a sign-up with
 * a taken address, which grants no access. After a right password, `guess.right()` resets the budget.
 *
 * @throws AuthError TOO_MANY_REQUESTS, or 503 if the hash would wait too long.
 */
export async function attemptPassword(
  ctx: Context,
  attempt: PasswordAttempt,
): Promise<RightPassword | "pending sign-up" | null> {
  const { user, password, caller } = attempt;
  const guess = guessOf(ctx, attempt);
  const limits = limitsOf(ctx);
  const verdict = limits && (await countAttempt(ctx, attempt, { guess, limits }));
  // An address without a user was looked up among the held addresses instead: as many statements.
  const credential = user || attempt.column !== "email" ? await findCredential(ctx, user?.id ?? noUserId) : null;
  const verified = credential?.password ?? null;
  const pending = await pendingOf(ctx, attempt);
  const isUnverified = await lacksAddress(ctx, user);
  const match = await matchPassword(ctx, {
    stored: verified === null ? pending : [verified, ...pending],
    password,
    turn: turnOf(caller, { isKnown: guess.browserId !== null }),
    isRejected: (match) => match === null || match !== verified || isUnverified,
  });
  if (match === null) {
    await verdict?.wrong();
    emitSignInFailed(ctx, attempt, "wrong password");
    return null;
  }
  if (match !== verified) return "pending sign-up";
  return { verified, wrongPasswordsBefore: verdict?.wrongBefore ?? 0, guess: verdict };
}

/** Whether the user lacks a verified address. As many statements for every name, with and without a user. */
async function lacksAddress(ctx: Context, user: PasswordAttempt["user"]): Promise<boolean> {
  const lacks = await lacksVerifiedAddress(ctx, { id: user?.id ?? noUserId, emailVerified: false });
  return lacks && user !== null && !user.emailVerified;
}

/** Password hashes of unverified sign-ups with the given name or address. */
async function pendingOf(ctx: Context, { column, name: value }: PasswordAttempt): Promise<readonly string[]> {
  const { requireEmailVerification } = ctx.settings.emailAndPassword;
  return requireEmailVerification && column !== undefined ? pendingPasswords(ctx, { column, value }) : [];
}

/**
 * Checks the password that a signed-in user gives again. Pass the answer to `whileVerified`.
 *
 * @throws AuthError CREDENTIAL_ACCOUNT_NOT_FOUND, INVALID_PASSWORD, TOO_MANY_REQUESTS, or 503.
 */
export async function verifyOwnPassword(
  ctx: Context<"CREDENTIAL_ACCOUNT_NOT_FOUND" | "INVALID_PASSWORD">,
  user: User,
  password: string,
  caller: Caller,
): Promise<VerifiedPassword> {
  if (!(await findCredential(ctx, user.id))) return ctx.fail(coreErrors.CREDENTIAL_ACCOUNT_NOT_FOUND);
  const attempt: PasswordAttempt = { method: "re-authentication", user, name: user.email, password, caller };
  const right = await attemptPassword(ctx, attempt);
  if (right === null || right === "pending sign-up") return ctx.fail(coreErrors.INVALID_PASSWORD);
  await right.guess?.right();
  return { userId: user.id, password, verified: right.verified, caller };
}

type Failure = Extract<CoreEvent, { readonly type: "sign-in.failed" }>["reason"];

/** Emits a failed sign-in, without the password. */
export function emitSignInFailed(ctx: Context, { method, user, caller }: PasswordAttempt, reason: Failure): void {
  const { ipAddress, userAgent } = caller;
  ctx.emit({ type: "sign-in.failed", method, userId: user?.id ?? null, reason, ipAddress, userAgent });
}

/** Counts the guess. Throws 429 if the budget is used up. */
async function countAttempt(
  ctx: Context,
  attempt: PasswordAttempt,
  { guess, limits }: { readonly guess: Guess; readonly limits: GuessLimits },
): Promise<AllowedGuess> {
  const verdict = await countGuess(ctx, guess, limits);
  if (verdict.isAllowed) return verdict;
  emitSignInFailed(ctx, attempt, "too many wrong passwords");
  throw commonError("TOO_MANY_REQUESTS", { headers: { "retry-after": String(verdict.retryAfterSeconds) } });
}

/** Resets the shared budget after a new password: guesses at the old password lock no client out. */
export async function forgetWrongPasswords(ctx: Context, { id: userId }: Pick<User, "id">): Promise<void> {
  if (limitsOf(ctx)) await forgetGuesses(ctx, { kind, userId });
}

const kind = "password";

const guessOf = (ctx: Context, { user, name, caller }: PasswordAttempt): Guess => ({
  kind,
  account: user ? { userId: user.id } : { name: fingerprint(name) },
  browserId: user && knownBrowserId(ctx, caller, user.id),
  caller,
});

/** Null: the app has switched the budgets off. */
function limitsOf({ settings: { rateLimit } }: Context): GuessLimits | null {
  const { wrongPasswords: perAccount, wrongPasswordsPerAddress: perNetwork } = rateLimit;
  if (perAccount === false) return null;
  const options = { perAccount: "rateLimit.wrongPasswords", perNetwork: "rateLimit.wrongPasswordsPerAddress" };
  return { perAccount, perNetwork, options };
}

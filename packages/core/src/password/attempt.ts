import type { Caller, Context } from "../contract/context.js";
import { commonError } from "../contract/errors.js";
import type { CoreEvent, SignInMethod } from "../contract/events.js";
import type { User } from "../model/models.js";
import { fingerprint } from "../secret/hash.js";
import { findCredential } from "./credential.js";
import { verifyPassword } from "./verify.js";
import type { VerifiedPassword } from "./while-verified.js";

/** A guess at somebody's password, at whichever route. */
export interface PasswordAttempt {
  readonly method: SignInMethod;
  /** Whoever the given name or address belongs to; null when nobody. */
  readonly user: Pick<User, "id"> | null;
  /** The name or address that was given, in the form that is looked up. */
  readonly name: string;
  readonly password: string;
  readonly caller: Caller;
}

/** What is known after a right guess. */
export interface RightPassword {
  /** The hash that the password made. */
  readonly verified: string;
  /** Wrong guesses before, as far back as they are counted. */
  readonly wrongPasswordsBefore: number;
}

/**
 * Checks a password within the budget of its owner, which all routes and addresses share; else answers null.
 * Every guess is counted before it is checked, so that many at once get no more than the budget, and a name that is
 * nobody's has a budget and costs a hash like any other. A right guess clears the count.
 *
 * @throws AuthError TOO_MANY_REQUESTS, or 503 when too many hashes wait.
 */
export async function attemptPassword(ctx: Context, attempt: PasswordAttempt): Promise<RightPassword | null> {
  const { user, password } = attempt;
  const wrongPasswordsBefore = await countGuess(ctx, attempt);
  // Nobody has this id: one query for everyone.
  const credential = await findCredential(ctx, user?.id ?? "nobody");
  const verified = credential?.password ?? null;
  const isRight = await verifyPassword(ctx, verified, password);
  if (verified === null || !isRight) {
    emitSignInFailed(ctx, attempt, "wrong password");
    return null;
  }
  if (ctx.settings.rateLimit.enabled) await ctx.limiter.reset(budgetOf(attempt));
  return { verified, wrongPasswordsBefore };
}

/**
 * What a signed-in person who gives their password again has shown, for `whileVerified`.
 *
 * @throws AuthError CREDENTIAL_ACCOUNT_NOT_FOUND, INVALID_PASSWORD, TOO_MANY_REQUESTS, or 503.
 */
export async function verifyOwnPassword(
  ctx: Context,
  user: User,
  password: string,
  caller: Caller,
): Promise<VerifiedPassword> {
  if (!(await findCredential(ctx, user.id))) return ctx.refuse("CREDENTIAL_ACCOUNT_NOT_FOUND");
  const right = await attemptPassword(ctx, { method: "re-authentication", user, name: user.email, password, caller });
  return right ? { userId: user.id, password, verified: right.verified } : ctx.refuse("INVALID_PASSWORD");
}

type Failure = Extract<CoreEvent, { readonly type: "sign-in.failed" }>["reason"];

/** Emits that a sign-in failed, never with the password. */
export function emitSignInFailed(ctx: Context, { method, user, caller }: PasswordAttempt, reason: Failure): void {
  const { ipAddress, userAgent } = caller;
  ctx.emit({ type: "sign-in.failed", method, userId: user?.id ?? null, reason, ipAddress, userAgent });
}

/** How many guesses there were before this one. Throws 429 when it is one too many. */
async function countGuess(ctx: Context, attempt: PasswordAttempt): Promise<number> {
  const { enabled, wrongPasswords } = ctx.settings.rateLimit;
  if (!enabled) return 0;
  const { isAllowed, count, retryAfterSeconds } = await ctx.limiter.consume(budgetOf(attempt), wrongPasswords);
  if (isAllowed) return count - 1;
  emitSignInFailed(ctx, attempt, "too many wrong passwords");
  throw commonError("TOO_MANY_REQUESTS", { headers: { "retry-after": String(retryAfterSeconds) } });
}

/** A new password is worth a new budget: who guessed at the old one locks nobody out. */
export async function forgetGuesses({ settings, limiter }: Context, user: Pick<User, "id">): Promise<void> {
  if (settings.rateLimit.enabled) await limiter.reset(budgetOf({ user, name: "" }));
}

const budgetOf = ({ user, name }: Pick<PasswordAttempt, "user" | "name">): string =>
  `wrong-passwords|${user ? `user:${user.id}` : `name:${fingerprint(name)}`}`;

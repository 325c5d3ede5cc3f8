import type { Session, User } from "@keyhold/core";
import { findCredential, methodsOfPassword } from "@keyhold/core/passwords";
import { type AuthMethod, type Caller, type Context, type TxContext, userModel } from "@keyhold/core/plugin";
import {
  hasNoProof,
  isLivePending,
  isRestricted,
  mayAct,
  type PendingSignIn,
  proofOf,
  readPendingSignIn,
} from "@keyhold/core/session";
import { isPlaceholder, recoveryAddress } from "@keyhold/core/users";
import { twoFactorErrors } from "../errors.js";
import { isNumberInDoubt } from "../hooks/offers.js";

/** Who gives a code: the user of a pending sign-in, or of a session. */
export type Subject =
  | { readonly userId: string; readonly pending: PendingSignIn; readonly session: null }
  | { readonly userId: string; readonly pending: null; readonly session: Session };

/**
 * The pending sign-in of the caller.
 *
 * @throws AuthError INVALID_TWO_FACTOR_COOKIE
 */
export const requirePending = async (
  ctx: Context<"INVALID_TWO_FACTOR_COOKIE">,
  caller: Caller,
): Promise<PendingSignIn> =>
  (await readPendingSignIn(ctx, caller)) ?? ctx.fail(twoFactorErrors.INVALID_TWO_FACTOR_COOKIE);

/**
 * Fails unless a pending sign-in of a locked user could still be finished: it has not ended, and password and address are
 * the same.
 *
 * @throws AuthError INVALID_TWO_FACTOR_COOKIE, and those of `mayAct`
 */
export async function requireLivePending(
  ctx: TxContext<"INVALID_TWO_FACTOR_COOKIE">,
  user: User,
  pending: PendingSignIn,
): Promise<void> {
  await mayAct(ctx, user);
  if (!(await isLivePending(ctx, user, pending))) ctx.fail(twoFactorErrors.INVALID_TWO_FACTOR_COOKIE);
}

/**
 * The pending sign-in of the caller, for a recovery. The mailbox alone recovers no account: not after a link, and not after a
 * reset of the password by email. Neither does a phone number that another person may have. A user without an address
 * would not be notified, and could not stop a recovery by an attacker.
 *
 * @throws AuthError INVALID_TWO_FACTOR_COOKIE, RECOVERY_NOT_ALLOWED
 */
export async function requireRecoverable(
  ctx: Context<"INVALID_TWO_FACTOR_COOKIE" | "RECOVERY_NOT_ALLOWED">,
  caller: Caller,
): Promise<PendingSignIn> {
  const pending = await requirePending(ctx, caller);
  const user = await ctx.db.find(userModel, { id: pending.userId });
  if (user && (await isRecoverable(ctx, user, pending.methods, caller))) return pending;
  return ctx.fail(user ? twoFactorErrors.RECOVERY_NOT_ALLOWED : twoFactorErrors.INVALID_TWO_FACTOR_COOKIE);
}

async function isRecoverable(ctx: Context, user: User, given: readonly AuthMethod[], caller: Caller): Promise<boolean> {
  if (given.includes("mail") || isPlaceholder((await recoveryAddress(ctx, user)) ?? user.email)) return false;
  return !(given.includes("sms") && (await isNumberInDoubt(ctx, user, { as: "recovery", caller })));
}

/** The user of a session. */
export const inSession = (session: Session): Subject & { readonly pending: null } => ({
  userId: session.userId,
  pending: null,
  session,
});

/**
 * What the user has proven before a first factor that a code must confirm: in a pending sign-in, and in a session that is
 * restricted until the user has enrolled a factor. Null: sent codes are enabled without a code.
 */
export async function givenBefore(ctx: Context, { pending, session }: Subject): Promise<readonly AuthMethod[] | null> {
  if (pending) return pending.methods;
  if (!(await isRestricted(ctx, session))) return null;
  if (hasNoProof(session)) return methodsElsewhere(ctx, session);
  return proofOf(ctx, session)?.methods ?? [];
}

/** What a session of another server may know: a password that was set by email proves the mailbox there, too. */
async function methodsElsewhere(ctx: Context, { userId }: Session): Promise<readonly AuthMethod[]> {
  const credential = await findCredential(ctx, userId);
  return credential ? methodsOfPassword(credential) : [];
}

/** The id to which an emailed code is bound. */
export const idOf = ({ pending, session }: Subject): string => (pending ? pending.id : session.id);

/**
 * The caller as a subject. A pending sign-in comes first: the browser is about to become its user.
 *
 * @throws AuthError INVALID_TWO_FACTOR_COOKIE
 */
export async function subjectOf(
  ctx: Context<"INVALID_TWO_FACTOR_COOKIE">,
  session: Session | null,
  caller: Caller,
): Promise<Subject> {
  const pending = await readPendingSignIn(ctx, caller);
  if (pending) return { userId: pending.userId, pending, session: null };
  if (session) return inSession(session);
  return ctx.fail(twoFactorErrors.INVALID_TWO_FACTOR_COOKIE);
}

import type { Held } from "../adapter/adapter.js";
import { isConflict } from "../adapter/conflict.js";
import type { Caller, Context, TxContext } from "../context.js";
import { commonError } from "../errors.js";
import type { SignInMethod } from "../events.js";
import type { Row } from "../model/model.js";
import { accountModel, userModel } from "../model/models.js";
import { HashQueueFull } from "../secret/password.js";
import { type OpenedSession, openSession } from "../session/open.js";

/** The account that holds a password: `accountId` is the user's own id. */
const credentialOf = (userId: string): { providerId: string; accountId: string } => ({
  providerId: "credential",
  accountId: userId,
});

/** The hash of a new password, or 503 when too many wait for theirs. Never call it inside a transaction. */
export const hashPassword = (ctx: Context, password: string): Promise<string> =>
  ctx.passwords.hash(password).catch(busy);

function busy(error: unknown): never {
  if (error instanceof HashQueueFull) throw commonError("SERVICE_UNAVAILABLE", { headers: { "retry-after": "1" } });
  throw error;
}

/** A rehash can wait for the next sign-in. */
function notNow(error: unknown): null {
  if (error instanceof HashQueueFull) return null;
  throw error;
}

export type LengthProblem = "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG";

/** Why a new password is refused, if it is: its length in code points, capped in bytes so that hashing stays cheap. */
export function passwordLengthProblem({ settings }: Context, password: string): LengthProblem | null {
  const { minPasswordLength, maxPasswordLength } = settings.emailAndPassword;
  if (password.length > 1024 || new TextEncoder().encode(password).length > 1024) return "PASSWORD_TOO_LONG";
  const length = [...password.normalize("NFKC")].length;
  if (length < minPasswordLength) return "PASSWORD_TOO_SHORT";
  return length > maxPasswordLength ? "PASSWORD_TOO_LONG" : null;
}

/** Gives a user a password. */
export async function createCredential(ctx: TxContext, user: Held<typeof userModel>, hash: string): Promise<void> {
  const now = ctx.now();
  const row = { ...credentialOf(user.id), userId: user.id, password: hash, createdAt: now, updatedAt: now };
  const account = await ctx.db.insert(accountModel, row, user);
  if (isConflict(account)) throw new Error("A new user had a password already.");
}

export interface PasswordSignIn {
  readonly method: SignInMethod;
  /** Whoever the given name or address belongs to; null when nobody. */
  readonly user: Row<typeof userModel> | null;
  readonly password: string;
  readonly isRemembered: boolean;
  readonly caller: Caller;
}

/**
 * Opens a session for the right password, else answers null.
 * An unknown user costs the same hash, and the hash that was verified must still stand when the session
 * is written, so that no session survives a change of the password that it was opened with.
 */
export async function signInWithPassword(ctx: Context, signIn: PasswordSignIn): Promise<OpenedSession | null> {
  const { user, password, method, caller } = signIn;
  const credential = user && (await ctx.db.find(accountModel, credentialOf(user.id)));
  const stored = credential?.password ?? null;
  const isRight = password.length <= 1024 && (await ctx.passwords.verify(stored, password).catch(busy));
  if (!user || !credential || stored === null || !isRight) {
    const { ipAddress, userAgent } = caller;
    ctx.emit({ type: "sign-in.failed", method, userId: user?.id ?? null, ipAddress, userAgent });
    return null;
  }
  const rehashed = ctx.passwords.isOutdated(stored) ? await ctx.passwords.hash(password).catch(notNow) : null;

  return ctx.within(userModel, user.id, async (ctx, user) => {
    const present = await ctx.db.find(accountModel, credentialOf(user.id));
    if (present?.password !== stored) return null;
    if (rehashed) {
      await ctx.db.update(accountModel, present.id, { password: rehashed, updatedAt: ctx.now() }, user);
      ctx.emit({ type: "password.rehashed", userId: user.id });
    }
    return openSession(ctx, user, signIn);
  });
}

import type { Context } from "../contract/context.js";
import { commonError } from "../contract/errors.js";
import { HashQueueFull } from "./queue.js";
import type { HashTurn } from "./turn.js";

/** In bytes, after NFKC: no stored password is longer, so a longer password is never hashed. */
export const maxPasswordBytes = 1024;

/** A password to be verified against a stored hash. */
export interface PasswordComparison {
  readonly stored: string;
  readonly password: string;
  readonly turn: HashTurn;
}

/**
 * The hash of a password. Throws 503 if the password would wait too long. Never call this function inside a
 * transaction.
 */
export const hashPassword = (
  ctx: Context,
  { password, turn, like }: { readonly password: string; readonly turn: HashTurn; readonly like?: string | null },
): Promise<string> => ctx.passwords.hash(password, turn, like).catch(busy);

/** A password to be compared with several stored hashes: see `Passwords.match`. */
export interface PasswordMatching {
  readonly stored: readonly string[];
  readonly password: string;
  readonly turn: HashTurn;
  readonly isRejected: (match: string | null) => boolean;
}

/**
 * The first of the stored hashes that a password matches, else null. Throws 503 if the password would wait too long.
 * Without a hash the call costs as much; a password that is too long costs no hash. Never call this function inside a
 * transaction.
 */
export async function matchPassword(
  ctx: Context,
  { stored, password, turn, isRejected }: PasswordMatching,
): Promise<string | null> {
  if (password.length > maxPasswordBytes) return null;
  return ctx.passwords.match(stored, password, turn, isRejected).catch(busy);
}

/**
 * Whether a password matches a stored hash. Throws 503 if the password would wait too long. Never call this function
 * inside a transaction.
 */
export const verifyPassword = async (ctx: Context, { stored, password, turn }: PasswordComparison): Promise<boolean> =>
  (await matchPassword(ctx, { stored: [stored], password, turn, isRejected: (match) => match === null })) !== null;

/** Whether a password matches a stored hash, for work after the response: false if too many hashes wait. */
export const isKnownRight = async (ctx: Context, { stored, password, turn }: PasswordComparison): Promise<boolean> =>
  (await ctx.passwords.verify(stored, password, turn).catch(notNow)) ?? false;

/** The new hash for a hash of another recipe, while the password is available. Null: rehash at the next sign-in. */
export const rehash = (ctx: Context, { stored, password, turn }: PasswordComparison): Promise<string | null> =>
  ctx.passwords.isOutdated(stored) ? ctx.passwords.hash(password, turn).catch(notNow) : Promise.resolve(null);

function busy(error: unknown): never {
  if (!(error instanceof HashQueueFull)) throw error;
  throw commonError("SERVICE_UNAVAILABLE", { headers: { "retry-after": String(error.retryAfterSeconds) } });
}

function notNow(error: unknown): null {
  if (error instanceof HashQueueFull) return null;
  throw error;
}

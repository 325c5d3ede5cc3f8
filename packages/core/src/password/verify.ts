import type { Context } from "../contract/context.js";
import { commonError } from "../contract/errors.js";
import { HashQueueFull } from "./hash.js";

/** In bytes, after NFKC: no password that we have stored is longer, so none that is longer is hashed. */
export const longestPassword = 1024;

/** The hash of a password, or 503 when too many wait for theirs. Never call it inside a transaction. */
export const hashPassword = (ctx: Context, password: string): Promise<string> =>
  ctx.passwords.hash(password).catch(busy);

/**
 * Whether a password made a stored hash, or 503 when too many wait. Without a hash it costs the same; without a chance
 * it costs nothing, whosever it is. Never call it inside a transaction.
 */
export async function verifyPassword(ctx: Context, stored: string | null, password: string): Promise<boolean> {
  if (password.length > longestPassword) return false;
  return ctx.passwords.verify(stored, password).catch(busy);
}

/** The same where no answer waits: false when too many wait for it to be known. */
export const isKnownRight = async (ctx: Context, stored: string, password: string): Promise<boolean> =>
  (await ctx.passwords.verify(stored, password).catch(notNow)) ?? false;

/** The hash that replaces one of another recipe, when its password is at hand. Null: it can wait for the next sign-in. */
export const rehash = (ctx: Context, stored: string, password: string): Promise<string | null> =>
  ctx.passwords.isOutdated(stored) ? ctx.passwords.hash(password).catch(notNow) : Promise.resolve(null);

function busy(error: unknown): never {
  if (error instanceof HashQueueFull) throw commonError("SERVICE_UNAVAILABLE", { headers: { "retry-after": "1" } });
  throw error;
}

function notNow(error: unknown): null {
  if (error instanceof HashQueueFull) return null;
  throw error;
}

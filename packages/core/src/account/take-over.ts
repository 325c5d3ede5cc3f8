import type { Held } from "../adapter/adapter.js";
import { isIn } from "../adapter/where.js";
import type { TxContext } from "../context.js";
import type { SessionEnd } from "../events.js";
import { accountModel, type userModel } from "../model/models.js";
import { endSessions } from "../session/close.js";
import { createCredential } from "./credential.js";
import { accountsOf } from "./list.js";

export interface TakeOver {
  /** The hash of the password that is the only way in afterwards; null for none, until its owner asks for one by letter. */
  readonly passwordHash: string | null;
  /** The id of the account that the proof came by, which stays. Default none. */
  readonly keep?: string;
  /** Why the sessions end. */
  readonly reason: SessionEnd;
}

/**
 * Hands an account whose address was never proven to whoever has just proven it: passwords, linked accounts and sessions
 * of the one who made it go. Otherwise anybody could sign up with somebody's address, and keep a way in (pre-hijacking).
 */
export async function takeOver(
  ctx: TxContext,
  user: Held<typeof userModel>,
  { passwordHash, keep, reason }: TakeOver,
): Promise<void> {
  const accounts = (await accountsOf(ctx, user.id)).filter(({ id }) => id !== keep);
  if (keep === undefined) await ctx.db.remove(accountModel, { userId: user.id }, user);
  else if (accounts.length > 0) await ctx.db.remove(accountModel, { id: isIn(accounts.map(({ id }) => id)) }, user);
  if (passwordHash !== null) await createCredential(ctx, user, passwordHash);
  await endSessions(ctx, user, { reason });
  for (const { providerId, accountId } of accounts) {
    if (providerId === "credential" && passwordHash !== null) continue;
    ctx.emit({ type: "account.unlinked", userId: user.id, providerId, accountId });
  }
}

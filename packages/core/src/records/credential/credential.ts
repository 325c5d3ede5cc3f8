import type { Locked } from "../../adapter/adapter.js";
import type { Finder } from "../../adapter/expiring-value.js";
import type { TxContext } from "../../contract/context.js";
import type { Row } from "../../model/model.js";
import { accountModel, type userModel } from "../../model/models.js";
import { noteWay } from "../user/way-added.js";

/** No user has this id. A lookup by this id costs as much as a lookup of a user. */
export const noUserId = "nobody";

/** The account with the password: `accountId` is the user's own id. */
export const credentialOf = (userId: string): { providerId: string; accountId: string } => ({
  providerId: "credential",
  accountId: userId,
});

/** The account with the user's password; null if the user has no password. */
export async function findCredential(
  { db }: Finder,
  userId: string,
): Promise<(Row<typeof accountModel> & { readonly password: string }) | null> {
  const account = await db.find(accountModel, credentialOf(userId));
  const password = account?.password ?? null;
  return account && password !== null ? { ...account, password } : null;
}

/**
 * Gives a password to a locked user without a password. `scope`: the result of `scopeOf`. Answers as `noteWay` does.
 */
export async function createCredential(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  hash: string,
  scope: string | null = null,
  sessionId?: string,
): Promise<boolean> {
  const now = ctx.now();
  const row = { ...credentialOf(user.id), userId: user.id, password: hash, scope, createdAt: now, updatedAt: now };
  await ctx.db.insert(accountModel, row, user, {
    onConflict() {
      throw new Error("A user without a password had one.");
    },
  });
  return noteWay(ctx, user, sessionId);
}

/** The account of a locked user if the stored hash is still the verified hash, else null. */
export async function findVerified(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  verified: string,
): Promise<Row<typeof accountModel> | null> {
  const present = await findCredential(ctx, user.id);
  return present?.password === verified ? present : null;
}

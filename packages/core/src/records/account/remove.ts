import type { Locked } from "../../adapter/adapter.js";
import { isIn } from "../../adapter/where.js";
import type { TxContext } from "../../contract/context.js";
import type { Row } from "../../model/model.js";
import { accountModel, type userModel } from "../../model/models.js";

/**
 * Removes accounts of a locked user, after the hooks have read the accounts. `replaced`: the provider of an account that
 * is created again, so that no event says that the account was unlinked.
 */
export async function removeAccounts(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  accounts: readonly Row<typeof accountModel>[],
  replaced?: string | false,
): Promise<void> {
  if (!accounts.length) return;
  for (const hook of ctx.hooks("account.unlink")) await hook(accounts, ctx);
  await ctx.db.remove(accountModel, { id: isIn(accounts.map(({ id }) => id)) }, user);
  for (const { userId, providerId, accountId } of accounts)
    if (providerId !== replaced) ctx.emit({ type: "account.unlinked", userId, providerId, accountId });
}

import {
  accountModel,
  type Conflict,
  isConflict,
  type Locked,
  type Row,
  type TxContext,
  type userModel,
} from "@keyhold/core/plugin";
import type { ProviderUser } from "../identity/provider-user.js";
import type { Owner, TokenColumns } from "./stored-tokens.js";

/** The unique key of an identity's account. */
export const accountOf = ({ provider, identity }: ProviderUser): Owner => ({
  providerId: provider.id,
  accountId: identity.subject,
});

/** Creates the account of an identity for a locked user. Answers a conflict if another caller created it first. */
export async function attachAccount(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  providerUser: ProviderUser,
  columns: TokenColumns,
): Promise<Row<typeof accountModel> | Conflict> {
  const now = ctx.now();
  const named = { ...accountOf(providerUser), userId: user.id };
  const account = await ctx.db.insert(accountModel, { ...named, ...columns, createdAt: now, updatedAt: now }, user);
  if (!isConflict(account)) ctx.emit({ type: "account.linked", ...named });
  return account;
}

/** Stores new tokens of an account. */
export async function renewAccount(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  { id }: Pick<Row<typeof accountModel>, "id">,
  columns: TokenColumns,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await ctx.db.update(accountModel, id, { ...columns, updatedAt: ctx.now() }, user);
}

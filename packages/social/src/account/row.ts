import { accountModel, type Held, isConflict, type Row, type TxContext, type userModel } from "@keyhold/core";
import type { Proof } from "../identity/proof.js";
import type { Owner, TokenColumns } from "./stored-tokens.js";

/** Ends a transaction in which somebody else was first; what they wrote is found at the next try. */
export class Raced extends Error {
  override readonly name = "Raced";
}

/** By what the account of an identity is found. */
export const accountOf = ({ provider, identity }: Proof): Owner => ({
  providerId: provider.id,
  accountId: identity.subject,
});

/** Gives a held user the account of an identity that nobody has yet. Throws `Raced`. */
export async function attachAccount(
  ctx: TxContext,
  user: Held<typeof userModel>,
  proof: Proof,
  columns: TokenColumns,
): Promise<Row<typeof accountModel>> {
  const now = ctx.now();
  const named = { ...accountOf(proof), userId: user.id };
  const account = await ctx.db.insert(accountModel, { ...named, ...columns, createdAt: now, updatedAt: now }, user);
  if (isConflict(account)) throw new Raced();
  ctx.emit({ type: "account.linked", ...named });
  return account;
}

/** Stores what a provider gave anew. */
export async function renewAccount(
  ctx: TxContext,
  user: Held<typeof userModel>,
  { id }: Pick<Row<typeof accountModel>, "id">,
  columns: TokenColumns,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await ctx.db.update(accountModel, id, { ...columns, updatedAt: ctx.now() }, user);
}

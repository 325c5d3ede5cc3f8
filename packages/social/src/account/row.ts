import { accountModel, type Locked, type Row, type TxContext, type userModel } from "@keyhold/core/plugin";
import { noteWay } from "@keyhold/core/users";
import type { StepCode } from "../flow/steps.js";
import type { ProviderUser } from "../identity/provider-user.js";
import { startOver } from "./retry.js";
import type { Owner, TokenColumns } from "./stored-tokens.js";

/** The unique key of an identity's account. */
export const accountOf = ({ provider, identity }: ProviderUser): Owner => ({
  providerId: provider.id,
  accountId: identity.subject,
});

/**
 * Creates the account of an identity for a locked user. Rolls back for another try, because another caller created it
 * first; `code`: the error code of the last try.
 */
export async function attachAccount(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  providerUser: ProviderUser,
  { columns, code, sessionId }: AttachedAccount,
): Promise<Row<typeof accountModel>> {
  return insertAccount(ctx, user, {
    owner: accountOf(providerUser),
    columns,
    sessionId,
    onConflict: () => startOver(code),
  });
}

interface Added {
  readonly columns: TokenColumns;
  /** Absent: at a sign-in. */
  readonly sessionId?: string | undefined;
}

interface AttachedAccount extends Added {
  readonly code?: StepCode;
}

interface NewAccount extends Added {
  readonly owner: Owner;
  /** Another caller has linked the identity first. */
  readonly onConflict: () => never;
}

/** Inserts the account of an identity. */
export async function insertAccount(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  { owner, columns, sessionId, onConflict }: NewAccount,
): Promise<Row<typeof accountModel>> {
  const now = ctx.now();
  const named = { ...owner, userId: user.id };
  const row = { ...named, ...columns, createdAt: now, updatedAt: now };
  const account = await ctx.db.insert(accountModel, row, user, { onConflict });
  ctx.emit({ type: "account.linked", ...named });
  await noteWay(ctx, user, sessionId);
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

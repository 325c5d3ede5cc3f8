import { accountModel, type Locked, type Row, type TxContext, type userModel } from "@keyhold/core/plugin";
import { noteWay } from "@keyhold/core/users";
import type { StepCode } from "../flow/steps.js";
import type { ProviderUser } from "../identity/provider-user.js";
import type { Social } from "../options.js";
import { startOver } from "./retry.js";
import { clientOfAccount, type Owner, type TokenColumns } from "./stored-tokens.js";

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

/** An account, and new tokens of its identity. */
export interface Renewal {
  readonly account: Row<typeof accountModel>;
  readonly columns: TokenColumns;
}

/**
 * Stores new tokens of an account. A refresh token stays with the ID token that names its client: tokens of another
 * client without a refresh token are not stored.
 */
export async function renewAccount(
  ctx: TxContext,
  social: Pick<Social, "providers">,
  user: Locked<typeof userModel>,
  { account, columns }: Renewal,
): Promise<void> {
  if (Object.keys(columns).length === 0 || (await isOfOtherClient(ctx, social, { account, columns }))) return;
  await ctx.db.update(accountModel, account.id, { ...columns, updatedAt: ctx.now() }, user);
}

/** Whether the account has a refresh token, and the new tokens are another client's without a refresh token. */
async function isOfOtherClient(
  ctx: TxContext,
  { providers }: Pick<Social, "providers">,
  { account, columns: { idToken, refreshToken } }: Renewal,
): Promise<boolean> {
  const provider = providers.get(account.providerId);
  if (!provider?.declaration.hasNativeSignIn || account.refreshToken === null) return false;
  if (refreshToken || !idToken) return false;
  const [kept, given] = [account, { ...account, idToken }].map((row) => clientOfAccount(ctx, provider, row));
  return (await kept) !== (await given);
}

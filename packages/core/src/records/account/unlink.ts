import type { Locked } from "../../adapter/adapter.js";
import type { TxContext } from "../../contract/context.js";
import { commonError, coreErrors } from "../../contract/errors.js";
import type { Row } from "../../model/model.js";
import type { accountModel, userModel } from "../../model/models.js";
import { accountsOf } from "./list.js";
import { removeAccounts } from "./remove.js";

/** Identifies an account: by the provider, by the provider's id of the user, or by the id of the row. */
export interface AccountName {
  readonly providerId?: string | undefined;
  readonly accountId?: string | undefined;
}

/**
 * Unlinks an account of a locked user, and answers with the account. The last way to sign in stays: under the lock no
 * other call can remove another one.
 */
export async function unlinkAccount(
  ctx: TxContext<"YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT" | "ACCOUNT_NOT_FOUND">,
  user: Locked<typeof userModel>,
  name: AccountName,
): Promise<Account> {
  const found = chooseAccount(await accountsOf(ctx, user.id), name);
  const others = (await waysToSignIn(ctx, user)) - Number(!found || signsIn(ctx, found));
  if (others < 1 && !ctx.settings.account.allowUnlinkingAll) {
    return ctx.fail(coreErrors.YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT);
  }
  const account = found ?? ctx.fail(coreErrors.ACCOUNT_NOT_FOUND);
  await removeAccounts(ctx, user, [account]);
  return account;
}

/** How many ways to sign in a locked user has: accounts, and those of plugins. */
export const waysToSignIn = async (ctx: TxContext, user: Locked<typeof userModel>): Promise<number> =>
  (await accountsOf(ctx, user.id)).filter((account) => signsIn(ctx, account)).length + (await waysOfPlugins(ctx, user));

/** How many ways to sign in a locked user has beside accounts, e.g. passkeys. */
export async function waysOfPlugins(ctx: TxContext, user: Locked<typeof userModel>): Promise<number> {
  let ways = 0;
  for (const hook of ctx.hooks("sign-in.ways")) ways += await hook(user, ctx);
  return ways;
}

type Account = Row<typeof accountModel>;

/** A password is a way to sign in only while the app has passwords. */
const signsIn = ({ settings }: TxContext, { providerId }: Account): boolean =>
  providerId !== "credential" || settings.emailAndPassword.enabled;

/** The account with that name among the accounts of a user. Throws 400 if several accounts match. */
export function chooseAccount(accounts: readonly Account[], { providerId, accountId }: AccountName): Account | null {
  const ofProvider = accounts.filter((account) => providerId === undefined || account.providerId === providerId);
  const byRow = ofProvider.find((account) => account.id === accountId);
  if (byRow) return byRow;
  const found = ofProvider.filter((account) => accountId === undefined || account.accountId === accountId);
  if (found.length > 1) throw commonError("VALIDATION_ERROR", { issues: [ambiguous(accountId)] });
  return found[0] ?? null;
}

const ambiguous = (accountId: string | undefined): { readonly path: string; readonly message: string } => ({
  path: accountId === undefined ? "accountId" : "providerId",
  message: "Needed: you have several such accounts",
});

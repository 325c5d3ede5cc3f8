import type { Context, TxContext } from "../../contract/context.js";
import type { ListedAccount } from "../../contract/entity-schemas.js";
import type { Row } from "../../model/model.js";
import { accountModel } from "../../model/models.js";

/** Far more than a user links. */
export const maxAccounts = 500;

/** The accounts of a user, oldest first. */
export const accountsOf = (
  { db }: Pick<Context, "db"> | Pick<TxContext, "db">,
  userId: string,
): Promise<readonly Row<typeof accountModel>[]> =>
  db.list(accountModel, { userId }, { orderBy: "createdAt", limit: maxAccounts });

/** An account in responses: never with tokens, never with the password. */
export const listedAccount = (account: Row<typeof accountModel>): ListedAccount => ({
  id: account.id,
  provider: account.providerId,
  providerId: account.providerId,
  accountId: account.accountId,
  userId: account.userId,
  // Of a password the scope says how the password was set: credential/channel.ts.
  scopes: account.providerId === "credential" ? [] : scopesIn(account.scope),
  createdAt: account.createdAt,
  updatedAt: account.updatedAt,
});

/** The scopes of an account, stored with commas between them. */
export const scopesIn = (scope: string | null): readonly string[] =>
  (scope ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

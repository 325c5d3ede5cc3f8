import type { SessionRow, User } from "@keyhold/core";
import type { Row } from "@keyhold/core/plugin";
import { expect } from "vitest";
import { type App, accountModel, sessionModel, userModel } from "./app.ts";

type Account = Row<typeof accountModel>;

export interface Rows {
  readonly users: readonly User[];
  readonly accounts: readonly Account[];
  readonly sessions: readonly SessionRow[];
}

/** Every user, account and session as stored. */
export async function allRows({ db }: App): Promise<Rows> {
  const all = { orderBy: "id", limit: 1000 } as const;
  return {
    users: await db.list(userModel, {}, all),
    accounts: await db.list(accountModel, {}, all),
    sessions: await db.list(sessionModel, {}, all),
  };
}

/** Writes these rows to the empty database of an app, with their ids. */
export async function restoreRows({ db }: App, { users, accounts, sessions }: Rows): Promise<void> {
  for (const user of users) {
    await db.insert(userModel, user);
    await db.transactionOn(userModel, user.id, async (tx, owner) => {
      for (const row of accounts.filter(({ userId }) => userId === user.id)) await tx.insert(accountModel, row, owner);
    });
  }
  for (const session of sessions) await db.insert(sessionModel, session);
}

/** Runs a call that must not change data, and checks that every row is unchanged. */
export async function unchangedRows<T>(app: App, run: () => Promise<T>): Promise<T> {
  const before = await allRows(app);
  const answer = await run();
  expect(await allRows(app)).toEqual(before);
  return answer;
}

export const noRows: Rows = { users: [], accounts: [], sessions: [] };

/** Adds a further account, as a provider's callback would write it. */
export async function addAccount(
  { db, now }: App,
  userId: string,
  account: Partial<Account> & { readonly providerId: string },
): Promise<string> {
  const id = await db.transactionOn(userModel, userId, async (tx, user) => {
    const dates = { createdAt: now(), updatedAt: now() };
    const row = await tx.insert(accountModel, { accountId: "4242", userId, ...dates, ...account }, user);
    return "id" in row ? row.id : null;
  });
  if (id === null) throw new Error(`The account at ${account.providerId} could not be added.`);
  return id;
}

/** Removes a user's password. */
export async function removePassword({ db }: App, userId: string): Promise<void> {
  await db.transactionOn(userModel, userId, (tx, user) =>
    tx.remove(accountModel, { providerId: "credential", accountId: userId }, user),
  );
}

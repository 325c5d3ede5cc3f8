import type { Locked } from "../adapter/adapter.js";
import { Conflict } from "../adapter/conflict.js";
import { accountModel, sessionModel, userModel, verificationModel } from "../model/models.js";
import type { Settings } from "./config.js";
import type { Context, TxContext } from "./context.js";
import { commonErrors, coreErrors } from "./errors.js";

/** Code that must not compile, and never runs: the type checker is the test. */

const now = new Date(0);
const draft = { name: "Ann", email: "ann@example.com", createdAt: now, updatedAt: now };
const account = { accountId: "a", providerId: "credential", userId: "u", createdAt: now, updatedAt: now };

export async function whatATransactionReturns(ctx: Context): Promise<void> {
  // @ts-expect-error a returned conflict would commit a half transaction
  await ctx.transaction(async () => new Conflict("user", "email"));
  // @ts-expect-error a returned locked row would outlive its lock
  await ctx.transactionOn(userModel, "u", async (_ctx, user) => user);
  // @ts-expect-error so would a locked row or null
  await ctx.transactionOn(userModel, "u", async (_ctx, user) => (user.name ? user : null));

  const id: string = await ctx.transaction(async (ctx) => {
    const user = await ctx.db.insert(userModel, draft, { onConflict: commonErrors.BAD_REQUEST });
    return user.id;
  });
  const name = await ctx.transactionOn(userModel, id, async (_ctx, user) => user.name);
  // @ts-expect-error there may be no such row
  name.toUpperCase();
}

export async function whatATransactionReaches(ctx: Context): Promise<void> {
  await ctx.transaction(async (ctx) => {
    // @ts-expect-error no transaction inside a transaction
    await ctx.transaction(async () => 1);
    // @ts-expect-error nor a lock
    await ctx.transactionOn(userModel, "u", async () => 1);
    return 1;
  });
  // @ts-expect-error transactions are opened by the context, so that events wait for the commit
  await ctx.db.transaction(async () => 1);
}

export async function whoWritesAccounts(ctx: Context, tx: TxContext, user: Locked<typeof userModel>): Promise<void> {
  // @ts-expect-error an account is not written outside a transaction
  await ctx.db.insert(accountModel, account);
  // @ts-expect-error nor inside a transaction without a lock on the user
  await tx.db.insert(accountModel, account);
  await tx.db.insert(accountModel, account, user, { onConflict: commonErrors.BAD_REQUEST });
  const found = await tx.db.find(userModel, { id: "u" });
  // @ts-expect-error a user that was only read is not locked
  if (found) await tx.db.update(accountModel, "a", { password: "x" }, found);
  // @ts-expect-error an account is not removed without a lock on the user
  await tx.db.remove(accountModel, { id: "a" });
}

export async function aConflictNeedsADecision(ctx: Context<"INVALID_TOKEN">, tx: TxContext): Promise<void> {
  // @ts-expect-error the email is unique
  await ctx.db.insert(userModel, draft);
  // @ts-expect-error the context may not fail with this code
  await ctx.db.insert(userModel, draft, { onConflict: coreErrors.INVALID_EMAIL });
  await ctx.db.insert(userModel, draft, { onConflict: coreErrors.INVALID_TOKEN });
  const user = await ctx.db.insert(userModel, draft, { onConflict: ({ column }) => ({ column }) });
  // @ts-expect-error the answer of the handler is a possible result
  user.email;
  // @ts-expect-error a transaction cannot go on after a conflict
  await tx.db.insert(userModel, draft, { onConflict: () => null });
  // @ts-expect-error an update of a unique column
  await ctx.db.update(userModel, "u", { email: "ann@example.com" });
  await ctx.db.update(userModel, "u", { email: "ann@example.com" }, { onConflict: coreErrors.INVALID_TOKEN });
  await ctx.db.update(userModel, "u", { name: "Ann" });
  // A verification has no unique column.
  await ctx.db.insert(verificationModel, { identifier: "i", value: "v", expiresAt: now });
}

export async function whatAVerbAnswers(ctx: Context): Promise<void> {
  const user = await ctx.db.find(userModel, { email: "ann@example.com" });
  // @ts-expect-error the row may be null
  user.id;
  const session = await ctx.db.find(sessionModel, { token: "t" });
  // @ts-expect-error the user is there only if it was requested
  session?.user;
  // @ts-expect-error a one-time token is read and consumed, never changed
  await ctx.db.update(verificationModel, "v", { value: "other" });
}

export function unknownAction(ctx: TxContext, settings: Settings): void {
  // @ts-expect-error an undeclared event
  ctx.emit({ type: "user.exploded" });
  // @ts-expect-error the event needs fields
  ctx.emit({ type: "password.rehashed" });
  // @ts-expect-error all requests share the context: it is read-only
  ctx.settings = settings;
}

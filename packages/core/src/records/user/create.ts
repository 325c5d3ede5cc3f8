import type { Locked } from "../../adapter/adapter.js";
import type { Caller, TxContext } from "../../contract/context.js";
import type { UserCreation, UserDraft, UserUpgrade } from "../../contract/plugin.js";
import { differences } from "../../model/differences.js";
import { storedRow } from "../../model/input.js";
import { userModel } from "../../model/models.js";
import { publicColumns } from "../../model/public.js";
import { isReserved } from "./held-address.js";
import { checkPending } from "./pending-sign-up.js";
import { publicUser } from "./public.js";
import { failTaken } from "./taken.js";

/** Ends the transaction because another user has the draft's value in a unique column. */
export type OnTaken = (ctx: TxContext<"USER_ALREADY_EXISTS">, column: string, draft: UserDraft) => never;

/** The options of `createUser`. */
export interface CreateUser {
  /**
   * The caller who signs up: a guest's session becomes a session of the account, see "user.upgrade". Null: the app or
   * an administrator creates the user.
   */
  readonly caller: Caller | null;
  /** The fields of sign-up. Default: none. */
  readonly fields?: UserCreation["fields"];
  /** Default: the error of the column. */
  readonly onTaken?: OnTaken;
}

/**
 * Creates a user after asking the rules. The unique indexes decide who is first; the others get the error of the column.
 * A hook at "user.upgrade" may name the present user of the browser, e.g. a guest: this user gets the columns of the
 * draft and keeps the id.
 */
export async function createUser(
  ctx: TxContext<"USER_ALREADY_EXISTS">,
  given: UserDraft,
  { caller, fields = {}, onTaken = failTaken }: CreateUser,
): Promise<Locked<typeof userModel>> {
  const stored = await prepareUser(ctx, given, { isSignUp: caller !== null, fields });
  const fail: OnConflict = ({ column }) => onTaken(ctx, column, stored);
  const upgrade = caller && (await findUpgrade(ctx, stored, caller));
  const user = upgrade
    ? await upgradeUser(ctx, { ...upgrade, draft: stored }, fail)
    : await ctx.db.insert(userModel, stored, { onConflict: fail });
  if (await isReserved(ctx, user.email, user)) onTaken(ctx, "email", stored);
  if (!upgrade) ctx.emit({ type: "user.created", user: publicUser(ctx, user) });
  return user;
}

type OnConflict = (conflict: { readonly column: string }) => never;

/**
 * The present user who becomes the account; null: a new user. Always null if the address is to be verified before a
 * session is opened: the answer to a taken address must not differ (decision 0112).
 */
async function findUpgrade(ctx: TxContext, draft: UserDraft, caller: Caller): Promise<UserUpgrade | null> {
  if (ctx.settings.emailAndPassword.requireEmailVerification && !draft.emailVerified) return null;
  for (const hook of ctx.hooks("user.upgrade")) {
    const upgrade = await hook({ draft, caller }, ctx);
    if (upgrade) return upgrade;
  }
  return null;
}

/** The time of creation stays, as the id does. */
async function upgradeUser(
  ctx: TxContext,
  { user, columns, draft }: UserUpgrade & { readonly draft: UserDraft },
  onConflict: OnConflict,
): Promise<Locked<typeof userModel>> {
  const { id: _, createdAt: __, ...given } = { ...draft, ...columns };
  const changed = differences(user, given);
  const updated = await ctx.db.update(userModel, user.id, given, { onConflict });
  if (!updated) throw new Error("A locked user was gone.");
  const shown = publicColumns(ctx.schema, userModel);
  const told = changed.filter((column) => shown.includes(column) && column !== "updatedAt");
  ctx.emit({ type: "user.updated", user: publicUser(ctx, updated), changed: told });
  return { ...user, ...updated };
}

/** Runs the hooks and answers with the draft in stored form. */
export async function prepareUser(
  ctx: TxContext<"USER_ALREADY_EXISTS">,
  given: UserDraft,
  creation: UserCreation,
): Promise<UserDraft> {
  let draft = given;
  for (const hook of ctx.hooks("user.create")) draft = await hook(draft, ctx, creation);
  const stored = storedRow(ctx, userModel, draft);
  await checkPending(ctx, stored);
  return stored;
}

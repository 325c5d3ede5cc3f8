import type { Locked } from "../../adapter/adapter.js";
import type { Caller, TxContext } from "../../contract/context.js";
import type { UserCreation, UserDraft } from "../../contract/plugin.js";
import type { UpgradingSignUp } from "../../contract/upgrading-sign-up.js";
import { storedRow } from "../../model/input.js";
import { userModel } from "../../model/models.js";
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
 * A hook at "user.upgrade" may give the draft to the present user of the browser, e.g. a guest, who keeps the id.
 */
export async function createUser(
  ctx: TxContext<"USER_ALREADY_EXISTS">,
  given: UserDraft,
  { caller, fields = {}, onTaken = failTaken }: CreateUser,
): Promise<Locked<typeof userModel>> {
  const stored = await prepareUser(ctx, given, { isSignUp: caller !== null, fields });
  const onConflict = ({ column }: { readonly column: string }): never => onTaken(ctx, column, stored);
  const upgraded = caller && (await upgrade(ctx, { draft: stored, caller, onConflict }));
  const user: Locked<typeof userModel> = upgraded ?? (await ctx.db.insert(userModel, stored, { onConflict }));
  if (await isReserved(ctx, user.email, user)) onTaken(ctx, "email", stored);
  if (!upgraded) ctx.emit({ type: "user.created", user: publicUser(ctx, user) });
  return user;
}

/**
 * The present user who has become the account; null: a new user. Always null if the address is to be verified before a
 * session is opened: the answer to a taken address must not differ (decision 0112).
 */
async function upgrade(ctx: TxContext, signUp: UpgradingSignUp): Promise<Locked<typeof userModel> | null> {
  if (ctx.settings.emailAndPassword.requireEmailVerification && !signUp.draft.emailVerified) return null;
  for (const hook of ctx.hooks("user.upgrade")) {
    const user = await hook(signUp, ctx);
    if (user) return user;
  }
  return null;
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

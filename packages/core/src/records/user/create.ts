import type { Locked } from "../../adapter/adapter.js";
import type { TxContext } from "../../contract/context.js";
import type { UserCreation, UserDraft } from "../../contract/plugin.js";
import { storedRow } from "../../model/input.js";
import { userModel } from "../../model/models.js";
import { isReserved } from "./held-address.js";
import { checkPending } from "./pending-sign-up.js";
import { publicUser } from "./public.js";
import { failTaken } from "./taken.js";

/** Ends the transaction because another user has the draft's value in a unique column. */
export type OnTaken = (ctx: TxContext<"USER_ALREADY_EXISTS">, column: string, draft: UserDraft) => never;

/** The options of `createUser`: the kind of creation, and the error for a value of another user. */
export interface CreateUser extends Partial<UserCreation> {
  /** Default: the error of the column. */
  readonly onTaken?: OnTaken;
}

/**
 * Creates a user after asking the rules. The unique indexes decide who is first; the others get the error of the column.
 * Default: the user signs up, without fields of sign-up.
 */
export async function createUser(
  ctx: TxContext<"USER_ALREADY_EXISTS">,
  given: UserDraft,
  { isSignUp = true, fields = {}, onTaken = failTaken }: CreateUser = {},
): Promise<Locked<typeof userModel>> {
  const stored = await prepareUser(ctx, given, { isSignUp, fields });
  const user = await ctx.db.insert(userModel, stored, {
    onConflict: ({ column }) => onTaken(ctx, column, stored),
  });
  if (await isReserved(ctx, user.email, user)) onTaken(ctx, "email", stored);
  ctx.emit({ type: "user.created", user: publicUser(ctx, user) });
  return user;
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

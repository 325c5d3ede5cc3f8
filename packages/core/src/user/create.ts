import type { Held } from "../adapter/adapter.js";
import { isConflict } from "../adapter/conflict.js";
import type { TxContext } from "../context.js";
import { userModel } from "../model/models.js";
import type { UserDraft } from "../plugin.js";
import { storedForm } from "./columns.js";
import { publicUser } from "./public.js";

/** Creates a user after asking the rules. The unique indexes decide who is first; the others get the error of the column. */
export async function createUser(ctx: TxContext, given: UserDraft): Promise<Held<typeof userModel>> {
  let draft = given;
  for (const rule of ctx.rules("user.create")) draft = await rule(draft, ctx);
  const user = await ctx.db.insert(userModel, storedForm(ctx, draft));
  if (!isConflict(user)) {
    ctx.emit({ type: "user.created", user: publicUser(ctx, user) });
    return user;
  }
  return ctx.refuse(ctx.takenCodes.get(user.column) ?? "USER_ALREADY_EXISTS");
}

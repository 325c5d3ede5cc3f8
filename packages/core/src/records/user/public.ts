import type { Context, TxContext } from "../../contract/context.js";
import type { UserDraft } from "../../contract/hooks.js";
import { completeRow } from "../../model/codec.js";
import { type User, userModel } from "../../model/models.js";
import { publicRow } from "../../model/public.js";
import { fullModel } from "../../model/schema.js";

/** A user in responses: without secret columns, with the columns of plugins. */
export const publicUser = ({ schema }: Pick<Context | TxContext, "schema">, user: User): User =>
  publicRow(schema, userModel, user);

/** A draft in the form of a created user, for a response that must not reveal whether the user was created. */
export function imaginedUser(ctx: Pick<Context | TxContext, "schema">, draft: UserDraft): User {
  const row = completeRow(fullModel(ctx.schema, userModel), draft);
  return publicUser(ctx, row as unknown as User);
}

import type { Context, TxContext } from "../contract/context.js";
import type { UserDraft } from "../contract/plugin.js";
import { completeRow } from "../model/codec.js";
import { type User, userModel } from "../model/models.js";
import { publicRow } from "../model/public.js";
import { fullModel } from "../model/schema.js";

/** A user as every answer shows one: the columns that are not secret, those of plugins too. */
export const publicUser = ({ schema }: Pick<Context | TxContext, "schema">, user: User): User =>
  publicRow(schema, userModel, user);

/** A draft as it would be shown if it were a user: for an answer that must not tell whether it is one. */
export function imaginedUser(ctx: Pick<Context | TxContext, "schema">, draft: UserDraft): User {
  const row = completeRow(fullModel(ctx.schema, userModel), draft);
  return publicUser(ctx, row as unknown as User);
}

import type { Context, TxContext } from "../context.js";
import { completeRow } from "../model/codec.js";
import { type User, userModel } from "../model/models.js";
import { fullModel, type Schema } from "../model/schema.js";
import type { UserDraft } from "../plugin.js";

const publicColumns = new WeakMap<Schema, readonly string[]>();

function columnsOf(schema: Schema): readonly string[] {
  const known = publicColumns.get(schema);
  if (known) return known;
  const columns = Object.entries(fullModel(schema, userModel).columns)
    .filter(([, { facts }]) => !facts.isSecret)
    .map(([name]) => name);
  publicColumns.set(schema, columns);
  return columns;
}

/** A user as every answer shows one: the columns that are not secret, those of plugins too. */
export function publicUser(ctx: Pick<Context | TxContext, "schema">, user: User): User {
  const row = user as unknown as Readonly<Record<string, unknown>>;
  const shown: Record<string, unknown> = {};
  for (const column of columnsOf(ctx.schema)) shown[column] = row[column];
  return shown as unknown as User;
}

/** A draft as it would be shown if it were a user: for an answer that must not tell whether it is one. */
export function imaginedUser(ctx: Pick<Context | TxContext, "schema">, draft: UserDraft): User {
  const row = completeRow(fullModel(ctx.schema, userModel), draft);
  return publicUser(ctx, row as unknown as User);
}

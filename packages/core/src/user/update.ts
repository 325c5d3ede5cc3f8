import type { Held } from "../adapter/adapter.js";
import { isConflict } from "../adapter/conflict.js";
import type { TxContext } from "../contract/context.js";
import { commonError } from "../contract/errors.js";
import type { UserChange } from "../contract/plugin.js";
import { differences } from "../model/differences.js";
import { storedForm } from "../model/input.js";
import { type User, userModel } from "../model/models.js";
import { publicColumns } from "../model/public.js";
import { suspendCopies } from "../session/cache/suspend.js";
import { publicUser } from "./public.js";

/**
 * Changes a held user after asking the rules, and answers as the user is then.
 * A unique index decides who has a value; the others get the error of the column.
 */
export async function updateUser(ctx: TxContext, user: Held<typeof userModel>, given: UserChange): Promise<User> {
  let change = given;
  for (const rule of ctx.rules("user.update")) change = await rule(change, ctx, user);
  const stored = storedForm(ctx, userModel, change);
  const changed = differences(user, stored);
  if (changed.length === 0) return user;

  await suspendCopies(ctx, user.id);
  const updated = await ctx.db.update(userModel, user.id, { ...stored, updatedAt: ctx.now() });
  if (!updated) throw new Error("A held user was gone.");
  if (isConflict(updated)) return refuseTaken(ctx, updated.column);
  const shown = publicColumns(ctx.schema, userModel);
  const told = changed.filter((column) => shown.includes(column));
  ctx.emit({ type: "user.updated", user: publicUser(ctx, updated), changed: told });
  return updated;
}

function refuseTaken(ctx: TxContext, column: string): never {
  const code = ctx.takenCodes.get(column);
  if (code) return ctx.refuse(code);
  throw commonError("VALIDATION_ERROR", { issues: [{ path: column, message: "Taken by somebody else" }] });
}

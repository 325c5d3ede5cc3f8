import type { Locked } from "../../adapter/adapter.js";
import type { Session, TxContext } from "../../contract/context.js";
import { commonError } from "../../contract/errors.js";
import type { UserChange } from "../../contract/hooks.js";
import { differences } from "../../model/differences.js";
import { storedForm } from "../../model/input.js";
import { type User, userModel } from "../../model/models.js";
import { publicColumns } from "../../model/public.js";
import { fullModel } from "../../model/schema.js";
import { checkPending } from "../../records/user/pending-sign-up.js";
import { publicUser } from "../../records/user/public.js";
import { failTakenColumn } from "../../records/user/taken.js";
import { actorOf } from "../../session/actor.js";
import { invalidateSessionCache } from "../../session/cache/invalidate.js";
import { endRestricted } from "../../session/restricted.js";

/**
 * Runs the hooks and changes a locked user; answers with the changed user. A unique index decides a race for a value;
 * the later callers get the error of the column. Sessions end that the change restricts: see "session.restricted".
 */
export async function updateUser(ctx: TxContext, user: Locked<typeof userModel>, given: UserChange): Promise<User> {
  const updated = await write(ctx, user, await storedChange(ctx, user, given));
  if (updated !== user) await endRestricted(ctx, { before: user, after: updated });
  return updated;
}

/**
 * `updateUser` for the user of a session. While an administrator impersonates the user, columns that identify the user
 * cannot be changed.
 *
 * @throws AuthError NOT_ALLOWED_WHILE_IMPERSONATING, or the error of a hook or of a taken value.
 */
export async function updateOwnUser(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  { session, given }: { readonly session: Session; readonly given: UserChange },
): Promise<User> {
  const stored = await storedChange(ctx, user, given);
  if (actorOf(ctx, session) !== null) {
    const { columns } = fullModel(ctx.schema, userModel);
    const isPersonal = (name: string): boolean => columns[name]?.facts.isPersonal ?? false;
    if (differences(user, stored).some(isPersonal)) throw commonError("NOT_ALLOWED_WHILE_IMPERSONATING");
  }
  return write(ctx, user, stored);
}

async function storedChange(ctx: TxContext, user: User, given: UserChange): Promise<UserChange> {
  let change = given;
  for (const hook of ctx.hooks("user.update")) change = await hook(change, ctx, user);
  return storedForm(ctx, userModel, change);
}

async function write(ctx: TxContext, user: Locked<typeof userModel>, stored: UserChange): Promise<User> {
  const changed = differences(user, stored);
  if (changed.length === 0) return user;

  await checkPending(ctx, Object.fromEntries(changed.map((column) => [column, stored[column]])));
  await invalidateSessionCache(ctx, user.id);
  const updated = await ctx.db.update(
    userModel,
    user.id,
    { ...stored, updatedAt: ctx.now() },
    {
      onConflict: ({ column }) => failTakenColumn(ctx, column),
    },
  );
  if (!updated) throw new Error("A held user was gone.");
  const shown = publicColumns(ctx.schema, userModel);
  const told = changed.filter((column) => shown.includes(column));
  ctx.emit({ type: "user.updated", user: publicUser(ctx, updated), changed: told });
  return updated;
}

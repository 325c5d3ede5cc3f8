import type { Session } from "@keyhold/core";
import { type Context, type TxContext, userModel } from "@keyhold/core/plugin";
import { requireLiveSession } from "@keyhold/core/session";
import { apiKeyErrors } from "../errors.js";
import { type KeyAction, lockOrganization, memberMay } from "../hooks/offers.js";
import { type ApiKeyRow, apiKeyModel } from "../models.js";

/**
 * The key of an id, if the user may do this with it: a key of the user, or of an organization in which the user has the
 * permission `apiKey: [action]`. Fails alike for a key that does not exist.
 *
 * @throws AuthError KEY_NOT_FOUND
 */
export async function ownKey(
  ctx: Context<"KEY_NOT_FOUND">,
  { keyId, userId }: { readonly keyId: string; readonly userId: string },
  action: KeyAction,
): Promise<ApiKeyRow> {
  const row = await ctx.db.find(apiKeyModel, { id: keyId });
  if (!row) return ctx.fail(apiKeyErrors.KEY_NOT_FOUND);
  if (row.referenceId === userId) return row;
  const mayManage =
    row.userId === null && (await memberMay(ctx, { organizationId: row.referenceId, userId }, { apiKey: [action] }));
  return mayManage ? row : ctx.fail(apiKeyErrors.KEY_NOT_FOUND);
}

/** A change of a locked key. Answers the row; null: the key does not exist any more. */
export type KeyChange<Code extends string> = (ctx: TxContext<Code>, present: ApiKeyRow) => Promise<ApiKeyRow | null>;

/** A key that `ownKey` has found, and the caller who changes it. */
interface ChangeOf {
  readonly found: ApiKeyRow;
  readonly session: Session;
  readonly action: KeyAction;
}

/**
 * Changes a key with the caller, the organization and the key locked. The session and the member are asked again: a user
 * who was signed out, removed or demoted a moment ago has no effect.
 *
 * @throws AuthError KEY_NOT_FOUND, UNAUTHORIZED
 */
export async function changeKey<Code extends string>(
  ctx: Context<Code | "KEY_NOT_FOUND">,
  { found, session, action }: ChangeOf,
  change: KeyChange<Code | "KEY_NOT_FOUND">,
): Promise<ApiKeyRow> {
  const { userId } = session;
  const { referenceId: organizationId } = found;
  const changed = await ctx.transactionOn(userModel, userId, async (ctx) => {
    await requireLiveSession(ctx, session);
    const isAllowed =
      organizationId === userId ||
      ((await lockOrganization(ctx, organizationId)) &&
        (await memberMay(ctx, { organizationId, userId }, { apiKey: [action] })));
    const present = isAllowed ? await ctx.db.lock(apiKeyModel, found.id) : null;
    return present && change(ctx, present);
  });
  return changed ?? ctx.fail(apiKeyErrors.KEY_NOT_FOUND);
}

import type { Context } from "@keyhold/core/plugin";
import { apiKeyErrors } from "../errors.js";
import { type KeyAction, memberMay } from "../hooks/offers.js";
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

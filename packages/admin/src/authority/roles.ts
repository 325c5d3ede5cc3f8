import { parseRoles, type RoleText } from "@keyhold/access";
import type { Context, TxContext } from "@keyhold/core/plugin";
import { adminErrors } from "../errors.js";
import type { AdminSettings } from "../options.js";
import { outranks, type Ranked, storedRoles } from "./authority.js";

/**
 * The stored form of the roles given in a call.
 *
 * @throws AuthError ROLE_NOT_FOUND for an empty list, and for a name missing in `roles`
 */
export const requireStoredRoles = (
  ctx: Pick<Context<"ROLE_NOT_FOUND">, "fail">,
  settings: AdminSettings,
  given: RoleText,
): string => storedRoles(settings, parseRoles(given)) ?? ctx.fail(adminErrors.ROLE_NOT_FOUND);

/**
 * Fails if the roles have permissions beyond the assigning user's, or include an administrator role and the assigning
 * user is not an administrator.
 */
export function checkExcess(
  ctx: TxContext<"YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS">,
  settings: AdminSettings,
  { giver, roles }: { readonly giver: Ranked; readonly roles: string },
): void {
  // No user has this id, so `adminUserIds` adds no role here.
  if (!outranks(settings, giver, { id: "", role: roles }))
    ctx.fail(adminErrors.YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS);
}

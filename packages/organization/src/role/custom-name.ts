import { isRoleName } from "@keyhold/access";
import { commonErrors, type TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../errors.js";
import type { OrganizationOptions } from "../options.js";

/**
 * The stored form of the name of an organization's role: trimmed, lower case, so that two names cannot differ only in
 * case.
 */
export const normaliseRoleName = (given: string): string => given.trim().toLowerCase();

/**
 * Whether a name, in any case, is reserved for the app's roles: organizations cannot create or change such a role.
 * "member" is always reserved, because rows without a role count as members.
 */
export function isFixedName({ roles, creatorRole }: OrganizationOptions, given: string): boolean {
  const name = normaliseRoleName(given);
  return [...Object.keys(roles), creatorRole, "member"].some((fixed) => normaliseRoleName(fixed) === name);
}

/**
 * Checks the name for a new or renamed role of an organization, and returns the stored form. `field`: the input field.
 *
 * @throws AuthError ROLE_IS_FIXED, VALIDATION_ERROR
 */
export function requireFreeName(
  ctx: Pick<TxContext<"ROLE_IS_FIXED">, "fail">,
  options: OrganizationOptions,
  { name: given, field }: { readonly name: string; readonly field: string },
): string {
  const name = normaliseRoleName(given);
  if (isFixedName(options, name)) return ctx.fail(organizationErrors.ROLE_IS_FIXED);
  if (isRoleName(name)) return name;
  const message = "1 to 64 letters, digits, hyphens and underscores, the first of them a letter or a digit";
  return ctx.fail(commonErrors.VALIDATION_ERROR, { issues: [{ path: field, message }] });
}

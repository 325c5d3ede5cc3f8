import { isRoleName } from "@keyhold/access";
import type { Context, TxContext } from "@keyhold/core/plugin";
import type { OrganizationOptions } from "../options.js";

/** The name of a role that an organization makes, as it is stored and looked up: trimmed, lower case, so that no two look the same. */
export const normaliseRoleName = (given: string): string => given.trim().toLowerCase();

/**
 * Whether a name is the app's, in whatever case it is written: an organization neither makes nor changes such a role. "member" is
 * what somebody without a role is, even where the app has no such role.
 */
export function isFixedName({ roles, creatorRole }: OrganizationOptions, given: string): boolean {
  const name = normaliseRoleName(given);
  return [...Object.keys(roles), creatorRole, "member"].some((fixed) => normaliseRoleName(fixed) === name);
}

/**
 * The name for a role that an organization makes or renames, as it is stored; `field` is where it came in.
 *
 * @throws AuthError ROLE_IS_FIXED, VALIDATION_ERROR
 */
export function requireFreeName(
  { refuse }: Pick<Context | TxContext, "refuse">,
  options: OrganizationOptions,
  { name: given, field }: { readonly name: string; readonly field: string },
): string {
  const name = normaliseRoleName(given);
  if (isFixedName(options, name)) return refuse("ROLE_IS_FIXED");
  if (isRoleName(name)) return name;
  const message = "1 to 64 letters, digits, hyphens and underscores, the first of them a letter or a digit";
  return refuse("VALIDATION_ERROR", { issues: [{ path: field, message }] });
}

import { includes, type Permissions, readPermissions } from "@keyhold/access";
import type { TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../errors.js";
import { isAllowed, type Membership, membershipOf } from "../member/membership.js";
import type { OrganizationRole } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { mayTouch } from "../records/role-authority.js";
import { readStored } from "../records/stored-role.js";

/** An action of a user on the roles of an organization. */
interface Attempt {
  readonly organizationId: string;
  readonly userId: string;
  readonly action: "create" | "update" | "delete";
}

/**
 * The caller's membership in a locked organization; fails if the caller may not manage roles.
 *
 * @throws AuthError YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION, YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES
 */
export async function requireManager(
  ctx: TxContext<"YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION" | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES">,
  options: OrganizationOptions,
  { organizationId, userId, action }: Attempt,
): Promise<Membership> {
  const me = await membershipOf(ctx, options, { organizationId, userId });
  if (!me) return ctx.fail(organizationErrors.YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION);
  if (!isAllowed(me, { role: [action] })) return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES);
  return me;
}

/**
 * Reads the permissions wanted for a role. Fails for a permission that the caller lacks, even if the caller is an
 * owner.
 *
 * @throws AuthError INVALID_PERMISSIONS, YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS
 */
export function requireGivable(
  ctx: TxContext<"INVALID_PERMISSIONS" | "YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS">,
  { statements }: OrganizationOptions,
  { me, wanted }: { readonly me: Membership; readonly wanted: unknown },
): Permissions {
  const permissions = readPermissions(wanted, statements);
  if (!permissions) return ctx.fail(organizationErrors.INVALID_PERMISSIONS);
  return includes(me.permissions, permissions)
    ? permissions
    : ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS);
}

/**
 * Fails if the role to change or remove has a permission that the caller lacks.
 *
 * @throws AuthError YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES
 */
export function requireOutranked(
  ctx: TxContext<"YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES">,
  options: OrganizationOptions,
  { me, role }: { readonly me: Membership; readonly role: OrganizationRole },
): void {
  const theirs = { roles: [role.role], permissions: readStored(role.permission, options.statements) };
  if (!mayTouch(options, me, theirs)) ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES);
}

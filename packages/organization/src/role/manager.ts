import { includes, type Permissions, readPermissions } from "@keyhold/access";
import type { TxContext } from "@keyhold/core/plugin";
import { isAllowed, type Membership, membershipOf } from "../member/membership.js";
import type { OrganizationRole } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { mayTouch } from "./authority.js";
import { readStored } from "./stored.js";

/** Who wants to do what to the roles of an organization. */
interface Attempt {
  readonly organizationId: string;
  readonly userId: string;
  readonly action: "create" | "update" | "delete";
}

/**
 * The member who may do this to the roles of an organization that the transaction holds.
 *
 * @throws AuthError YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION, YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES
 */
export async function requireManager(
  ctx: TxContext,
  options: OrganizationOptions,
  { organizationId, userId, action }: Attempt,
): Promise<Membership> {
  const me = await membershipOf(ctx, options, { organizationId, userId });
  if (!me) return ctx.refuse("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
  if (!isAllowed(me, { role: [action] })) return ctx.refuse("YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES");
  return me;
}

/**
 * The permissions that somebody wants a role to have, as far as they are theirs to give: no role can do more than who says
 * what it can do, the owner included.
 *
 * @throws AuthError INVALID_PERMISSIONS, YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS
 */
export function requireGivable(
  ctx: TxContext,
  { statements }: OrganizationOptions,
  { me, wanted }: { readonly me: Membership; readonly wanted: unknown },
): Permissions {
  const permissions = readPermissions(wanted, statements);
  if (!permissions) return ctx.refuse("INVALID_PERMISSIONS");
  return includes(me.permissions, permissions)
    ? permissions
    : ctx.refuse("YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS");
}

/**
 * Refuses who would change or remove a role that can do what they cannot.
 *
 * @throws AuthError YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES
 */
export function requireOutranked(
  ctx: TxContext,
  options: OrganizationOptions,
  { me, role }: { readonly me: Membership; readonly role: OrganizationRole },
): void {
  const theirs = { roles: [role.role], permissions: readStored(role.permission, options.statements) };
  if (!mayTouch(options, me, theirs)) ctx.refuse("YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES");
}

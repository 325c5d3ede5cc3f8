import type { Permissions } from "@keyhold/access";
import type { Context, TxContext } from "@keyhold/core/plugin";
import type { OrganizationOptions } from "../options.js";
import { isAllowed, membershipOf } from "./membership.js";

/** What another plugin asks about a member, by the hook "organization.allows". */
export interface PermissionQuestion {
  readonly organizationId: string;
  readonly userId: string;
  readonly permissions: Permissions;
  /**
   * The answer about a member for resources that the statements of the app do not have; or permissions that the member
   * must have then.
   */
  readonly otherwise: boolean | Permissions;
}

/** Whether a user is a member with the permissions. False if the organization does not exist. */
export async function allows(
  ctx: Context | TxContext,
  options: OrganizationOptions,
  asked: PermissionQuestion,
): Promise<boolean> {
  const member = await membershipOf(ctx, options, asked);
  if (!member) return false;
  const { permissions, otherwise } = asked;
  const all = Object.entries(permissions);
  const stated = all.filter(([resource]) => Object.hasOwn(options.statements, resource));
  // A resource without statements says nothing about the others.
  if (stated.length > 0 && !isAllowed(member, Object.fromEntries(stated))) return false;
  if (stated.length === all.length) return true;
  return typeof otherwise === "boolean" ? otherwise : isAllowed(member, otherwise);
}

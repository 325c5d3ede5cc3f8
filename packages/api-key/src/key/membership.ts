import { includes, type Permissions } from "@keyhold/access";
import type { MemberPermissions } from "../hooks/offers.js";
import { intersection } from "./permissions.js";

/**
 * The permissions without what the member lacks. A resource that no role of organizations names needs the right to change
 * the organization, as for a key of the organization.
 */
export function cutToMember(
  permissions: Permissions,
  { permissions: own, statements }: MemberPermissions,
): Permissions {
  const part = (isKnown: boolean): Permissions =>
    Object.fromEntries(
      Object.entries(permissions).filter(([resource]) => Object.hasOwn(statements, resource) === isKnown),
    );
  const others = includes(own, { organization: ["update"] }) ? part(false) : {};
  return { ...others, ...intersection(part(true), own) };
}

/** Whether the permissions are more than the member may. */
export const exceedsMember = (permissions: Permissions, member: MemberPermissions): boolean =>
  !includes(cutToMember(permissions, member), permissions);

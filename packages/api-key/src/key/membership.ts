import { includes, type Permissions } from "@keyhold/access";
import type { MemberPermissions } from "../hooks/offers.js";
import { intersection } from "./permissions.js";

/** The permissions without what roles of organizations give and the member lacks. */
export function cutToMember(
  permissions: Permissions,
  { permissions: own, statements }: MemberPermissions,
): Permissions {
  const part = (isKnown: boolean): Permissions =>
    Object.fromEntries(
      Object.entries(permissions).filter(([resource]) => Object.hasOwn(statements, resource) === isKnown),
    );
  return { ...part(false), ...intersection(part(true), own) };
}

/** Whether the permissions are more than the member may. */
export const exceedsMember = (permissions: Permissions, member: MemberPermissions): boolean =>
  !includes(cutToMember(permissions, member), permissions);

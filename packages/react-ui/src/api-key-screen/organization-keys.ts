import { can, permissionsOf, type Roles } from "@keyhold/access";
import type { ApiKeyOwner } from "../api-key/types.js";
import { defaultOrganizationRoles } from "../organization/rights.js";
import type { OrganizationView } from "../organization/types.js";

/**
 * An organization, and what a member may do with its keys. A resource that is in no role of the app is for members who
 * may update the organization: as on the server, which checks each call.
 *
 * @param given the roles of the app; null: those that the plugin has by default
 */
export function organizationKeys(
  { organization, member }: Pick<OrganizationView, "organization" | "member">,
  given: Roles | null,
): ApiKeyOwner {
  const roles: Roles = given ?? defaultOrganizationRoles;
  const may = (resource: string, action: string): boolean =>
    Object.keys(roles).some((role) => Object.hasOwn(permissionsOf(roles, role), resource))
      ? can(roles, member.role, { [resource]: [action] })
      : can(roles, member.role, { organization: ["update"] });
  return {
    organizationId: organization.id,
    name: organization.name,
    can: (action) => may("apiKey", action),
    canGive: may,
  };
}

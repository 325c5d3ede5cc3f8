import { can, permissionsOf, type Roles } from "@keyhold/access";
import { Fragment, type ReactElement, type ReactNode } from "react";
import { useUI } from "../context.js";
import { InOrganization } from "../organization/InOrganization.js";
import { defaultOrganizationRoles } from "../organization/rights.js";
import type { OrganizationView } from "../organization/types.js";
import type { ApiKeyOwner, ApiKeyOwnerKind } from "./types.js";

/** The user, who may do everything with their own keys. */
export const userKeys: ApiKeyOwner = { organizationId: undefined, name: null, can: () => true, canGive: () => true };

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

/** The properties of `ForKeyOwner`. */
export interface ForKeyOwnerProps {
  readonly owner: ApiKeyOwnerKind;
  readonly children: (owner: ApiKeyOwner) => ReactNode;
}

/** Content for an owner, mounted anew for another organization; or why no organization is active. */
export function ForKeyOwner({ owner, children }: ForKeyOwnerProps): ReactElement {
  const { organizationRoles } = useUI();
  if (owner === "user") return <Fragment>{children(userKeys)}</Fragment>;
  return <InOrganization>{(view) => children(organizationKeys(view, organizationRoles))}</InOrganization>;
}

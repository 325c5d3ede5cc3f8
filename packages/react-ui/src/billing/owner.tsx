import { can, permissionsOf, type Roles } from "@keyhold/access";
import { Fragment, type ReactElement, type ReactNode } from "react";
import { useUI } from "../context.js";
import { InOrganization } from "../organization/InOrganization.js";
import { defaultOrganizationRoles } from "../organization/rights.js";
import type { OrganizationView } from "../organization/types.js";
import type { BillingAction, BillingOwner, BillingOwnerKind } from "./types.js";

/** The user, who may do everything with their own plan. */
export const userOwner: BillingOwner = { organizationId: undefined, name: null, can: () => true };

/**
 * An organization, and what a member may do. Without permissions of billing in the roles of the app, every member reads,
 * and a member who may update the organization spends: as on the server, which checks each call.
 *
 * @param given the roles of the app; null: those that the plugin has by default
 */
export function organizationOwner({ organization, member }: OrganizationView, given: Roles | null): BillingOwner {
  const roles: Roles = given ?? defaultOrganizationRoles;
  const hasPermissions = Object.keys(roles).some((role) => "billing" in permissionsOf(roles, role));
  const mayUpdate = can(roles, member.role, { organization: ["update"] });
  return {
    organizationId: organization.id,
    name: organization.name,
    can: (action: BillingAction) =>
      hasPermissions ? can(roles, member.role, { billing: [action] }) : action === "read" || mayUpdate,
  };
}

/** The properties of `ForOwner`. */
export interface ForOwnerProps {
  readonly owner: BillingOwnerKind;
  readonly children: (owner: BillingOwner) => ReactNode;
}

/** Content for an owner, mounted anew for another organization; or why no organization is active. */
export function ForOwner({ owner, children }: ForOwnerProps): ReactElement {
  const { organizationRoles } = useUI();
  if (owner === "user") return <Fragment>{children(userOwner)}</Fragment>;
  return <InOrganization>{(view) => children(organizationOwner(view, organizationRoles))}</InOrganization>;
}

import { type ClientPlugin, clientPlugin, type RouteTable } from "@keyhold/client";
import type { OrganizationErrorCode } from "./errors.js";
import type { OrganizationSession } from "./models.js";
import type { OrganizationEndpoints } from "./plugin.js";

export { type TeamsClient, teamsClient } from "./teams/client.js";

/** What is read again when it has changed. */
export interface OrganizationStores {
  /** The active organization with its first members; null when none is active. */
  readonly activeOrganization: OrganizationEndpoints["organization"]["getFullOrganization"];
  readonly listOrganizations: OrganizationEndpoints["organization"]["list"];
}

/** Has a name of its own, so that the types that apps infer from a client stay short. */
export interface OrganizationClient
  extends ClientPlugin<
    OrganizationEndpoints,
    unknown,
    unknown,
    OrganizationErrorCode,
    OrganizationStores,
    OrganizationSession
  > {}

const routes: RouteTable<OrganizationEndpoints> = {
  organization: {
    create: "POST /organization/create",
    update: "POST /organization/update",
    delete: "POST /organization/delete",
    getOrganization: "GET /organization/get-organization",
    checkSlug: "POST /organization/check-slug",
    list: "GET /organization/list",
    getFullOrganization: "GET /organization/get-full-organization",
    setActive: "POST /organization/set-active",
    listMembers: "GET /organization/list-members",
    getActiveMember: "GET /organization/get-active-member",
    getActiveMemberRole: "GET /organization/get-active-member-role",
    hasPermission: "POST /organization/has-permission",
    updateMemberRole: "POST /organization/update-member-role",
    removeMember: "POST /organization/remove-member",
    leave: "POST /organization/leave",
    transferOwnership: "POST /organization/transfer-ownership",
    inviteMember: "POST /organization/invite-member",
    acceptInvitation: "POST /organization/accept-invitation",
    rejectInvitation: "POST /organization/reject-invitation",
    cancelInvitation: "POST /organization/cancel-invitation",
    getInvitation: "GET /organization/get-invitation",
    previewInvitation: "GET /organization/preview-invitation",
    listInvitations: "GET /organization/list-invitations",
    listUserInvitations: "GET /organization/list-user-invitations",
    createRole: "POST /organization/create-role",
    updateRole: "POST /organization/update-role",
    deleteRole: "POST /organization/delete-role",
    listRoles: "GET /organization/list-roles",
    getRole: "GET /organization/get-role",
  },
};

/**
 * The browser half of `organization()`: its calls, and the stores `activeOrganization`, `listOrganizations`, `activeMember`,
 * in React `useActiveOrganization()` and so on.
 *
 * @example createAuthClient({ plugins: [organizationClient()] })
 */
export function organizationClient(): OrganizationClient {
  return clientPlugin<
    OrganizationEndpoints,
    unknown,
    unknown,
    OrganizationErrorCode,
    OrganizationStores,
    OrganizationSession
  >()({
    id: "organization",
    routes,
    stores: {
      activeOrganization: "GET /organization/get-full-organization",
      listOrganizations: "GET /organization/list",
    },
    refreshes: {
      session: [
        "organization.setActive",
        "organization.create",
        "organization.delete",
        "organization.leave",
        "organization.removeMember",
        "organization.acceptInvitation",
      ],
      activeOrganization: [
        "organization.update",
        "organization.updateMemberRole",
        "organization.transferOwnership",
        "organization.inviteMember",
        "organization.cancelInvitation",
      ],
      listOrganizations: ["organization.update"],
    },
  });
}

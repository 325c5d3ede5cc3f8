// Written by `npm run fix` from the declarations in `routes`: change those instead.
import type { CallTable } from "@keyhold/client/plugin";
import type { OrganizationEndpoints } from "./endpoints.js";

/** The method of each call; its path is its name. */
export const clientRoutes: CallTable<OrganizationEndpoints> = {
  organization: {
    acceptInvitation: "POST",
    cancelInvitation: "POST",
    checkSlug: "POST",
    create: "POST",
    createRole: "POST",
    delete: "POST",
    deleteRole: "POST",
    hasPermission: "POST",
    inviteMember: "POST",
    leave: "POST",
    rejectInvitation: "POST",
    removeMember: "POST",
    setActive: "POST",
    transferOwnership: "POST",
    update: "POST",
    updateMemberRole: "POST",
    updateRole: "POST",
    getActiveMember: "GET",
    getActiveMemberRole: "GET",
    getFullOrganization: "GET",
    getInvitation: "GET",
    getOrganization: "GET",
    getRole: "GET",
    list: "GET",
    listInvitations: "GET",
    listMembers: "GET",
    listRoles: "GET",
    listUserInvitations: "GET",
    previewInvitation: "GET",
  },
};

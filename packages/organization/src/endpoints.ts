// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { acceptInvitation } from "./routes/accept-invitation.js";
import { addMember } from "./routes/add-member.js";
import { cancelInvitation } from "./routes/cancel-invitation.js";
import { checkSlug } from "./routes/check-slug.js";
import { create } from "./routes/create.js";
import { createForUser } from "./routes/create-for-user.js";
import { createRole } from "./routes/create-role.js";
import { deleteOrganization } from "./routes/delete.js";
import { deleteRole } from "./routes/delete-role.js";
import { getActiveMember } from "./routes/get-active-member.js";
import { getActiveMemberRole } from "./routes/get-active-member-role.js";
import { getFullOrganization } from "./routes/get-full-organization.js";
import { getInvitation } from "./routes/get-invitation.js";
import { getOrganization } from "./routes/get-organization.js";
import { getRole } from "./routes/get-role.js";
import { hasPermission } from "./routes/has-permission.js";
import { inviteMember } from "./routes/invite-member.js";
import { leave } from "./routes/leave.js";
import { list } from "./routes/list.js";
import { listInvitations } from "./routes/list-invitations.js";
import { listMembers } from "./routes/list-members.js";
import { listRoles } from "./routes/list-roles.js";
import { listUserInvitations } from "./routes/list-user-invitations.js";
import { previewInvitation } from "./routes/preview-invitation.js";
import { rejectInvitation } from "./routes/reject-invitation.js";
import { removeMember } from "./routes/remove-member.js";
import { setActive } from "./routes/set-active.js";
import { transferOwnership } from "./routes/transfer-ownership.js";
import { update } from "./routes/update.js";
import { updateMemberRole } from "./routes/update-member-role.js";
import { updateRole } from "./routes/update-role.js";

/** The calls, each under the name that its URL gives. */
export interface OrganizationEndpoints {
  readonly organization: {
    /**
     * Accepts an invitation to the caller's email address, by its id or by the token from its email, and makes its
     * organization the active one.
     */
    readonly acceptInvitation: typeof acceptInvitation;
    /** Cancels an invitation in any status. A user who accepted it stays a member. */
    readonly cancelInvitation: typeof cancelInvitation;
    /** Checks whether a slug is free now. Fails if it is taken. It reserves no slug. */
    readonly checkSlug: typeof checkSlug;
    /**
     * Creates an organization with the caller as its owner, and makes it the active one. An administrator may set
     * another owner.
     */
    readonly create: typeof create;
    /** Creates a role of an organization. Its permissions must not exceed the caller's. */
    readonly createRole: typeof createRole;
    /** Deletes an organization with its members, invitations, teams and roles. Returns the deleted organization. */
    readonly delete: typeof deleteOrganization;
    /** Deletes a role created by an organization. Fails if a member or a pending invitation has it. */
    readonly deleteRole: typeof deleteRole;
    /** Returns the caller's membership in an organization, by default the active one. */
    readonly getActiveMember: typeof getActiveMember;
    /** Returns the caller's role in an organization, by default the active one; several are joined by commas. */
    readonly getActiveMemberRole: typeof getActiveMemberRole;
    /**
     * Returns an organization of the caller with a page of its members, its newest invitations and its teams. Default:
     * the active one; null if no organization is active.
     */
    readonly getFullOrganization: typeof getFullOrganization;
    /**
     * Returns an open invitation to the caller's email address, with its organization's name and its inviter's email
     * address.
     */
    readonly getInvitation: typeof getInvitation;
    /**
     * Returns an organization of the caller, without its members. Default: the active one; null if no organization is
     * active.
     */
    readonly getOrganization: typeof getOrganization;
    /** Returns a role of an organization with its permissions. */
    readonly getRole: typeof getRole;
    /**
     * Checks whether the caller has all of the given permissions in an organization, by their current roles. False if
     * no permission is given.
     */
    readonly hasPermission: typeof hasPermission;
    /** Invites an email address to an organization by email; `resend` renews its pending invitation. */
    readonly inviteMember: typeof inviteMember;
    /** Ends the caller's membership. Sessions of the caller lose the organization as their active one. */
    readonly leave: typeof leave;
    /** Lists the caller's organizations in the order of joining. */
    readonly list: typeof list;
    /**
     * Lists the invitations of an organization of the caller by pages: `cursor` is the id of the last invitation on the
     * previous page.
     */
    readonly listInvitations: typeof listInvitations;
    /**
     * Lists a page of the members of an organization of the caller, with their total. `role` filters by roles, alone or
     * beside others.
     */
    readonly listMembers: typeof listMembers;
    /** Lists the roles of an organization: the app's, then those created by the organization, by name. */
    readonly listRoles: typeof listRoles;
    /**
     * Lists the open invitations to the caller's email address by pages: `cursor` is the id of the last invitation on
     * the previous page.
     */
    readonly listUserInvitations: typeof listUserInvitations;
    /**
     * Returns a preview of an invitation by the token from its email, for users without a session. It does not reveal
     * whether the address has an account.
     */
    readonly previewInvitation: typeof previewInvitation;
    /** Rejects an invitation to the caller's email address, by its id or by the token from its email. */
    readonly rejectInvitation: typeof rejectInvitation;
    /** Removes a member, by member id or email address. Callers may remove themselves. */
    readonly removeMember: typeof removeMember;
    /**
     * Makes an organization of the caller the active one of this session, and returns it. Null clears the active
     * organization.
     */
    readonly setActive: typeof setActive;
    /**
     * Makes another member an owner in place of the caller. The caller keeps their other roles, or becomes an admin.
     */
    readonly transferOwnership: typeof transferOwnership;
    /**
     * Changes the name, slug, logo, metadata and plugin columns of an organization. Null clears the logo and metadata;
     * an omitted field keeps its value.
     */
    readonly update: typeof update;
    /**
     * Changes the roles of a member. Callers can only assign and revoke permissions of their own; only an owner can
     * assign or revoke the creator's role.
     */
    readonly updateMemberRole: typeof updateMemberRole;
    /** Changes the name or permissions of a role created by an organization, for all its members. */
    readonly updateRole: typeof updateRole;
  };
}

/** The calls for the app's own server code: no client has them. */
export interface OrganizationServerEndpoints {
  readonly organization: {
    /** Adds a user as a member without an invitation, on behalf of the app. Checks no permission. */
    readonly addMember: typeof addMember;
    /**
     * Creates an organization with a user as its owner. Ignores `allowUserToCreateOrganization`, and changes no
     * session.
     */
    readonly createForUser: typeof createForUser;
  };
}

export const endpoints: OrganizationEndpoints & OrganizationServerEndpoints = {
  organization: {
    acceptInvitation,
    addMember,
    cancelInvitation,
    checkSlug,
    create,
    createForUser,
    createRole,
    delete: deleteOrganization,
    deleteRole,
    getActiveMember,
    getActiveMemberRole,
    getFullOrganization,
    getInvitation,
    getOrganization,
    getRole,
    hasPermission,
    inviteMember,
    leave,
    list,
    listInvitations,
    listMembers,
    listRoles,
    listUserInvitations,
    previewInvitation,
    rejectInvitation,
    removeMember,
    setActive,
    transferOwnership,
    update,
    updateMemberRole,
    updateRole,
  },
};

import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { optionErrors } from "./config-errors.js";
import type { OrganizationEmail } from "./emails.js";
import { type OrganizationErrorCode, organizationErrors } from "./errors.js";
import type { OrganizationEvent } from "./events.js";
import type { OrganizationHooks } from "./hooks.js";
import { prepareUserDeletion } from "./member/user-deletion.js";
import {
  invitationModel,
  memberModel,
  type OrganizationModels,
  type OrganizationSession,
  organizationModel,
  organizationRoleModel,
  sessionColumns,
} from "./models.js";
import { completeOptions, type OrganizationOptions } from "./options.js";
import { firstJoined, keepActive } from "./organization/active.js";
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

/** The calls that this plugin adds. */
export interface OrganizationEndpoints {
  readonly organization: {
    /**
     * Creates an organization with the caller as its owner, and makes it the active one; an administrator may name
     * another owner.
     */
    readonly create: typeof create;
    /**
     * Changes name, slug, logo, metadata and the columns that plugins add; null clears a logo and metadata. What is not
     * given stays.
     */
    readonly update: typeof update;
    /** Deletes an organization with its members, invitations, teams and roles, and answers with what it was. */
    readonly delete: typeof deleteOrganization;
    /** An organization of the caller without its members; null when none is named and none is active. */
    readonly getOrganization: typeof getOrganization;
    /** Whether a slug is free at this moment; who creates first has it. */
    readonly checkSlug: typeof checkSlug;
    /** The organizations that the caller is a member of, in the order in which they joined. */
    readonly list: typeof list;
    /**
     * An organization of the caller with a page of its members, its newest invitations and its teams; null when none is
     * named and none is active.
     */
    readonly getFullOrganization: typeof getFullOrganization;
    /** Makes an organization of the caller the active one of this session, and answers with it; null: none. */
    readonly setActive: typeof setActive;
    /**
     * A page of the members of an organization of the caller, and how many there are; `role`: only those who have one
     * of these roles, alone or beside others.
     */
    readonly listMembers: typeof listMembers;
    /** The caller as a member of the active organization. */
    readonly getActiveMember: typeof getActiveMember;
    /** The caller's role in the active organization, or several joined by commas. */
    readonly getActiveMemberRole: typeof getActiveMemberRole;
    /**
     * Whether the caller may do all of something in an organization, by the roles that they have there now; to ask for
     * nothing is never answered with yes.
     */
    readonly hasPermission: typeof hasPermission;
    /**
     * Gives a member another role, or several. A caller gives and takes only permissions of their own, and only an
     * owner gives or takes the creator's role.
     */
    readonly updateMemberRole: typeof updateMemberRole;
    /** Ends the membership of a user, named by the member's id or by the email address; of the caller, too. */
    readonly removeMember: typeof removeMember;
    /** Ends the caller's own membership: wherever the organization was their active one, none is. */
    readonly leave: typeof leave;
    /** Makes another member an owner in the caller's place, who keeps their other roles, or becomes an admin. */
    readonly transferOwnership: typeof transferOwnership;
    /** Invites an address to an organization by a letter; `resend` renews the invitation that waits for it. */
    readonly inviteMember: typeof inviteMember;
    /**
     * Takes an invitation to the caller's address, by its id or by the token of its letter, and makes its organization
     * the active one.
     */
    readonly acceptInvitation: typeof acceptInvitation;
    /** Turns down an invitation to the caller's address, by its id or by the token of its letter. */
    readonly rejectInvitation: typeof rejectInvitation;
    /** Cancels an invitation, whatever became of it: who has accepted it stays a member. */
    readonly cancelInvitation: typeof cancelInvitation;
    /** An open invitation to the caller's address, with its organization's name and its sender's address. */
    readonly getInvitation: typeof getInvitation;
    /**
     * What the link of an email invites to, for a visitor who may have no account yet; it does not tell whether they
     * have one.
     */
    readonly previewInvitation: typeof previewInvitation;
    /** The invitations of an organization of the caller, by pages: `cursor` is the id of the last one of the page before. */
    readonly listInvitations: typeof listInvitations;
    /** The open invitations to the caller's address, by pages: `cursor` is the id of the last one of the page before. */
    readonly listUserInvitations: typeof listUserInvitations;
    /** Makes a role of an organization, which can do no more than the caller. */
    readonly createRole: typeof createRole;
    /** Changes what a role that an organization made is called or may do; all who have it follow. */
    readonly updateRole: typeof updateRole;
    /** Removes a role that an organization made, unless a member or an invitation that waits has it. */
    readonly deleteRole: typeof deleteRole;
    /** The roles that members of an organization can have: the app's, and those that the organization made, by name. */
    readonly listRoles: typeof listRoles;
    /** A role that members of an organization can have, with what it may do. */
    readonly getRole: typeof getRole;
  };
}

/** The calls of the server only. */
export interface OrganizationServerEndpoints {
  readonly organization: {
    /** Creates an organization with a user as its owner, whether the app lets users create some or not. No session changes. */
    readonly createForUser: typeof createForUser;
    /** Makes a user a member in the name of the app, without an invitation; no permission is needed. */
    readonly addMember: typeof addMember;
  };
}

const endpoints: OrganizationEndpoints & OrganizationServerEndpoints = {
  organization: {
    create,
    createForUser,
    update,
    delete: deleteOrganization,
    getOrganization,
    checkSlug,
    list,
    getFullOrganization,
    setActive,
    listMembers,
    getActiveMember,
    getActiveMemberRole,
    hasPermission,
    updateMemberRole,
    removeMember,
    leave,
    transferOwnership,
    inviteMember,
    acceptInvitation,
    rejectInvitation,
    cancelInvitation,
    getInvitation,
    previewInvitation,
    listInvitations,
    listUserInvitations,
    addMember,
    createRole,
    updateRole,
    deleteRole,
    listRoles,
    getRole,
  },
};

/** What is read again when it has changed. */
export interface OrganizationStores {
  /** The active organization with its first members, newest invitations and teams; null when none is active. */
  readonly activeOrganization: OrganizationEndpoints["organization"]["getFullOrganization"];
  /** All that the person is a member of. */
  readonly listOrganizations: OrganizationEndpoints["organization"]["list"];
  /** The person as a member of the active organization; null when none is active. */
  readonly activeMember: OrganizationEndpoints["organization"]["getActiveMember"];
}

/** The same as hooks of React. */
export interface OrganizationReactHooks {
  /** The active organization with its first members, newest invitations and teams; null when none is active. */
  readonly useActiveOrganization: OrganizationStores["activeOrganization"];
  /** All that the person is a member of. */
  readonly useListOrganizations: OrganizationStores["listOrganizations"];
  /** The person as a member of the active organization; null when none is active. */
  readonly useActiveMember: OrganizationStores["activeMember"];
}

/** The types of both halves. */
export interface OrganizationTypes extends PluginTypes {
  readonly endpoints: OrganizationEndpoints;
  readonly serverEndpoints: OrganizationServerEndpoints;
  readonly session: OrganizationSession;
  readonly models: OrganizationModels;
  readonly errorCode: OrganizationErrorCode;
  readonly event: OrganizationEvent;
  readonly email: OrganizationEmail;
  readonly hooks: OrganizationHooks;
  readonly stores: OrganizationStores;
  readonly reactHooks: OrganizationReactHooks;
}

/** Has a name of its own, so that the types that apps infer from an auth stay short. */
export interface OrganizationPlugin extends Plugin<OrganizationTypes> {}

/**
 * Organizations with members, invitations and roles. Adds `activeOrganizationId` to the session.
 *
 * @example createAuth({ …, plugins: [organization({ membershipLimit: 500 })] })
 */
export function organization(given: Partial<OrganizationOptions> = {}): OrganizationPlugin {
  const options = completeOptions(given);
  return definePlugin({
    id: "organization",
    options,
    errors: organizationErrors,
    models: [organizationModel, memberModel, invitationModel, organizationRoleModel],
    extends: { session: { columns: sessionColumns } },
    endpoints,
    hooks: {
      "organization.options": () => options,
      "user.delete": (user, ctx) => prepareUserDeletion(ctx, options, user),
      "session.create": async (signIn, ctx) =>
        (await keepActive(signIn, ctx)) ?? (options.activeOrganizationOnSignIn ? firstJoined(signIn, ctx) : undefined),
    },
    configErrors: (settings) => optionErrors(options, settings),
  });
}

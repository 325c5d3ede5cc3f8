import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
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
import { type OrganizationOptions, organizationOptions } from "./options.js";
import { firstJoined, keepActive } from "./records/active.js";
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

/** The endpoints of this plugin, over HTTP and on the server. */
export interface OrganizationEndpoints {
  readonly organization: {
    /**
     * Creates an organization with the caller as its owner, and makes it the active one. An administrator may set
     * another owner.
     */
    readonly create: typeof create;
    /**
     * Changes the name, slug, logo, metadata and plugin columns of an organization. Null clears the logo and metadata;
     * an omitted field keeps its value.
     */
    readonly update: typeof update;
    /** Deletes an organization with its members, invitations, teams and roles. Returns the deleted organization. */
    readonly delete: typeof deleteOrganization;
    /**
     * Returns an organization of the caller, without its members. Default: the active one; null if no organization is
     * active.
     */
    readonly getOrganization: typeof getOrganization;
    /** Checks whether a slug is free now. Fails if it is taken. It reserves no slug. */
    readonly checkSlug: typeof checkSlug;
    /** Lists the caller's organizations in the order of joining. */
    readonly list: typeof list;
    /**
     * Returns an organization of the caller with a page of its members, its newest invitations and its teams. Default:
     * the active one; null if no organization is active.
     */
    readonly getFullOrganization: typeof getFullOrganization;
    /**
     * Makes an organization of the caller the active one of this session, and returns it. Null clears the active
     * organization.
     */
    readonly setActive: typeof setActive;
    /**
     * Lists a page of the members of an organization of the caller, with their total. `role` filters by roles, alone or
     * beside others.
     */
    readonly listMembers: typeof listMembers;
    /** Returns the caller's membership in an organization, by default the active one. */
    readonly getActiveMember: typeof getActiveMember;
    /** Returns the caller's role in an organization, by default the active one; several are joined by commas. */
    readonly getActiveMemberRole: typeof getActiveMemberRole;
    /**
     * Checks whether the caller has all of the given permissions in an organization, by their current roles. False if
     * no permission is given.
     */
    readonly hasPermission: typeof hasPermission;
    /**
     * Changes the roles of a member. Callers can only assign and revoke permissions of their own; only an owner can
     * assign or revoke the creator's role.
     */
    readonly updateMemberRole: typeof updateMemberRole;
    /** Removes a member, by member id or email address. Callers may remove themselves. */
    readonly removeMember: typeof removeMember;
    /** Ends the caller's membership. Sessions of the caller lose the organization as their active one. */
    readonly leave: typeof leave;
    /**
     * Makes another member an owner in place of the caller. The caller keeps their other roles, or becomes an admin.
     */
    readonly transferOwnership: typeof transferOwnership;
    /** Invites an email address to an organization by email; `resend` renews its pending invitation. */
    readonly inviteMember: typeof inviteMember;
    /**
     * Accepts an invitation to the caller's email address, by its id or by the token from its email, and makes its
     * organization the active one.
     */
    readonly acceptInvitation: typeof acceptInvitation;
    /** Rejects an invitation to the caller's email address, by its id or by the token from its email. */
    readonly rejectInvitation: typeof rejectInvitation;
    /** Cancels an invitation in any status. A user who accepted it stays a member. */
    readonly cancelInvitation: typeof cancelInvitation;
    /**
     * Returns an open invitation to the caller's email address, with its organization's name and its inviter's email
     * address.
     */
    readonly getInvitation: typeof getInvitation;
    /**
     * Returns a preview of an invitation by the token from its email, for users without a session. It does not reveal
     * whether the address has an account.
     */
    readonly previewInvitation: typeof previewInvitation;
    /**
     * Lists the invitations of an organization of the caller by pages: `cursor` is the id of the last invitation on the
     * previous page.
     */
    readonly listInvitations: typeof listInvitations;
    /**
     * Lists the open invitations to the caller's email address by pages: `cursor` is the id of the last invitation on
     * the previous page.
     */
    readonly listUserInvitations: typeof listUserInvitations;
    /** Creates a role of an organization. Its permissions must not exceed the caller's. */
    readonly createRole: typeof createRole;
    /** Changes the name or permissions of a role created by an organization, for all its members. */
    readonly updateRole: typeof updateRole;
    /** Deletes a role created by an organization. Fails if a member or a pending invitation has it. */
    readonly deleteRole: typeof deleteRole;
    /** Lists the roles of an organization: the app's, then those created by the organization, by name. */
    readonly listRoles: typeof listRoles;
    /** Returns a role of an organization with its permissions. */
    readonly getRole: typeof getRole;
  };
}

/** The endpoints for the server only. */
export interface OrganizationServerEndpoints {
  readonly organization: {
    /**
     * Creates an organization with a user as its owner. Ignores `allowUserToCreateOrganization`, and changes no
     * session.
     */
    readonly createForUser: typeof createForUser;
    /** Adds a user as a member without an invitation, on behalf of the app. Checks no permission. */
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
  /** The active organization with its first members, newest invitations and teams, or null. */
  readonly activeOrganization: OrganizationEndpoints["organization"]["getFullOrganization"];
  /** The organizations of the user. */
  readonly listOrganizations: OrganizationEndpoints["organization"]["list"];
  /** The user as a member of the active organization, or null. */
  readonly activeMember: OrganizationEndpoints["organization"]["getActiveMember"];
}

/** The same as hooks of React. */
export interface OrganizationReactHooks {
  /** The active organization with its first members, newest invitations and teams, or null. */
  readonly useActiveOrganization: OrganizationStores["activeOrganization"];
  /** The organizations of the user. */
  readonly useListOrganizations: OrganizationStores["listOrganizations"];
  /** The user as a member of the active organization, or null. */
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
  readonly publicOptions: {
    readonly organization: {
      /** Whether each user may create an organization; false also if a function decides. */
      readonly creation: boolean;
      readonly deletion: boolean;
      readonly creatorRole: string;
    };
  };
}

/** A named interface keeps the inferred types of apps short. */
export interface OrganizationPlugin extends Plugin<OrganizationTypes> {}

/**
 * Adds organizations with members, invitations and roles, and `activeOrganizationId` on the session.
 *
 * @param given options; see `OrganizationOptions` for their defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [organization({ membershipLimit: 500 })] })
 */
export function organization(given: Partial<OrganizationOptions> = {}): OrganizationPlugin {
  const { options, configErrors } = organizationOptions.read(given);
  return definePlugin({
    id: "organization",
    options,
    errors: organizationErrors,
    models: [organizationModel, memberModel, invitationModel, organizationRoleModel],
    extends: { session: { columns: sessionColumns } },
    endpoints,
    hooks: {
      "organization.options": () => options,
      "public-options": () => ({
        organization: {
          creation: options.allowUserToCreateOrganization !== false,
          deletion: !options.disableOrganizationDeletion,
          creatorRole: options.creatorRole,
        },
      }),
      "user.delete": (user, ctx) => prepareUserDeletion(ctx, options, user),
      "session.create": async (signIn, ctx) =>
        (await keepActive(signIn, ctx)) ?? (options.activeOrganizationOnSignIn ? firstJoined(signIn, ctx) : undefined),
    },
    configErrors,
  });
}

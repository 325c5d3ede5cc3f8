import { type Additions, definePlugin, type Plugin } from "@keyhold/core";
import { type OrganizationErrorCode, organizationErrors } from "./errors.js";
import type { OrganizationEvent } from "./events.js";
import type { OrganizationLetter } from "./letters.js";
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
import { optionProblems } from "./option-problems.js";
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
import type { OrganizationRules } from "./rules.js";

/** The calls that this plugin adds. */
export interface OrganizationEndpoints {
  readonly organization: {
    readonly create: typeof create;
    readonly update: typeof update;
    readonly delete: typeof deleteOrganization;
    readonly getOrganization: typeof getOrganization;
    readonly checkSlug: typeof checkSlug;
    readonly list: typeof list;
    readonly getFullOrganization: typeof getFullOrganization;
    readonly setActive: typeof setActive;
    readonly listMembers: typeof listMembers;
    readonly getActiveMember: typeof getActiveMember;
    readonly getActiveMemberRole: typeof getActiveMemberRole;
    readonly hasPermission: typeof hasPermission;
    readonly updateMemberRole: typeof updateMemberRole;
    readonly removeMember: typeof removeMember;
    readonly leave: typeof leave;
    readonly transferOwnership: typeof transferOwnership;
    readonly inviteMember: typeof inviteMember;
    readonly acceptInvitation: typeof acceptInvitation;
    readonly rejectInvitation: typeof rejectInvitation;
    readonly cancelInvitation: typeof cancelInvitation;
    readonly getInvitation: typeof getInvitation;
    readonly previewInvitation: typeof previewInvitation;
    readonly listInvitations: typeof listInvitations;
    readonly listUserInvitations: typeof listUserInvitations;
    readonly createRole: typeof createRole;
    readonly updateRole: typeof updateRole;
    readonly deleteRole: typeof deleteRole;
    readonly listRoles: typeof listRoles;
    readonly getRole: typeof getRole;
  };
}

/** The calls of the server only. */
export interface OrganizationOperatorEndpoints {
  readonly organization: {
    readonly createForUser: typeof createForUser;
    readonly addMember: typeof addMember;
  };
}

const endpoints: OrganizationEndpoints & OrganizationOperatorEndpoints = {
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

/** What it adds beside calls. */
export interface OrganizationAdditions extends Additions {
  readonly session: OrganizationSession;
  readonly event: OrganizationEvent;
  readonly letter: OrganizationLetter;
  readonly rules: OrganizationRules;
  readonly models: OrganizationModels;
}

/** Has a name of its own, so that the types that apps infer from an auth stay short. */
export interface OrganizationPlugin
  extends Plugin<
    OrganizationEndpoints & OrganizationOperatorEndpoints,
    unknown,
    unknown,
    OrganizationErrorCode,
    OrganizationAdditions
  > {}

/**
 * Organizations with members, invitations and roles. Adds `activeOrganizationId` to the session.
 *
 * @example createAuth({ …, plugins: [organization({ membershipLimit: 500 })] })
 */
export function organization(given: Partial<OrganizationOptions> = {}): OrganizationPlugin {
  const options = completeOptions(given);
  return definePlugin<
    OrganizationEndpoints & OrganizationOperatorEndpoints,
    unknown,
    unknown,
    OrganizationErrorCode,
    OrganizationAdditions
  >({
    id: "organization",
    options,
    errors: organizationErrors,
    models: [organizationModel, memberModel, invitationModel, organizationRoleModel],
    extends: { session: { columns: sessionColumns } },
    endpoints,
    rules: {
      "organization.options": () => options,
      "user.delete": (user, ctx) => prepareUserDeletion(ctx, options, user),
      "session.create": async (signIn, ctx) =>
        (await keepActive(signIn, ctx)) ?? (options.activeOrganizationOnSignIn ? firstJoined(signIn, ctx) : undefined),
    },
    problems: (settings) => optionProblems(options, settings),
  });
}

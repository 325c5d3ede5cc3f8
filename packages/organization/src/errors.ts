import { defineErrors } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";

/** The errors of organizations, members, invitations and roles (spec section 8). */
export const organizationErrors = defineErrors({
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to create a new organization",
  },
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: {
    status: 403,
    message: "You have reached the maximum number of organizations",
  },
  ORGANIZATION_ALREADY_EXISTS: { status: 400, message: "Organization already exists" },
  SLUG_IS_TAKEN: { status: 400, message: "slug is taken" },
  ORGANIZATION_NOT_FOUND: { status: 400, message: "Organization not found" },
  /** Also the error for an organization that does not exist, so that non-members cannot probe ids. */
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: { status: 403, message: "User is not a member of the organization" },
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: { status: 403, message: "You are not a member of this organization" },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to update this organization",
  },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to delete this organization",
  },
  ORGANIZATION_DELETION_IS_DISABLED: { status: 403, message: "Organization deletion is disabled" },
  NO_ACTIVE_ORGANIZATION: { status: 400, message: "No active organization" },
  ORGANIZATION_ID_IS_REQUIRED: { status: 400, message: "Organization id is required" },
  MEMBER_NOT_FOUND: { status: 400, message: "Member not found" },
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: {
    status: 400,
    message: "You cannot leave the organization as the only owner",
  },
  /** The user asked to delete their account; `issues` names the organizations. */
  YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION: {
    status: 400,
    message: "You are the only owner of an organization: transfer or delete it first",
  },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: { status: 403, message: "You are not allowed to update this member" },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: { status: 403, message: "You are not allowed to delete this member" },
  YOU_ARE_NOT_ALLOWED_TO_TRANSFER_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to transfer this organization",
  },
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: { status: 403, message: "Organization membership limit reached" },
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: {
    status: 400,
    message: "User is already a member of this organization",
  },
  USER_NOT_FOUND: coreErrors.USER_NOT_FOUND,
  ROLE_NOT_FOUND: { status: 400, message: "Role not found" },
  ROLE_ALREADY_EXISTS: { status: 400, message: "Role already exists" },
  ROLE_IS_IN_USE: { status: 400, message: "Role is in use" },
  ROLE_IS_FIXED: { status: 400, message: "This role is the app's and cannot be changed" },
  ROLE_LIMIT_REACHED: { status: 403, message: "You have reached the maximum number of roles" },
  INVALID_PERMISSIONS: { status: 400, message: "There are no such permissions" },
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES: { status: 403, message: "You are not allowed to manage roles" },
  /** A member cannot create, change or assign a role with permissions beyond their own. */
  YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS: {
    status: 403,
    message: "You are not allowed to give permissions that you do not have",
  },
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to invite users to this organization",
  },
  EMAIL_VERIFICATION_REQUIRED_TO_INVITE: {
    status: 403,
    message: "Verify your email address before you invite others",
  },
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: {
    status: 403,
    message: "You are not allowed to invite user with this role",
  },
  INVALID_EMAIL: coreErrors.INVALID_EMAIL,
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: {
    status: 400,
    message: "User is already invited to this organization",
  },
  INVITATION_LIMIT_REACHED: { status: 403, message: "Invitation limit reached" },
  INVITATION_NOT_FOUND: { status: 400, message: "Invitation not found" },
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: {
    status: 403,
    message: "You are not the recipient of the invitation",
  },
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: {
    status: 403,
    message: "Verify your email address, or follow the link of the invitation",
  },
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: {
    status: 403,
    message: "You are not allowed to cancel this invitation",
  },
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: {
    status: 400,
    message: "Inviter is no longer a member of the organization",
  },
  /** The inviter no longer has the right to assign this role. */
  INVITER_MAY_NO_LONGER_GIVE_THIS_ROLE: { status: 400, message: "The inviter may no longer give this role" },
});

/** The codes of `organizationErrors`. */
export type OrganizationErrorCode = keyof typeof organizationErrors;

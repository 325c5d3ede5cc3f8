import type { OrganizationErrorCode, TeamErrorCode } from "@keyhold/organization/client";

const gone = "You are not a member of this organization any more.";
const changed = "Your role has changed meanwhile, and does not allow this.";

/** Texts for errors after concurrent changes: actions without permission are not offered. */
export const errorTexts: Readonly<Partial<Record<OrganizationErrorCode | TeamErrorCode, string>>> = {
  INVITATION_NOT_FOUND: "This invitation is not open any more.",
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: "The member who invited you has left: ask for another invitation.",
  INVITER_MAY_NO_LONGER_GIVE_THIS_ROLE: "The member who invited you may no longer do so: ask for another invitation.",
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: "Confirm your email address first, or follow the link of the invitation.",
  MEMBER_NOT_FOUND: "They are no member any more.",
  NO_ACTIVE_ORGANIZATION: "You work in no organization right now: choose one.",
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: "This organization is full.",
  INVITATION_LIMIT_REACHED: "Too many invitations are open: withdraw some first.",
  ROLE_NOT_FOUND: "This role is gone: ask for another invitation.",
  TEAM_MEMBER_LIMIT_REACHED: "This team is full.",
  TEAM_NOT_FOUND: "This team is gone.",
  UNABLE_TO_REMOVE_LAST_TEAM: "The last team stays.",
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: "They are a member already.",
  EMAIL_VERIFICATION_REQUIRED_TO_INVITE: "Confirm your email address before you invite others.",
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: "They are invited already.",
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: gone,
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: "They are not in this team any more.",
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: gone,
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: changed,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: changed,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: changed,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: changed,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: "You are in this team: leave it first.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: changed,
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: changed,
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: "You cannot give more than you may do yourself.",
  YOU_ARE_NOT_ALLOWED_TO_TRANSFER_THIS_ORGANIZATION: changed,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: changed,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: changed,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: changed,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: "An organization keeps an owner: hand it over first.",
};

type Told = { readonly field: null; readonly text: string };

/** The same for a form, without a field. */
export const errorFields = Object.fromEntries(
  Object.entries(errorTexts).map(([code, text]) => [code, { field: null, text }]),
) as Readonly<Partial<Record<OrganizationErrorCode | TeamErrorCode, Told>>>;

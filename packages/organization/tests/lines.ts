import type { Actor, Place } from "./matrix.ts";

/** The expected answer for an actor: 200, or the status and code of an error. */
export type Expected = 200 | `${number} ${string}`;
type Expectations = Readonly<Record<Exclude<Actor, "nobody">, Expected>>;

export interface Line {
  readonly route: `${"GET" | "POST"} /organization/${string}`;
  readonly input: (place: Place) => object;
  readonly own: Expectations;
}

const yes: Expected = 200;
export const unauthorized: Expected = "401 UNAUTHORIZED";

/**
 * Members with all permissions, members with the custom role's permissions, and the others, each with their own error.
 */
const only = (managers: Expected, no: Expected, outsider: Expected, support: Expected = no): Expectations => ({
  owner: managers,
  both: managers,
  admin: managers,
  support,
  member: no,
  outsider,
});
const members = (outsider: Expected): Expectations => only(yes, yes, outsider);
const anybody: Expectations = members(yes);

const attacker = "403 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION";
const unknownHere = "403 YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION";
const noMember = "400 MEMBER_NOT_FOUND";
const noTeamDeletion = "403 YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM";

/** Every route with a check of the caller, a valid call, and the expected answer for each actor. */
export const lines: readonly Line[] = [
  { route: "POST /organization/create", input: () => ({ name: "New", slug: "new" }), own: anybody },
  { route: "POST /organization/check-slug", input: () => ({ slug: "free" }), own: anybody },
  { route: "GET /organization/list", input: () => ({}), own: anybody },
  {
    route: "POST /organization/update",
    input: ({ organizationId }) => ({ organizationId, data: { name: "Renamed" } }),
    own: only(
      yes,
      "403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION",
      "400 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
    ),
  },
  {
    route: "POST /organization/delete",
    input: ({ organizationId }) => ({ organizationId }),
    own: {
      ...only(
        yes,
        "403 YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION",
        "400 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
      ),
      admin: "403 YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION",
    },
  },
  {
    route: "POST /organization/set-active",
    input: ({ organizationId }) => ({ organizationId }),
    own: members(attacker),
  },
  {
    route: "GET /organization/get-organization",
    input: ({ organizationId }) => ({ organizationId }),
    own: members(attacker),
  },
  {
    route: "GET /organization/get-full-organization",
    input: ({ organizationId }) => ({ organizationId }),
    own: members(attacker),
  },
  {
    route: "GET /organization/list-members",
    input: ({ organizationId }) => ({ organizationId }),
    own: members(unknownHere),
  },
  { route: "GET /organization/get-active-member", input: () => ({}), own: { ...anybody, outsider: yes } },
  { route: "GET /organization/get-active-member-role", input: () => ({}), own: anybody },
  {
    route: "POST /organization/has-permission",
    input: ({ organizationId }) => ({ organizationId, permissions: { organization: ["update"] } }),
    own: members(attacker),
  },
  {
    route: "POST /organization/update-member-role",
    input: ({ organizationId, colleague }) => ({ organizationId, memberId: colleague.memberId, role: "support" }),
    own: only(yes, "403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER", noMember, yes),
  },
  {
    route: "POST /organization/remove-member",
    input: ({ organizationId, colleague }) => ({ organizationId, memberIdOrEmail: colleague.memberId }),
    own: only(yes, "403 YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER", noMember),
  },
  { route: "POST /organization/leave", input: ({ organizationId }) => ({ organizationId }), own: members(noMember) },
  {
    route: "POST /organization/transfer-ownership",
    input: ({ organizationId, colleague }) => ({ organizationId, memberId: colleague.memberId }),
    own: {
      ...only(yes, "403 YOU_ARE_NOT_ALLOWED_TO_TRANSFER_THIS_ORGANIZATION", noMember),
      admin: "403 YOU_ARE_NOT_ALLOWED_TO_TRANSFER_THIS_ORGANIZATION",
    },
  },
  {
    route: "POST /organization/invite-member",
    input: ({ organizationId }) => ({ organizationId, email: "new@example.com", role: "member" }),
    own: only(yes, "403 YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION", noMember, yes),
  },
  {
    route: "POST /organization/accept-invitation",
    input: ({ invitationId }) => ({ invitationId }),
    own: only(
      "403 YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
      "403 YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
      "403 YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
    ),
  },
  {
    route: "POST /organization/reject-invitation",
    input: ({ invitationId }) => ({ invitationId }),
    own: only(
      "403 YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
      "403 YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
      "403 YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
    ),
  },
  {
    route: "POST /organization/cancel-invitation",
    input: ({ invitationId }) => ({ invitationId }),
    own: only(
      yes,
      "403 YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION",
      "403 YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION",
    ),
  },
  {
    route: "GET /organization/get-invitation",
    input: ({ invitationId }) => ({ id: invitationId }),
    own: only(
      "403 YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
      "403 YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
      "403 YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
    ),
  },
  {
    route: "GET /organization/list-invitations",
    input: ({ organizationId }) => ({ organizationId }),
    own: members(unknownHere),
  },
  { route: "GET /organization/list-user-invitations", input: () => ({}), own: anybody },
  {
    route: "POST /organization/create-role",
    input: ({ organizationId }) => ({ organizationId, role: "helper", permission: { invitation: ["create"] } }),
    own: only(yes, "403 YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES", unknownHere),
  },
  {
    route: "POST /organization/update-role",
    input: ({ organizationId }) => ({
      organizationId,
      roleName: "made",
      data: { permission: { invitation: ["create", "cancel"] } },
    }),
    own: only(yes, "403 YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES", unknownHere),
  },
  {
    route: "POST /organization/delete-role",
    input: ({ organizationId }) => ({ organizationId, roleName: "made" }),
    own: only(yes, "403 YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES", unknownHere),
  },
  {
    route: "GET /organization/list-roles",
    input: ({ organizationId }) => ({ organizationId }),
    own: members(unknownHere),
  },
  {
    route: "GET /organization/get-role",
    input: ({ organizationId }) => ({ organizationId, roleName: "made" }),
    own: members(unknownHere),
  },
  {
    route: "POST /organization/create-team",
    input: ({ organizationId }) => ({ organizationId, name: "Third" }),
    own: only(yes, "403 YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION", attacker),
  },
  {
    route: "GET /organization/list-teams",
    input: ({ organizationId }) => ({ organizationId }),
    own: members(attacker),
  },
  {
    route: "POST /organization/update-team",
    input: ({ teamId, organizationId }) => ({ teamId, organizationId, data: { name: "Renamed" } }),
    own: only(yes, "403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM", "403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM"),
  },
  {
    route: "POST /organization/remove-team",
    input: ({ teamId, organizationId }) => ({ teamId, organizationId }),
    own: only(yes, "403 YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION", noTeamDeletion),
  },
  { route: "POST /organization/set-active-team", input: () => ({ teamId: null }), own: anybody },
  { route: "GET /organization/list-user-teams", input: () => ({}), own: anybody },
  {
    route: "GET /organization/list-team-members",
    input: ({ teamId }) => ({ teamId }),
    own: members("400 TEAM_NOT_FOUND"),
  },
  {
    route: "POST /organization/add-team-member",
    input: ({ teamId, colleague }) => ({ teamId, userId: colleague.user.id }),
    own: only(yes, "403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM", "400 TEAM_NOT_FOUND"),
  },
  {
    route: "POST /organization/remove-team-member",
    input: ({ teamId, teammate }) => ({ teamId, userId: teammate.user.id }),
    own: only(yes, "403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM", "400 TEAM_NOT_FOUND"),
  },
];

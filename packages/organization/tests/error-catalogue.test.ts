import { definePlugin, userModel } from "@keyhold/core/plugin";
import { type OrganizationErrorCode, organization, organizationErrors } from "@keyhold/organization";
import { type TeamErrorCode, teamErrors, teams } from "@keyhold/organization/teams";
import { beforeAll, expect, test } from "vitest";
import { type Asked, expectListedError, send } from "../../../tests/harness/listed-error.ts";
import { type Actor, forkMatrix, openMatrix, type Scene, signUp } from "./matrix.ts";

type Code = OrganizationErrorCode | TeamErrorCode;

interface Way {
  readonly options?: Parameters<typeof organization>[0];
  readonly teams?: Parameters<typeof teams>[0];
  /** A hook of the plugin causes this error in a route of core, whose declaration cannot list the error. */
  readonly isOfAHook?: boolean;
  readonly ask: (scene: Scene) => Promise<Asked>;
}

type Input = object | ((scene: Scene) => object);

/** A call by a user about their organization: the given organization, else the active organization. */
const by =
  (actor: Exclude<Actor, "nobody">, route: `${"GET" | "POST"} ${string}`, input: Input = {}) =>
  (scene: Scene): Promise<Asked> =>
    send(
      scene.people[actor],
      route.replace(" ", " /organization/"),
      typeof input === "function" ? input(scene) : input,
    );

/** Several calls; all but the last succeed. */
const inTurn =
  (...asks: readonly ((scene: Scene) => Promise<Asked>)[]) =>
  async (scene: Scene): Promise<Asked> => {
    for (const ask of asks.slice(0, -1)) expect((await ask(scene)).response.status).toBe(200);
    const last = asks.at(-1);
    if (!last) throw new Error("At least one call is required.");
    return last(scene);
  };

const away = by("owner", "POST set-active", { organizationId: null });
const ofHome = ({ organizationId }: Scene) => ({ organizationId });
const colleagueWith = (role: string) => (scene: Scene) => ({ memberId: scene.colleague.memberId, role });

/** The invited user signs up, and accepts the invitation. */
const accept = async ({ fixture, invitationId }: Scene): Promise<Asked> =>
  send(await signUp(fixture, "invited.home"), "POST /organization/accept-invitation", { invitationId });

const newTeam = { name: "Third" };
const ofTeam = ({ teamId, organizationId }: Scene) => ({ teamId, organizationId });
const teamMembership = ({ teamId, colleague }: Scene) => ({ teamId, userId: colleague.user.id });
const newRole = (permission: object) => ({ role: "helper", permission });

/** A call causing each error; a code without a call does not compile. */
const ways: Readonly<Record<Code, Way>> = {
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: {
    ask: by("owner", "POST create", ({ colleague }) => ({ name: "New", slug: "new", userId: colleague.user.id })),
  },
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: {
    options: { organizationLimit: 1 },
    ask: by("owner", "POST create", { name: "New", slug: "new" }),
  },
  ORGANIZATION_ALREADY_EXISTS: { ask: by("owner", "POST create", { name: "New", slug: "Home" }) },
  SLUG_IS_TAKEN: { ask: by("outsider", "POST check-slug", { slug: "home" }) },
  ORGANIZATION_NOT_FOUND: { ask: inTurn(away, by("owner", "POST update", { data: { name: "Renamed" } })) },
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: { ask: by("outsider", "GET get-organization", ofHome) },
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: { ask: by("outsider", "GET list-members", ofHome) },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: { ask: by("member", "POST update", { data: { name: "Mine" } }) },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: { ask: by("admin", "POST delete", ofHome) },
  ORGANIZATION_DELETION_IS_DISABLED: {
    options: { disableOrganizationDeletion: true },
    ask: by("owner", "POST delete", ofHome),
  },
  NO_ACTIVE_ORGANIZATION: { ask: inTurn(away, by("owner", "GET get-active-member")) },
  ORGANIZATION_ID_IS_REQUIRED: { ask: inTurn(away, by("owner", "GET list-invitations")) },
  MEMBER_NOT_FOUND: { ask: by("owner", "POST remove-member", { memberIdOrEmail: "nobody@example.com" }) },
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: {
    ask: inTurn(by("both", "POST leave", ofHome), by("owner", "POST leave", ofHome)),
  },
  YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION: {
    isOfAHook: true,
    ask: ({ people }) => send(people.outsider, "POST /delete-user", {}),
  },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: { ask: by("member", "POST update-member-role", colleagueWith("admin")) },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: {
    ask: by("member", "POST remove-member", ({ colleague }) => ({ memberIdOrEmail: colleague.memberId })),
  },
  YOU_ARE_NOT_ALLOWED_TO_TRANSFER_THIS_ORGANIZATION: {
    ask: by("admin", "POST transfer-ownership", ({ colleague: { memberId } }) => ({ memberId })),
  },
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: { options: { membershipLimit: 2 }, ask: accept },
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: {
    ask: by("owner", "POST invite-member", { email: "member@example.com", role: "member" }),
  },
  USER_NOT_FOUND: { ask: by("admin", "POST create", { name: "New", slug: "new", userId: "nobody" }) },
  ROLE_NOT_FOUND: { ask: by("owner", "POST update-member-role", colleagueWith("nothing")) },
  ROLE_ALREADY_EXISTS: { ask: by("owner", "POST create-role", { role: "Made", permission: {} }) },
  ROLE_IS_IN_USE: {
    ask: inTurn(
      by("owner", "POST update-member-role", colleagueWith("made")),
      by("owner", "POST delete-role", { roleName: "made" }),
    ),
  },
  ROLE_IS_FIXED: { ask: by("owner", "POST delete-role", { roleName: "admin" }) },
  ROLE_LIMIT_REACHED: { options: { roleLimit: 1 }, ask: by("owner", "POST create-role", newRole({})) },
  INVALID_PERMISSIONS: { ask: by("owner", "POST create-role", newRole({ moon: ["visit"] })) },
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES: { ask: by("member", "POST create-role", newRole({})) },
  YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS: {
    ask: by("admin", "POST create-role", newRole({ organization: ["delete"] })),
  },
  EMAIL_VERIFICATION_REQUIRED_TO_INVITE: {
    ask: async (scene) => {
      await scene.fixture.db.update(userModel, scene.people.owner.user.id, { emailVerified: false });
      return by("owner", "POST invite-member", { email: "new@example.com", role: "member" })(scene);
    },
  },
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: {
    ask: by("member", "POST invite-member", { email: "new@example.com", role: "member" }),
  },
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: {
    ask: by("admin", "POST invite-member", { email: "new@example.com", role: "owner" }),
  },
  INVALID_EMAIL: { ask: by("owner", "POST invite-member", { email: "new@", role: "member" }) },
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: {
    ask: by("owner", "POST invite-member", { email: "invited.home@example.com", role: "member" }),
  },
  INVITATION_LIMIT_REACHED: {
    options: { invitationLimit: 1 },
    ask: by("owner", "POST invite-member", { email: "new@example.com", role: "member" }),
  },
  INVITATION_NOT_FOUND: { ask: by("member", "POST accept-invitation", { invitationId: "nothing" }) },
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: {
    ask: by("outsider", "GET get-invitation", ({ invitationId: id }) => ({ id })),
  },
  EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION: {
    ask: async ({ fixture }) =>
      send(await fixture.signUp("invited.home@example.com"), "GET /organization/list-user-invitations", {}),
  },
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: {
    ask: by("member", "POST cancel-invitation", ({ invitationId }) => ({ invitationId })),
  },
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: { ask: inTurn(by("owner", "POST leave", ofHome), accept) },
  INVITER_MAY_NO_LONGER_GIVE_THIS_ROLE: {
    ask: async (scene) => {
      const { response } = await by("owner", "GET get-active-member")(scene);
      const { id: memberId } = await response.json();
      return inTurn(by("both", "POST update-member-role", { memberId, role: "member" }), accept)(scene);
    },
  },
  TEAM_NOT_FOUND: { ask: by("outsider", "GET list-team-members", ({ teamId }) => ({ teamId })) },
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: { ask: by("member", "POST create-team", newTeam) },
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: {
    teams: { maximumTeams: 2 },
    ask: by("owner", "POST create-team", newTeam),
  },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: { ask: by("member", "POST add-team-member", teamMembership) },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: { ask: by("outsider", "POST remove-team", ofTeam) },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: { ask: by("member", "POST remove-team", ofTeam) },
  UNABLE_TO_REMOVE_LAST_TEAM: { teams: { defaultTeam: false }, ask: by("owner", "POST remove-team", ofTeam) },
  NO_ACTIVE_TEAM: { ask: by("owner", "GET list-team-members") },
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: { ask: by("owner", "POST set-active-team", ({ teamId }) => ({ teamId })) },
  TEAM_MEMBER_LIMIT_REACHED: {
    teams: { maximumMembersPerTeam: 1 },
    ask: by("owner", "POST add-team-member", teamMembership),
  },
};

/** The user called "admin" is an administrator, too. */
const operators = definePlugin({ id: "operators", isAdmin: ({ email }) => email === "admin@example.com" });

const open = (options: Way["options"], ofTeams: Way["teams"]): Promise<Scene> =>
  openMatrix([organization({ roleLimit: 5, ...options }), teams(ofTeams), operators], {
    user: { deleteUser: { enabled: true, confirmByMail: false } },
  });

/** Of the calls without options of their own. */
let world: Scene;
beforeAll(async () => {
  world = await open({}, {});
});

const codes = Object.entries({ ...organizationErrors, ...teamErrors });
const wayTo = new Map<string, Way>(Object.entries(ways));

test.each(codes)("%s is returned by a route with this code in its list", async (code, entry) => {
  const { options, teams: ofTeams, ask, isOfAHook = false } = wayTo.get(code) ?? expect.fail("No call for this code.");
  const scene = options || ofTeams ? await open(options, ofTeams) : await forkMatrix(world);
  await expectListedError(await ask(scene), [code, entry], { isOfAHook });
});

import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import type { OrganizationHooks } from "../hooks.js";
import { keepTeam } from "./active.js";
import { type TeamErrorCode, teamErrors } from "./errors.js";
import type { TeamEvent } from "./events.js";
import type { TeamHooks } from "./hooks.js";
import { emitTeamMembersRemoved, leaveTeams } from "./leave.js";
import { addTeams } from "./list.js";
import { checkInvitation, joinDefaultTeam, prepareTeamMembership } from "./member-hooks.js";
import {
  invitationColumns,
  memberColumns,
  type TeamModels,
  type TeamsSession,
  teamMemberModel,
  teamModel,
  teamSessionColumns,
} from "./models.js";
import { completeOptions, optionErrors, type TeamsOptions } from "./options.js";
import { addTeamMember } from "./routes/add-team-member.js";
import { addUserToTeam } from "./routes/add-user-to-team.js";
import { createTeam } from "./routes/create-team.js";
import { createTeamInOrganization } from "./routes/create-team-in-organization.js";
import { listTeamMembers } from "./routes/list-team-members.js";
import { listTeams } from "./routes/list-teams.js";
import { listUserTeams } from "./routes/list-user-teams.js";
import { removeTeam } from "./routes/remove-team.js";
import { removeTeamMember } from "./routes/remove-team-member.js";
import { setActiveTeam } from "./routes/set-active-team.js";
import { updateTeam } from "./routes/update-team.js";

/** The calls that this plugin adds, over HTTP and on the server. */
export interface TeamsEndpoints {
  readonly organization: {
    /** Makes a team of an organization; the caller is not in it. */
    readonly createTeam: typeof createTeam;
    /** Changes the name of a team and the columns that plugins add. Ids in `data` may say which team it is; none moves it. */
    readonly updateTeam: typeof updateTeam;
    /** Removes a team, unless the caller is in it or it is the last one. Its members stay members of the organization. */
    readonly removeTeam: typeof removeTeam;
    /** The teams of an organization of the caller, the oldest first: of the one that is asked for, else of the active one. */
    readonly listTeams: typeof listTeams;
    /** The teams that the caller is in, of all their organizations, in the order in which they joined. */
    readonly listUserTeams: typeof listUserTeams;
    /** Makes a team of the caller the active one of this session, its organization with it, and answers with it; null: none. */
    readonly setActiveTeam: typeof setActiveTeam;
    /**
     * The members of a team, for every member of its organization, in the order in which they joined it; of the active
     * team when none is named.
     */
    readonly listTeamMembers: typeof listTeamMembers;
    /** Puts a member of the organization into a team; a member who is in it already stays as they are. */
    readonly addTeamMember: typeof addTeamMember;
    /** Takes a member out of a team; they stay a member of the organization. */
    readonly removeTeamMember: typeof removeTeamMember;
  };
}

/** Those that only the server's own code can make. */
export interface TeamsServerEndpoints {
  readonly organization: {
    /** Makes a team of an organization in the name of the app; no permission is needed. */
    readonly createTeamInOrganization: typeof createTeamInOrganization;
    /** Puts a member of the organization into a team in the name of the app; no permission is needed. */
    readonly addUserToTeam: typeof addUserToTeam;
  };
}

const endpoints: TeamsEndpoints & TeamsServerEndpoints = {
  organization: {
    createTeam,
    updateTeam,
    removeTeam,
    listTeams,
    listUserTeams,
    setActiveTeam,
    listTeamMembers,
    addTeamMember,
    removeTeamMember,
    createTeamInOrganization,
    addUserToTeam,
  },
};

/** The types of both halves. */
export interface TeamsTypes extends PluginTypes {
  readonly endpoints: TeamsEndpoints;
  readonly serverEndpoints: TeamsServerEndpoints;
  readonly session: TeamsSession;
  readonly models: TeamModels;
  readonly errorCode: TeamErrorCode;
  readonly event: TeamEvent;
  readonly hooks: TeamHooks;
}

/** Has a name of its own, so that the types that apps infer from an auth stay short. */
export interface TeamsPlugin extends Plugin<TeamsTypes> {}

/** What it does where organizations change. */
const rulesOf = (options: TeamsOptions): Partial<OrganizationHooks> => ({
  "organization.show": addTeams,
  "organization.activate": keepTeam,
  "member.add": joinDefaultTeam(options),
  "member.prepare": prepareTeamMembership(options),
  "member.remove": leaveTeams,
  "invitation.create": checkInvitation,
});

/**
 * Teams of organizations. Adds `activeTeamId` to the session, `teamId` to members and invitations, and `teams` to what
 * get-full-organization answers.
 *
 * @example createAuth({ …, plugins: [organization(), teams({ maximumTeams: 20 })] })
 */
export function teams(given: Partial<TeamsOptions> = {}): TeamsPlugin {
  const options = completeOptions(given);
  return definePlugin({
    id: "teams",
    requires: ["organization"],
    options,
    errors: teamErrors,
    models: [teamModel, teamMemberModel],
    extends: {
      member: { columns: memberColumns },
      invitation: { columns: invitationColumns },
      session: { columns: teamSessionColumns },
    },
    endpoints,
    hooks: { ...rulesOf(options), "user.delete": emitTeamMembersRemoved },
    configErrors: optionErrors(options),
  });
}

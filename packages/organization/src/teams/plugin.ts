import { type Additions, definePlugin, type Plugin } from "@keyhold/core";
import type { OrganizationRules } from "../rules.js";
import { keepTeam } from "./active.js";
import { type TeamErrorCode, teamErrors } from "./errors.js";
import type { TeamEvent } from "./events.js";
import { emitTeamMembersRemoved, leaveTeams } from "./leave.js";
import { addTeams } from "./list.js";
import { checkInvitation, joinDefaultTeam, prepareTeamMembership } from "./member-rules.js";
import {
  invitationColumns,
  memberColumns,
  type TeamModels,
  type TeamsSession,
  teamMemberModel,
  teamModel,
  teamSessionColumns,
} from "./models.js";
import { completeOptions, optionProblems, type TeamsOptions } from "./options.js";
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
import type { TeamRules } from "./rules.js";

/** The calls that this plugin adds, over HTTP and on the server. */
export interface TeamsEndpoints {
  readonly organization: {
    readonly createTeam: typeof createTeam;
    readonly updateTeam: typeof updateTeam;
    readonly removeTeam: typeof removeTeam;
    readonly listTeams: typeof listTeams;
    readonly listUserTeams: typeof listUserTeams;
    readonly setActiveTeam: typeof setActiveTeam;
    readonly listTeamMembers: typeof listTeamMembers;
    readonly addTeamMember: typeof addTeamMember;
    readonly removeTeamMember: typeof removeTeamMember;
  };
}

/** Those that only the server's own code can make. */
export interface TeamsOperatorEndpoints {
  readonly organization: {
    readonly createTeamInOrganization: typeof createTeamInOrganization;
    readonly addUserToTeam: typeof addUserToTeam;
  };
}

const endpoints: TeamsEndpoints & TeamsOperatorEndpoints = {
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

/** What it adds beside calls. */
export interface TeamsAdditions extends Additions {
  readonly session: TeamsSession;
  readonly event: TeamEvent;
  readonly letter: never;
  readonly rules: TeamRules;
  readonly models: TeamModels;
}

/** Has a name of its own, so that the types that apps infer from an auth stay short. */
export interface TeamsPlugin
  extends Plugin<TeamsEndpoints & TeamsOperatorEndpoints, unknown, unknown, TeamErrorCode, TeamsAdditions> {}

/** What it does where organizations change. */
const rulesOf = (options: TeamsOptions): Partial<OrganizationRules> => ({
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
  return definePlugin<TeamsEndpoints & TeamsOperatorEndpoints, unknown, unknown, TeamErrorCode, TeamsAdditions>({
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
    rules: { ...rulesOf(options), "user.delete": emitTeamMembersRemoved },
    problems: optionProblems(options),
  });
}

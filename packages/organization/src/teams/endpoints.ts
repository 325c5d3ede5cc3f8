// Written by `npm run fix` from the declarations in `routes`: change those instead.
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

/** The calls, each under the name that its URL gives. */
export interface TeamsEndpoints {
  readonly organization: {
    /** Adds a member of the organization to a team; a member already in it stays unchanged. */
    readonly addTeamMember: typeof addTeamMember;
    /** Creates a team of an organization, without adding the caller to it. */
    readonly createTeam: typeof createTeam;
    /**
     * Lists the members of a team in the order of joining; every member of its organization may call it. Default: the
     * active team.
     */
    readonly listTeamMembers: typeof listTeamMembers;
    /** Lists the teams of an organization of the caller, the oldest first. Default: the active organization. */
    readonly listTeams: typeof listTeams;
    /** Lists the caller's teams in all organizations, in the order of joining. */
    readonly listUserTeams: typeof listUserTeams;
    /**
     * Removes a team. Fails if the caller is a member of it, or if it is the last one. Its members stay in the
     * organization.
     */
    readonly removeTeam: typeof removeTeam;
    /** Removes a member from a team. They stay a member of the organization. */
    readonly removeTeamMember: typeof removeTeamMember;
    /**
     * Makes a team of the caller the active one of this session, together with its organization, and returns it. Null
     * clears the active team.
     */
    readonly setActiveTeam: typeof setActiveTeam;
    /**
     * Changes the name and plugin columns of a team. Ids in `data` can only identify the team: an update never moves
     * it.
     */
    readonly updateTeam: typeof updateTeam;
  };
}

/** The calls for the app's own server code: no client has them. */
export interface TeamsServerEndpoints {
  readonly organization: {
    /** Adds a member of the organization to a team on behalf of the app. Checks no permission. */
    readonly addUserToTeam: typeof addUserToTeam;
    /** Creates a team of an organization on behalf of the app. Checks no permission. */
    readonly createTeamInOrganization: typeof createTeamInOrganization;
  };
}

export const endpoints: TeamsEndpoints & TeamsServerEndpoints = {
  organization: {
    addTeamMember,
    addUserToTeam,
    createTeam,
    createTeamInOrganization,
    listTeamMembers,
    listTeams,
    listUserTeams,
    removeTeam,
    removeTeamMember,
    setActiveTeam,
    updateTeam,
  },
};

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
import { type TeamsOptions, teamsOptions } from "./options.js";
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

/** The endpoints of this plugin, over HTTP and on the server. */
export interface TeamsEndpoints {
  readonly organization: {
    /** Creates a team of an organization, without adding the caller to it. */
    readonly createTeam: typeof createTeam;
    /**
     * Changes the name and plugin columns of a team. Ids in `data` can only identify the team: an update never moves
     * it.
     */
    readonly updateTeam: typeof updateTeam;
    /**
     * Removes a team. Fails if the caller is a member of it, or if it is the last one. Its members stay in the
     * organization.
     */
    readonly removeTeam: typeof removeTeam;
    /** Lists the teams of an organization of the caller, the oldest first. Default: the active organization. */
    readonly listTeams: typeof listTeams;
    /** Lists the caller's teams in all organizations, in the order of joining. */
    readonly listUserTeams: typeof listUserTeams;
    /**
     * Makes a team of the caller the active one of this session, together with its organization, and returns it. Null
     * clears the active team.
     */
    readonly setActiveTeam: typeof setActiveTeam;
    /**
     * Lists the members of a team in the order of joining; every member of its organization may call it. Default: the
     * active team.
     */
    readonly listTeamMembers: typeof listTeamMembers;
    /** Adds a member of the organization to a team; a member already in it stays unchanged. */
    readonly addTeamMember: typeof addTeamMember;
    /** Removes a member from a team. They stay a member of the organization. */
    readonly removeTeamMember: typeof removeTeamMember;
  };
}

/** The endpoints for the server only. */
export interface TeamsServerEndpoints {
  readonly organization: {
    /** Creates a team of an organization on behalf of the app. Checks no permission. */
    readonly createTeamInOrganization: typeof createTeamInOrganization;
    /** Adds a member of the organization to a team on behalf of the app. Checks no permission. */
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
  readonly publicOptions: { readonly teams: object };
}

/** A named interface keeps the inferred types of apps short. */
export interface TeamsPlugin extends Plugin<TeamsTypes> {}

/** The hooks of this plugin on organizations. */
const rulesOf = (options: TeamsOptions): Partial<OrganizationHooks> => ({
  "organization.show": addTeams,
  "organization.activate": keepTeam,
  "member.add": joinDefaultTeam(options),
  "member.prepare": prepareTeamMembership(options),
  "member.remove": leaveTeams,
  "invitation.create": checkInvitation,
});

/**
 * Adds teams to organizations: `activeTeamId` on the session, `teamId` on members and invitations, and `teams` in the
 * response of get-full-organization. Requires `organization()`.
 *
 * @param given options; see `TeamsOptions` for their defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [organization(), teams({ maximumTeams: 20 })] })
 */
export function teams(given: Partial<TeamsOptions> = {}): TeamsPlugin {
  const { options, configErrors } = teamsOptions.read(given);
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
    hooks: {
      ...rulesOf(options),
      "user.delete": emitTeamMembersRemoved,
      "public-options": () => ({ teams: {} }),
    },
    configErrors,
  });
}

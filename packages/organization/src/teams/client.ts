import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import type { OrganizationStores } from "../plugin.js";
import type { TeamsTypes } from "./plugin.js";

/** Has a name of its own, so that the types that apps infer from a client stay short. */
export interface TeamsClient extends ClientPlugin<TeamsTypes> {}

/** Its calls change what stores of `organizationClient()` show. */
interface WithOrganizationStores extends TeamsTypes {
  readonly stores: OrganizationStores;
}

/**
 * The browser half of `teams()`: its calls. Teams are part of the store `activeOrganization` of `organizationClient()`.
 *
 * @example createAuthClient({ plugins: [organizationClient(), teamsClient()] })
 */
export function teamsClient(): TeamsClient {
  return clientPlugin<WithOrganizationStores>({
    id: "teams",
    routes: {
      organization: {
        createTeam: "POST /organization/create-team",
        updateTeam: "POST /organization/update-team",
        removeTeam: "POST /organization/remove-team",
        listTeams: "GET /organization/list-teams",
        listUserTeams: "GET /organization/list-user-teams",
        setActiveTeam: "POST /organization/set-active-team",
        listTeamMembers: "GET /organization/list-team-members",
        addTeamMember: "POST /organization/add-team-member",
        removeTeamMember: "POST /organization/remove-team-member",
      },
    },
    refreshes: {
      session: ["organization.setActiveTeam", "organization.removeTeamMember"],
      activeOrganization: [
        "organization.createTeam",
        "organization.updateTeam",
        "organization.removeTeam",
        "organization.addTeamMember",
      ],
      activeMember: ["organization.addTeamMember"],
    },
  });
}

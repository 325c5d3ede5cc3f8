import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import type { OrganizationStores } from "../stores.js";
import { clientRoutes } from "./client-routes.js";
import type { TeamsTypes } from "./plugin.js";

/** A named interface keeps the inferred types of apps short. */
export interface TeamsClient extends ClientPlugin<TeamsTypes> {}

/** The calls of `teams()` change what stores of `organizationClient()` show. */
interface WithOrganizationStores extends TeamsTypes {
  readonly stores: OrganizationStores;
}

/**
 * The client plugin for `teams()`: its calls. The store `activeOrganization` of `organizationClient()` contains the
 * teams.
 *
 * @example createAuthClient({ plugins: [organizationClient(), teamsClient()] })
 */
export function teamsClient(): TeamsClient {
  return clientPlugin<WithOrganizationStores>({
    id: "teams",
    routes: clientRoutes,
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

// Written by `npm run fix` from the declarations in `routes`: change those instead.
import type { CallTable } from "@keyhold/client/plugin";
import type { TeamsEndpoints } from "./endpoints.js";

/** The method of each call; its path is its name. */
export const clientRoutes: CallTable<TeamsEndpoints> = {
  organization: {
    addTeamMember: "POST",
    createTeam: "POST",
    removeTeam: "POST",
    removeTeamMember: "POST",
    setActiveTeam: "POST",
    updateTeam: "POST",
    listTeamMembers: "GET",
    listTeams: "GET",
    listUserTeams: "GET",
  },
};

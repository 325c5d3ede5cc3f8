// Loads the other entry points: a compiler names the types of an app by them.
export type {} from "./for-plugins.js";
export type { Team } from "./routes/schemas.js";
export type { TeamsEndpoints, TeamsServerEndpoints } from "./teams/endpoints.js";
export { type TeamErrorCode, teamErrors } from "./teams/errors.js";
export type { TeamEvent } from "./teams/events.js";
export type { LockedTeam, TeamChange, TeamDraft, TeamHooks, TeamMemberDraft, TeamPlace } from "./teams/hooks/offers.js";
export {
  type TeamMember,
  type TeamModels,
  type TeamRow,
  type TeamsSession,
  teamMemberModel,
  teamModel,
} from "./teams/models.js";
export type { TeamsOptions } from "./teams/options.js";
export { type TeamsPlugin, type TeamsTypes, teams } from "./teams/plugin.js";
export type { TeamMemberWithUser } from "./teams/schemas.js";

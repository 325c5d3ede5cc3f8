// Loads the other entry points: a compiler names the types of an app by them.
export type {} from "./for-plugins.js";
export type { Team } from "./schemas.js";
export { type TeamErrorCode, teamErrors } from "./teams/errors.js";
export type { TeamEvent } from "./teams/events.js";
export type { LockedTeam, TeamChange, TeamDraft, TeamHooks, TeamMemberDraft, TeamPlace } from "./teams/hooks.js";
export {
  type TeamMember,
  type TeamModels,
  type TeamRow,
  type TeamsSession,
  teamMemberModel,
  teamModel,
} from "./teams/models.js";
export type { TeamsOptions } from "./teams/options.js";
export {
  type TeamsEndpoints,
  type TeamsPlugin,
  type TeamsServerEndpoints,
  type TeamsTypes,
  teams,
} from "./teams/plugin.js";
export type { TeamMemberWithUser } from "./teams/schemas.js";

export type { Team } from "./shapes.js";
export { type TeamErrorCode, teamErrors } from "./teams/errors.js";
export type { TeamEvent } from "./teams/events.js";
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
  type TeamsAdditions,
  type TeamsEndpoints,
  type TeamsOperatorEndpoints,
  type TeamsPlugin,
  teams,
} from "./teams/plugin.js";
export type { HeldTeam, TeamChange, TeamDraft, TeamMemberDraft, TeamPlace, TeamRules } from "./teams/rules.js";
export type { TeamMemberWithUser } from "./teams/shapes.js";

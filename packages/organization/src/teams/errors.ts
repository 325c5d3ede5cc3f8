import { defineErrors } from "@keyhold/core";
import { organizationErrors } from "../errors.js";

/** The errors of teams (spec section 8). */
export const teamErrors = defineErrors({
  /** Also of a team of another organization. */
  TEAM_NOT_FOUND: { status: 400, message: "Team not found" },
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to create teams in this organization",
  },
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: {
    status: 400,
    message: "You have reached the maximum number of teams",
  },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: { status: 403, message: "You are not allowed to update this team" },
  /** Also the error if the caller is a member of the team. */
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: { status: 403, message: "You are not allowed to delete this team" },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: {
    status: 403,
    message: "You are not allowed to delete teams in this organization",
  },
  UNABLE_TO_REMOVE_LAST_TEAM: { status: 400, message: "Unable to remove last team" },
  NO_ACTIVE_TEAM: { status: 400, message: "No active team" },
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: { status: 403, message: "User is not a member of the team" },
  TEAM_MEMBER_LIMIT_REACHED: { status: 403, message: "Team member limit reached" },
});

/** The codes of `teamErrors`. */
export type TeamErrorCode = keyof typeof teamErrors;

/** All errors of the team routes. */
export const teamCatalogue: typeof organizationErrors & typeof teamErrors = { ...organizationErrors, ...teamErrors };

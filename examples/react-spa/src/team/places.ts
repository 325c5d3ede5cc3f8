import { refusalPlaces } from "../organization/error-texts.ts";

/** What can be wrong with a team that somebody makes or renames. */
export const teamPlaces = {
  ...refusalPlaces,
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: {
    field: null,
    text: "There are as many teams as there can be: remove one first.",
  },
} as const;

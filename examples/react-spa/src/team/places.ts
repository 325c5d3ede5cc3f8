import { errorFields } from "../organization/error-texts.ts";

/** The problems of a team's name. */
export const teamPlaces = {
  ...errorFields,
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: {
    field: null,
    text: "There are as many teams as there can be: remove one first.",
  },
} as const;

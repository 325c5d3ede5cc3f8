import { defineOptions, flag } from "@keyhold/core/options";
import type { Organization } from "../models.js";
import { type LimitOf, limitOption } from "../options.js";
import type { Team } from "../routes/schemas.js";

/** The options of `teams`; an omitted one has its default. */
export interface TeamsOptions {
  /**
   * The maximum number of teams per organization, or a function of the organization. Default 1000: the limit of
   * list-teams.
   */
  readonly maximumTeams: LimitOf<Organization>;
  /** The maximum number of members per team, or a function of the team. Default: unlimited. */
  readonly maximumMembersPerTeam: LimitOf<Team>;
  /** A new organization gets a team with its name and its creator as a member. Default true. */
  readonly defaultTeam: boolean;
  /** Allows removing the last team of an organization. Default false. */
  readonly allowRemovingAllTeams: boolean;
}

export const teamsOptions = defineOptions<TeamsOptions>(
  {
    maximumTeams: limitOption(1000),
    maximumMembersPerTeam: limitOption(Number.POSITIVE_INFINITY),
    defaultTeam: flag(true),
    allowRemovingAllTeams: flag(false),
  },
  {
    check: (options) =>
      (["maximumTeams", "maximumMembersPerTeam"] as const)
        .filter((name) => options[name] === 0 && options.defaultTeam)
        .map(
          (name) =>
            `${name}: must be at least 1, because every organization starts with a team of one member; or set defaultTeam to false`,
        ),
  },
);

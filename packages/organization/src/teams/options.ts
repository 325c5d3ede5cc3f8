import { keysOf, unknownKeyErrors } from "@keyhold/core/known-keys";
import { limitErrors, switchErrors } from "../config-errors.js";
import type { Organization } from "../models.js";
import { type LimitOf, withDefaults } from "../options.js";
import type { Team } from "../schemas.js";

/** The options of `teams`; an omitted one has its default. */
export interface TeamsOptions {
  /** The maximum number of teams per organization. Default 1000: the limit of list-teams. */
  readonly maximumTeams: LimitOf<Organization>;
  /** The maximum number of members per team. Default `Infinity`. */
  readonly maximumMembersPerTeam: LimitOf<Team>;
  /** A new organization gets a team with its name and its creator as a member. Default true. */
  readonly defaultTeam: boolean;
  /** Allows removing the last team of an organization. Default false. */
  readonly allowRemovingAllTeams: boolean;
}

const defaults: TeamsOptions = {
  maximumTeams: 1000,
  maximumMembersPerTeam: Number.POSITIVE_INFINITY,
  defaultTeam: true,
  allowRemovingAllTeams: false,
};

export const completeOptions = (given: Partial<TeamsOptions>): TeamsOptions => withDefaults(defaults, given);

const limits = ["maximumTeams", "maximumMembersPerTeam"] as const;
const switches = ["defaultTeam", "allowRemovingAllTeams"] as const;

/** Checks the options. Returns one message per config error, each beginning with the option's name. */
export const optionErrors = (options: TeamsOptions): readonly string[] => [
  ...unknownKeyErrors(options, keysOf(defaults)),
  ...limits.flatMap((name) => limitErrors(name, options[name])),
  ...switches.flatMap((name) => switchErrors(name, options[name])),
  ...limits.flatMap((name) => firstTeamErrors(options, name)),
];

const firstTeamErrors = (options: TeamsOptions, name: (typeof limits)[number]): readonly string[] =>
  options[name] === 0 && options.defaultTeam
    ? [
        `${name}: must be at least 1, because every organization starts with a team of one member; or set defaultTeam to false`,
      ]
    : [];

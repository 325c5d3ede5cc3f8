import { limitErrors, switchErrors, unknownOptionErrors } from "../config-errors.js";
import type { Organization } from "../models.js";
import { type LimitOf, withDefaults } from "../options.js";
import type { Team } from "../schemas.js";

export interface TeamsOptions {
  /** Teams per organization. Default 1000: as many as list-teams answers with. */
  readonly maximumTeams: LimitOf<Organization>;
  /** Members per team. Default none. */
  readonly maximumMembersPerTeam: LimitOf<Team>;
  /** An organization begins with a team of its name, with who creates it as its member. Default true. */
  readonly defaultTeam: boolean;
  /** Default false: the last team of an organization stays. */
  readonly allowRemovingAllTeams: boolean;
}

const defaults: TeamsOptions = {
  maximumTeams: 1000,
  maximumMembersPerTeam: Number.POSITIVE_INFINITY,
  defaultTeam: true,
  allowRemovingAllTeams: false,
};

export const completeOptions = (given: Partial<TeamsOptions>): TeamsOptions => withDefaults(defaults, given);

const optionNames: readonly string[] = Object.keys(defaults);
const limits = ["maximumTeams", "maximumMembersPerTeam"] as const;
const switches = ["defaultTeam", "allowRemovingAllTeams"] as const;

/** Why there cannot be teams with these options, each a sentence that begins with the option's name. */
export const optionErrors = (options: TeamsOptions): readonly string[] => [
  ...unknownOptionErrors(options, optionNames),
  ...limits.flatMap((name) => limitErrors(name, options[name])),
  ...switches.flatMap((name) => switchErrors(name, options[name])),
  ...limits.flatMap((name) => firstTeamErrors(options, name)),
];

const firstTeamErrors = (options: TeamsOptions, name: (typeof limits)[number]): readonly string[] =>
  options[name] === 0 && options.defaultTeam
    ? [`${name}: must be at least 1, because an organization begins with a team of one; or set defaultTeam to false`]
    : [];

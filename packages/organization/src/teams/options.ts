import { isLimit } from "../limit.js";
import type { Organization } from "../models.js";
import type { LimitOf } from "../options.js";
import type { Team } from "../shapes.js";

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

/** All options; one that is undefined is one that is not given. */
export const completeOptions = (given: Partial<TeamsOptions>): TeamsOptions => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});

const optionNames: readonly string[] = Object.keys(defaults);
const limits = ["maximumTeams", "maximumMembersPerTeam"] as const;
const switches = ["defaultTeam", "allowRemovingAllTeams"] as const;

/** Why there cannot be teams with these options, each a sentence that begins with the option's name. */
export const optionProblems = (options: TeamsOptions): readonly string[] => [
  ...Object.keys(options)
    .filter((name) => !optionNames.includes(name))
    .map((name) => `${name}: there is no such option, only ${optionNames.join(", ")}`),
  ...limits.flatMap((name) => limitProblem(options, name)),
  ...switches.filter((name) => typeof options[name] !== "boolean").map((name) => `${name}: must be true or false`),
];

function limitProblem(options: TeamsOptions, name: (typeof limits)[number]): readonly string[] {
  const limit: unknown = options[name];
  if (typeof limit === "function") return [];
  if (!isLimit(limit))
    return [`${name}: must be a whole number from 0, Infinity for none, or a function that answers with one`];
  return limit === 0 && options.defaultTeam
    ? [`${name}: must be at least 1, because an organization begins with a team of one; or set defaultTeam to false`]
    : [];
}

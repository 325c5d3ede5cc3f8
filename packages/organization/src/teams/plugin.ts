import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { endpoints, type TeamsEndpoints, type TeamsServerEndpoints } from "./endpoints.js";
import { type TeamErrorCode, teamErrors } from "./errors.js";
import type { TeamEvent } from "./events.js";
import { hookNames, type TeamHooks } from "./hooks/offers.js";
import { hooksOf } from "./hooks/uses.js";
import {
  invitationColumns,
  memberColumns,
  type TeamModels,
  type TeamsSession,
  teamMemberModel,
  teamModel,
  teamSessionColumns,
} from "./models.js";
import { type TeamsOptions, teamsOptions } from "./options.js";

/** The types of both halves. */
export interface TeamsTypes extends PluginTypes {
  readonly endpoints: TeamsEndpoints;
  readonly serverEndpoints: TeamsServerEndpoints;
  readonly session: TeamsSession;
  readonly models: TeamModels;
  readonly errorCode: TeamErrorCode;
  readonly event: TeamEvent;
  readonly hooks: TeamHooks;
  readonly publicOptions: { readonly teams: object };
}

/** A named interface keeps the inferred types of apps short. */
export interface TeamsPlugin extends Plugin<TeamsTypes> {}

/**
 * Adds teams to organizations: `activeTeamId` on the session, `teamId` on members and invitations, and `teams` in the
 * response of get-full-organization. Requires `organization()`.
 *
 * @param given options; see `TeamsOptions` for their defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [organization(), teams({ maximumTeams: 20 })] })
 */
export function teams(given: OptionsInput<TeamsOptions> = {}): TeamsPlugin {
  const { options, configErrors } = teamsOptions.read(given);
  return definePlugin<TeamsTypes>({
    id: "teams",
    requires: ["organization"],
    options,
    errors: teamErrors,
    models: [teamModel, teamMemberModel],
    extends: {
      member: { columns: memberColumns },
      invitation: { columns: invitationColumns },
      session: { columns: teamSessionColumns },
    },
    endpoints,
    hookNames,
    hooks: hooksOf(options),
    configErrors,
  });
}

import type { TxContext } from "@keyhold/core/plugin";
import type { Place } from "../../hooks/offers.js";
import { teamErrors } from "../errors.js";
import { emit } from "../events.js";
import { hooksAt } from "../hooks/offers.js";
import { type TeamRow, teamModel } from "../models.js";
import type { TeamsOptions } from "../options.js";
import { invalidateSessionCacheOf } from "./active.js";
import { showTeam } from "./show.js";

/**
 * Removes a team of a locked organization. The members stay in the organization. Pending invitations stay valid without
 * a team. In sessions the team is no longer active.
 *
 * @throws AuthError UNABLE_TO_REMOVE_LAST_TEAM
 */
export async function removeTeam(
  ctx: TxContext<"UNABLE_TO_REMOVE_LAST_TEAM">,
  { allowRemovingAllTeams }: TeamsOptions,
  { organization, actorId, team }: Place & { readonly team: TeamRow },
): Promise<void> {
  const organizationId = organization.id;
  if (!allowRemovingAllTeams && (await ctx.db.count(teamModel, { organizationId })) <= 1)
    ctx.fail(teamErrors.UNABLE_TO_REMOVE_LAST_TEAM);
  for (const hook of hooksAt(ctx, "team.remove")) await hook(team, ctx, { organization, actorId });
  await invalidateSessionCacheOf(ctx, team.id);
  await ctx.db.remove(teamModel, { id: team.id }, organization);
  emit(ctx, { type: "team.removed", team: showTeam(ctx, team), actorId });
}

import type { TxContext } from "@keyhold/core";
import type { Place } from "../rules.js";
import { invalidateSessionCopies } from "./active.js";
import { tell } from "./events.js";
import { type TeamRow, teamModel } from "./models.js";
import type { TeamsOptions } from "./options.js";
import { rulesAt } from "./rules.js";
import { showTeam } from "./show.js";

/**
 * Removes a team of a held organization. Its members stay in the organization; invitations into it wait on, into no team, and
 * sessions that work in it work in none.
 *
 * @throws AuthError UNABLE_TO_REMOVE_LAST_TEAM
 */
export async function removeTeam(
  ctx: TxContext,
  { allowRemovingAllTeams }: TeamsOptions,
  { organization, actorId, team }: Place & { readonly team: TeamRow },
): Promise<void> {
  const organizationId = organization.id;
  if (!allowRemovingAllTeams && (await ctx.db.count(teamModel, { organizationId })) <= 1)
    ctx.refuse("UNABLE_TO_REMOVE_LAST_TEAM");
  for (const rule of rulesAt(ctx, "team.remove")) await rule(team, ctx, { organization, actorId });
  await invalidateSessionCopies(ctx, team.id);
  await ctx.db.remove(teamModel, { id: team.id }, organization);
  tell(ctx, { type: "team.removed", team: showTeam(ctx, team), actorId });
}

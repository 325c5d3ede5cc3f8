import { type AddedColumns, isConflict, storedForm, type TxContext } from "@keyhold/core";
import type { Place } from "../rules.js";
import type { Team } from "../shapes.js";
import { tell } from "./events.js";
import { type TeamRow, teamModel } from "./models.js";
import { rulesAt, type TeamChange } from "./rules.js";
import { showTeam } from "./show.js";

/**
 * Changes columns of a team of a held organization.
 *
 * @throws AuthError TEAM_ALREADY_EXISTS
 */
export async function changeTeam(
  ctx: TxContext,
  team: TeamRow,
  { organization, actorId, columns }: Place & { readonly columns: AddedColumns },
): Promise<Team> {
  let change: TeamChange = columns;
  for (const rule of rulesAt(ctx, "team.update")) change = await rule(change, ctx, { organization, actorId, team });
  const stored = storedForm(ctx, teamModel, change);
  const row = await ctx.db.update(teamModel, team.id, { ...stored, updatedAt: ctx.now() }, organization);
  if (isConflict(row)) return ctx.refuse("TEAM_ALREADY_EXISTS");
  if (!row) return ctx.refuse("TEAM_NOT_FOUND");
  const changed = showTeam(ctx, row);
  tell(ctx, { type: "team.updated", team: changed, changed: Object.keys(stored), actorId });
  return changed;
}

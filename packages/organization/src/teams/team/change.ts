import { type AddedColumns, differences, publicColumns, storedForm, type TxContext } from "@keyhold/core/plugin";
import type { Place } from "../../hooks/offers.js";
import { failTaken } from "../../records/conflict.js";
import type { Team } from "../../routes/schemas.js";
import { emit } from "../events.js";
import { hooksAt, type TeamChange } from "../hooks/offers.js";
import { type TeamRow, teamModel } from "../models.js";
import { showTeam } from "./show.js";

/**
 * Changes columns of a team of a locked organization after running hooks, and returns the result. Writes only if a
 * column differs.
 */
export async function changeTeam(
  ctx: TxContext,
  team: TeamRow,
  { organization, actorId, columns }: Place & { readonly columns: AddedColumns },
): Promise<Team> {
  let change: TeamChange = columns;
  for (const hook of hooksAt(ctx, "team.update")) change = await hook(change, ctx, { organization, actorId, team });
  const stored = storedForm(ctx, teamModel, change);
  const changed = differences(team, stored);
  if (changed.length === 0) return showTeam(ctx, team);

  const row = await ctx.db.update(teamModel, team.id, { ...stored, updatedAt: ctx.now() }, organization, {
    onConflict: (conflict) => failTaken(ctx, conflict),
  });
  if (!row) throw new Error("A team of a held organization was gone.");
  const updated = showTeam(ctx, row);
  const shown = publicColumns(ctx.schema, teamModel);
  const told = changed.filter((column) => shown.includes(column));
  if (told.length > 0) emit(ctx, { type: "team.updated", team: updated, changed: told, actorId });
  return updated;
}

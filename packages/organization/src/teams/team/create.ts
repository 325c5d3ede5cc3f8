import { type AddedColumns, storedRow, type TxContext } from "@keyhold/core/plugin";
import type { Place } from "../../hooks/offers.js";
import { failTaken } from "../../records/conflict.js";
import { teamErrors } from "../errors.js";
import { emit } from "../events.js";
import { hooksAt, type LockedTeam, type TeamDraft } from "../hooks/offers.js";
import { teamModel } from "../models.js";
import { showTeam } from "./show.js";

export interface NewTeam {
  readonly columns: AddedColumns & Pick<TeamDraft, "name">;
  /** The maximum number of teams, including the new team. */
  readonly limit: number;
}

/**
 * Creates a team of a locked organization. The lock keeps the count of teams exact.
 *
 * @throws AuthError YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS
 */
export async function createTeam(
  ctx: TxContext<"YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS">,
  { organization, actorId }: Place,
  { columns, limit }: NewTeam,
): Promise<LockedTeam> {
  const organizationId = organization.id;
  const teams = Number.isFinite(limit) ? await ctx.db.count(teamModel, { organizationId }) : 0;
  if (teams >= limit) return ctx.fail(teamErrors.YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS);

  let draft: TeamDraft = { ...columns, organizationId, createdAt: ctx.now() };
  for (const hook of hooksAt(ctx, "team.create")) draft = await hook(draft, ctx, { organization, actorId });
  const team = await ctx.db.insert(teamModel, storedRow(ctx, teamModel, draft), organization, {
    onConflict: (conflict) => failTaken(ctx, conflict),
  });
  emit(ctx, { type: "team.created", team: showTeam(ctx, team), actorId });
  return team;
}

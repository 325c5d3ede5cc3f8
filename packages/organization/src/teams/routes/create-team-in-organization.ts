import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { organizationErrors } from "../../errors.js";
import { organizationModel } from "../../models.js";
import { limitFor } from "../../records/limit.js";
import { id, name, team } from "../../routes/schemas.js";
import { endpoint } from "../endpoint.js";
import { teamModel } from "../models.js";
import { createTeam } from "../team/create.js";
import { showTeam } from "../team/show.js";

export const createTeamInOrganization = endpoint({
  route: "POST /organization/create-team-in-organization",
  access: "public",
  doc: "Creates a team of an organization on behalf of the app. Checks no permission.",
  input: z.object({ name, organizationId: id }),
  takesColumns: { of: teamModel, canClear: false },
  output: team,
  errors: ["ORGANIZATION_NOT_FOUND", "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS"],
  isServerOnly: true,
  async handle({ input: { name, organizationId }, columns, ctx }, options) {
    const found = await ctx.db.find(organizationModel, { id: organizationId });
    if (!found) return ctx.fail(organizationErrors.ORGANIZATION_NOT_FOUND);
    const limit = await limitFor(options.maximumTeams, found);
    const created = await ctx.transactionOn(organizationModel, organizationId, async (ctx, organization) =>
      showTeam(ctx, await createTeam(ctx, { organization, actorId: null }, { columns: { ...columns, name }, limit })),
    );
    return ok(created ?? ctx.fail(organizationErrors.ORGANIZATION_NOT_FOUND));
  },
});

import { commonErrors, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { isAllowed } from "../../member/membership.js";
import { onOrganization } from "../../organization/on-organization.js";
import { id, name, team } from "../../routes/schemas.js";
import { endpoint } from "../endpoint.js";
import { teamErrors } from "../errors.js";
import { teamModel } from "../models.js";
import { changeTeam } from "../team/change.js";
import { callerIn, organizationOf, teamOf } from "../team/find.js";

export const updateTeam = endpoint({
  route: "POST /organization/update-team",
  access: "session",
  doc: "Changes the name and plugin columns of a team. Ids in `data` can only identify the team: an update never moves it.",
  input: z.object({
    teamId: id,
    organizationId: id.optional(),
    data: z.object({ name: name.optional(), id: id.optional(), organizationId: id.optional() }),
  }),
  takesColumns: { of: teamModel, under: "data", canClear: true },
  output: team,
  errors: ["TEAM_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM"],
  async handle({ input, columns, session, ctx }) {
    const { teamId, data } = input;
    const named = input.organizationId ?? data.organizationId;
    const organizationId = await organizationOf(ctx, session, { teamId, organizationId: named });
    if (organizationId === null) return ctx.fail(teamErrors.TEAM_NOT_FOUND);

    const updated = await onOrganization(ctx, { session, organizationId }, async (ctx, organization) => {
      const me = await callerIn(ctx, organization.id, session);
      if (!me) return null;
      if (!isAllowed(me, { team: ["update"] })) return ctx.fail(teamErrors.YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM);
      const team = await teamOf(ctx, organization, teamId);
      const ids = { id: data.id ?? teamId, organizationId: data.organizationId ?? organization.id };
      if (team?.id !== ids.id || team.organizationId !== ids.organizationId) return ctx.fail(teamErrors.TEAM_NOT_FOUND);
      const change = { ...columns, ...(data.name !== undefined && { name: data.name }) };
      if (Object.keys(change).length === 0) {
        const issues = [{ path: "data", message: "Nothing to change" }];
        return ctx.fail(commonErrors.VALIDATION_ERROR, { issues });
      }
      return changeTeam(ctx, team, { organization, actorId: session.userId, columns: change });
    });
    return ok(
      updated ??
        ctx.fail(named === undefined ? teamErrors.TEAM_NOT_FOUND : teamErrors.YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM),
    );
  },
});

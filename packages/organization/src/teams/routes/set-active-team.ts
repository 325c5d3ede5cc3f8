import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { organizationModel } from "../../models.js";
import { id, team } from "../../routes/schemas.js";
import { endpoint } from "../endpoint.js";
import { teamErrors } from "../errors.js";
import { activateTeam } from "../team/active.js";
import { callerIn, findVisible, teamOf } from "../team/find.js";
import { showTeam } from "../team/show.js";
import { isTeamMember } from "../team-member/find.js";

export const setActiveTeam = endpoint({
  route: "POST /organization/set-active-team",
  access: "session",
  doc: "Makes a team of the caller the active one of this session, together with its organization, and returns it. Null clears the active team.",
  input: z.object({ teamId: id.nullable() }),
  output: team.nullable(),
  errors: ["TEAM_NOT_FOUND", "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"],
  async handle({ input: { teamId }, session, ctx }) {
    if (teamId === null) {
      await activateTeam(ctx, session, null);
      return ok(null);
    }
    const visible = await findVisible(ctx, session, teamId);
    if (!visible) return ctx.fail(teamErrors.TEAM_NOT_FOUND);

    const active = await ctx.transactionOn(
      organizationModel,
      visible.team.organizationId,
      async (ctx, organization) => {
        const me = await callerIn(ctx, organization.id, session);
        const team = me && (await teamOf(ctx, organization, teamId));
        if (!team) return null;
        if (!(await isTeamMember(ctx, team, me.member))) return ctx.fail(teamErrors.USER_IS_NOT_A_MEMBER_OF_THE_TEAM);
        await activateTeam(ctx, session, team);
        return showTeam(ctx, team);
      },
    );
    return ok(active ?? ctx.fail(teamErrors.TEAM_NOT_FOUND));
  },
});

import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { organizationErrors } from "../../errors.js";
import { isAllowed } from "../../member/membership.js";
import { onOrganization } from "../../organization/on-organization.js";
import { id } from "../../routes/schemas.js";
import { endpoint } from "../endpoint.js";
import { teamErrors } from "../errors.js";
import { teamMemberModel } from "../models.js";
import { callerIn, findVisible, lockTeam } from "../team/find.js";
import { leaveTeam } from "../team-member/leave.js";

export const removeTeamMember = endpoint({
  route: "POST /organization/remove-team-member",
  access: "session",
  doc: "Removes a member from a team. They stay a member of the organization.",
  input: z.object({ teamId: id, userId: id }),
  output: z.object({ message: z.literal("Team member removed successfully.") }),
  errors: ["TEAM_NOT_FOUND", "MEMBER_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM"],
  async handle({ input: { teamId, userId }, session, ctx }) {
    const visible = await findVisible(ctx, session, teamId);
    if (!visible) return ctx.fail(teamErrors.TEAM_NOT_FOUND);

    const on = { session, organizationId: visible.team.organizationId };
    const isOut = await onOrganization(ctx, on, async (ctx, organization) => {
      const me = await callerIn(ctx, organization.id, session);
      if (!me) return false;
      if (!isAllowed(me, { team: ["update"] })) return ctx.fail(teamErrors.YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM);
      const team = await lockTeam(ctx, organization, teamId);
      if (!team) return false;
      const teamMember = await ctx.db.find(teamMemberModel, { teamId, userId });
      if (!teamMember) return ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
      await leaveTeam(ctx, { organization, team, actorId: session.userId }, teamMember);
      return true;
    });
    return isOut ? ok({ message: "Team member removed successfully." }) : ctx.fail(teamErrors.TEAM_NOT_FOUND);
  },
});

import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { organizationErrors } from "../../errors.js";
import { organizationModel } from "../../models.js";
import { limitFor } from "../../records/limit.js";
import { id } from "../../routes/schemas.js";
import { endpoint } from "../endpoint.js";
import { teamErrors } from "../errors.js";
import { teamMemberModel, teamModel } from "../models.js";
import { teamMember } from "../schemas.js";
import { showTeam, showTeamMember } from "../team/show.js";
import { addToTeam } from "../team-member/join.js";

export const addUserToTeam = endpoint({
  route: "POST /organization/add-user-to-team",
  access: "public",
  doc: "Adds a member of the organization to a team on behalf of the app. Checks no permission.",
  input: z.object({ teamId: id, userId: id }),
  takesColumns: { of: teamMemberModel, canClear: false },
  output: teamMember,
  errors: ["TEAM_NOT_FOUND", "MEMBER_NOT_FOUND", "TEAM_MEMBER_LIMIT_REACHED"],
  isServerOnly: true,
  async handle({ input: { teamId, userId }, columns, ctx }, options) {
    const team = await ctx.db.find(teamModel, { id: teamId });
    if (!team) return ctx.fail(teamErrors.TEAM_NOT_FOUND);
    const limit = await limitFor(options.maximumMembersPerTeam, showTeam(ctx, team));
    const added = await ctx.transactionOn(userModel, userId, async (ctx, user) => {
      const organization = await ctx.db.lock(organizationModel, team.organizationId);
      if (!organization) return ctx.fail(teamErrors.TEAM_NOT_FOUND);
      const place = { organization, actorId: null };
      return showTeamMember(ctx, await addToTeam(ctx, place, { teamId, userId: user.id, columns, limit }));
    });
    return ok(added ?? ctx.fail(organizationErrors.MEMBER_NOT_FOUND));
  },
});

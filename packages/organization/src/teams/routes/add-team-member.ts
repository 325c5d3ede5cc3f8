import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { requireLiveSession } from "@keyhold/core/session";
import { organizationErrors } from "../../errors.js";
import { isAllowed } from "../../member/membership.js";
import { organizationModel } from "../../models.js";
import { limitFor } from "../../records/limit.js";
import { id } from "../../routes/schemas.js";
import { endpoint } from "../endpoint.js";
import { teamErrors } from "../errors.js";
import { teamMemberModel } from "../models.js";
import { teamMember } from "../schemas.js";
import { callerIn, findVisible } from "../team/find.js";
import { showTeam, showTeamMember } from "../team/show.js";
import { addToTeam } from "../team-member/join.js";

export const addTeamMember = endpoint({
  route: "POST /organization/add-team-member",
  access: "session",
  doc: "Adds a member of the organization to a team; a member already in it stays unchanged.",
  input: z.object({ teamId: id, userId: id }),
  takesColumns: { of: teamMemberModel, canClear: false },
  output: teamMember,
  errors: [
    "TEAM_NOT_FOUND",
    "MEMBER_NOT_FOUND",
    "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM",
    "TEAM_MEMBER_LIMIT_REACHED",
  ],
  async handle({ input: { teamId, userId }, columns, session, ctx }, options) {
    const visible = await findVisible(ctx, session, teamId);
    if (!visible) return ctx.fail(teamErrors.TEAM_NOT_FOUND);
    const wanted = { team: ["update"] };
    // Also checked before the transaction: prevents other callers from running the app's functions and from probing
    // user ids.
    if (!isAllowed(visible.me, wanted)) return ctx.fail(teamErrors.YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM);
    const limit = await limitFor(options.maximumMembersPerTeam, showTeam(ctx, visible.team));

    const added = await ctx.transactionOn(userModel, userId, async (ctx, user) => {
      await requireLiveSession(ctx, session);
      const organization = await ctx.db.lock(organizationModel, visible.team.organizationId);
      const me = organization && (await callerIn(ctx, organization.id, session));
      if (!me) return ctx.fail(teamErrors.TEAM_NOT_FOUND);
      if (!isAllowed(me, wanted)) return ctx.fail(teamErrors.YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM);
      const place = { organization, actorId: session.userId };
      return showTeamMember(ctx, await addToTeam(ctx, place, { teamId, userId: user.id, columns, limit }));
    });
    return ok(added ?? ctx.fail(organizationErrors.MEMBER_NOT_FOUND));
  },
});

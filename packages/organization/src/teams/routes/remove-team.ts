import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { isAllowed } from "../../member/membership.js";
import { onOrganization } from "../../organization/on-organization.js";
import { id } from "../../routes/schemas.js";
import { endpoint } from "../endpoint.js";
import { teamErrors } from "../errors.js";
import { callerIn, organizationOf, teamOf } from "../team/find.js";
import { removeTeam as remove } from "../team/remove.js";
import { isTeamMember } from "../team-member/find.js";

/** The status of a missing team in this route. */
const notFound = { status: 404 } as const;

export const removeTeam = endpoint({
  route: "POST /organization/remove-team",
  access: "session",
  doc: "Removes a team. Fails if the caller is a member of it, or if it is the last one. Its members stay in the organization.",
  input: z.object({ teamId: id, organizationId: id.optional() }),
  output: z.object({ message: z.literal("Team removed successfully.") }),
  errors: [
    "TEAM_NOT_FOUND",
    "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM",
    "YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION",
    "UNABLE_TO_REMOVE_LAST_TEAM",
  ],
  async handle({ input, session, ctx }, options) {
    const organizationId = await organizationOf(ctx, session, input);
    if (organizationId === null) return ctx.fail(teamErrors.TEAM_NOT_FOUND, notFound);

    const isGone = await onOrganization(ctx, { session, organizationId }, async (ctx, organization) => {
      const me = await callerIn(ctx, organization.id, session);
      if (!me) return false;
      if (!isAllowed(me, { team: ["delete"] }))
        return ctx.fail(teamErrors.YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION);
      const team = await teamOf(ctx, organization, input.teamId);
      if (!team) return ctx.fail(teamErrors.TEAM_NOT_FOUND, notFound);
      if (await isTeamMember(ctx, team, me.member)) return ctx.fail(teamErrors.YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM);
      await remove(ctx, options, { organization, actorId: session.userId, team });
      return true;
    });
    if (isGone) return ok({ message: "Team removed successfully." });
    return input.organizationId === undefined
      ? ctx.fail(teamErrors.TEAM_NOT_FOUND, notFound)
      : ctx.fail(teamErrors.YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM);
  },
});

import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { id, pageSize } from "../../routes/schemas.js";
import { endpoint } from "../endpoint.js";
import { teamErrors } from "../errors.js";
import { teamMemberWithUser } from "../schemas.js";
import { activeTeamId } from "../team/active.js";
import { findVisible } from "../team/find.js";
import { pageOfTeam } from "../team/list.js";

export const listTeamMembers = endpoint({
  route: "GET /organization/list-team-members",
  access: "session",
  doc: "Lists the members of a team in the order of joining; every member of its organization may call it. Default: the active team.",
  input: z.object({ teamId: id.optional(), limit: pageSize, cursor: z.string().optional() }),
  output: z.object({ members: z.array(teamMemberWithUser), nextCursor: z.string().nullable() }),
  errors: ["NO_ACTIVE_TEAM", "TEAM_NOT_FOUND"],
  async handle({ input: { teamId: named, ...page }, session, ctx }) {
    const teamId = named ?? activeTeamId(session);
    if (teamId === null) return ctx.fail(teamErrors.NO_ACTIVE_TEAM);
    const visible = await findVisible(ctx, session, teamId);
    return visible ? ok(await pageOfTeam(ctx, visible.team.id, page)) : ctx.fail(teamErrors.TEAM_NOT_FOUND);
  },
});

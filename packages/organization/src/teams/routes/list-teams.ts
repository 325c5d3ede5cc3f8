import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { organizationErrors } from "../../errors.js";
import { findOwn } from "../../records/find.js";
import { id, team } from "../../routes/schemas.js";
import { endpoint } from "../endpoint.js";
import { teamsIn } from "../team/list.js";

export const listTeams = endpoint({
  route: "GET /organization/list-teams",
  access: "session",
  doc: "Lists the teams of an organization of the caller, the oldest first. Default: the active organization.",
  input: z.object({ organizationId: id.optional() }),
  output: z.array(team),
  errors: ["NO_ACTIVE_ORGANIZATION", "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"],
  async handle({ input, session, ctx }) {
    const own = await findOwn(ctx, session, input);
    if (own === "none") return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    if (own === "foreign") return ctx.fail(organizationErrors.USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION);
    return ok(await teamsIn(ctx, own.organization.id));
  },
});

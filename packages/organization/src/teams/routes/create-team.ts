import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { organizationErrors } from "../../errors.js";
import { isAllowed, resolveMembership } from "../../member/membership.js";
import { onOrganization } from "../../organization/on-organization.js";
import { findOwn } from "../../records/find.js";
import { limitFor } from "../../records/limit.js";
import { id, name, team } from "../../routes/schemas.js";
import { endpoint } from "../endpoint.js";
import { teamErrors } from "../errors.js";
import { teamModel } from "../models.js";
import { organizationOptions } from "../organization-options.js";
import { createTeam as create } from "../team/create.js";
import { callerIn } from "../team/find.js";
import { showTeam } from "../team/show.js";

export const createTeam = endpoint({
  route: "POST /organization/create-team",
  access: "session",
  doc: "Creates a team of an organization, without adding the caller to it.",
  input: z.object({ name, organizationId: id.optional() }),
  takesColumns: { of: teamModel, canClear: false },
  output: team,
  errors: [
    "NO_ACTIVE_ORGANIZATION",
    "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
    "YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION",
    "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS",
  ],
  async handle({ input: { name, organizationId }, columns, session, ctx }, options) {
    const own = await findOwn(ctx, session, { organizationId });
    if (own === "none") return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    if (own === "foreign") return ctx.fail(organizationErrors.USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION);
    // Only members may cause a call of the app's functions; the transaction checks the permission again.
    const wanted = { team: ["create"] };
    if (!isAllowed(await resolveMembership(ctx, organizationOptions(ctx), own.member), wanted))
      return ctx.fail(teamErrors.YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION);
    const limit = await limitFor(options.maximumTeams, own.organization);

    const on = { session, organizationId: own.organization.id };
    const created = await onOrganization(ctx, on, async (ctx, organization) => {
      const me = await callerIn(ctx, organization.id, session);
      if (!me) return null;
      if (!isAllowed(me, wanted)) return ctx.fail(teamErrors.YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION);
      const place = { organization, actorId: session.userId };
      return showTeam(ctx, await create(ctx, place, { columns: { ...columns, name }, limit }));
    });
    return ok(created ?? ctx.fail(organizationErrors.USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION));
  },
});

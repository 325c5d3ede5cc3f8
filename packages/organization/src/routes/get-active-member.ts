import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { showWithUser } from "../member/show.js";
import { memberModel } from "../models.js";
import { chosenOrganizationId } from "../records/active.js";
import { id, memberWithUser } from "./schemas.js";

export const getActiveMember = endpoint({
  route: "GET /organization/get-active-member",
  access: "session",
  doc: "Returns the caller's membership in an organization, by default the active one.",
  input: z.object({ organizationId: id.optional() }),
  output: memberWithUser,
  errors: ["NO_ACTIVE_ORGANIZATION", "MEMBER_NOT_FOUND"],
  async handle({ input, session, ctx }) {
    const organizationId = chosenOrganizationId(input, session);
    if (organizationId === null) return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    const member = await ctx.db.find(memberModel, { organizationId, userId: session.userId });
    return member
      ? ok(showWithUser(ctx, { ...member, user: session.user }))
      : ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
  },
});

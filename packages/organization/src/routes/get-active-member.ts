import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { showWithUser } from "../member/show.js";
import { memberModel } from "../models.js";
import { activeOrganizationId } from "../organization/active.js";
import { memberWithUser } from "../schemas.js";

export const getActiveMember = endpoint({
  route: "GET /organization/get-active-member",
  access: "session",
  doc: "Returns the caller's membership in the active organization.",
  input: z.object({}),
  output: memberWithUser,
  errors: ["NO_ACTIVE_ORGANIZATION", "MEMBER_NOT_FOUND"],
  async handle({ session, ctx }) {
    const organizationId = activeOrganizationId(session);
    if (organizationId === null) return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    const member = await ctx.db.find(memberModel, { organizationId, userId: session.userId });
    return member
      ? ok(showWithUser(ctx, { ...member, user: session.user }))
      : ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
  },
});

import { ok } from "@keyhold/core/plugin";
import * as z from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { memberModel } from "../models.js";
import { activeOrganizationId } from "../organization/active.js";

export const getActiveMemberRole = endpoint({
  route: "GET /organization/get-active-member-role",
  access: "session",
  doc: "Returns the caller's role in the active organization; several are joined by commas.",
  input: z.object({}),
  output: z.object({ role: z.string() }),
  errors: ["NO_ACTIVE_ORGANIZATION", "MEMBER_NOT_FOUND"],
  async handle({ session, ctx, fail }) {
    const organizationId = activeOrganizationId(session);
    if (organizationId === null) return fail("NO_ACTIVE_ORGANIZATION");
    const member = await ctx.db.find(memberModel, { organizationId, userId: session.userId });
    return member ? ok({ role: member.role }) : fail("MEMBER_NOT_FOUND");
  },
});

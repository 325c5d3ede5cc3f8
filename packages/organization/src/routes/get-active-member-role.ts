import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { memberModel } from "../models.js";
import { chosenOrganizationId } from "../records/active.js";
import { id } from "./schemas.js";

export const getActiveMemberRole = endpoint({
  route: "GET /organization/get-active-member-role",
  access: "session",
  doc: "Returns the caller's role in an organization, by default the active one; several are joined by commas.",
  input: z.object({ organizationId: id.optional() }),
  output: z.object({ role: z.string() }),
  errors: ["NO_ACTIVE_ORGANIZATION", "MEMBER_NOT_FOUND"],
  async handle({ input, session, ctx }) {
    const organizationId = chosenOrganizationId(input, session);
    if (organizationId === null) return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    const member = await ctx.db.find(memberModel, { organizationId, userId: session.userId });
    return member ? ok({ role: member.role }) : ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
  },
});

import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { removeMember } from "../member/remove.js";
import { showMember } from "../member/show.js";
import { memberModel } from "../models.js";
import { onOrganization } from "../organization/on-organization.js";
import { id, member } from "./schemas.js";

export const leave = endpoint({
  route: "POST /organization/leave",
  access: "session",
  isPersonal: true,
  doc: "Ends the caller's membership. Sessions of the caller lose the organization as their active one.",
  input: z.object({ organizationId: id }),
  output: member,
  errors: ["MEMBER_NOT_FOUND", "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER"],
  async handle({ input, session, ctx }, options) {
    const { userId } = session;
    const on = { session, organizationId: input.organizationId };
    const left = await onOrganization(ctx, on, async (ctx, organization) => {
      const me = await ctx.db.find(memberModel, { organizationId: organization.id, userId });
      if (!me) return ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
      await removeMember(ctx, me, { organization, actorId: userId, options });
      return showMember(ctx, me);
    });
    return ok(left ?? ctx.fail(organizationErrors.MEMBER_NOT_FOUND));
  },
});

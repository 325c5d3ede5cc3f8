import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { cancelInvitation as cancel, mayTouchInvitation } from "../invitation/cancel.js";
import { isAllowed, membershipOf } from "../member/membership.js";
import { invitationModel } from "../models.js";
import { onOrganization } from "../organization/on-organization.js";
import { id, invitation } from "./schemas.js";

export const cancelInvitation = endpoint({
  route: "POST /organization/cancel-invitation",
  access: "session",
  doc: "Cancels an invitation in any status. A user who accepted it stays a member.",
  input: z.object({ invitationId: id }),
  output: invitation,
  errors: ["INVITATION_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION"],
  async handle({ input: { invitationId: id }, session, ctx }, options) {
    const { userId } = session;
    const found = await ctx.db.find(invitationModel, { id });
    if (!found) return ctx.fail(organizationErrors.INVITATION_NOT_FOUND);
    const on = { session, organizationId: found.organizationId };
    const canceled = await onOrganization(ctx, on, async (ctx, organization) => {
      const organizationId = organization.id;
      const me = await membershipOf(ctx, options, { organizationId, userId });
      if (!me || !isAllowed(me, { invitation: ["cancel"] }))
        return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION);
      const invitation = await ctx.db.find(invitationModel, { id, organizationId });
      if (!invitation) return ctx.fail(organizationErrors.INVITATION_NOT_FOUND);
      if (!(await mayTouchInvitation(ctx, options, { me, invitation })))
        return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION);
      return cancel(ctx, invitation, { organization, actorId: userId });
    });
    return ok(canceled ?? ctx.fail(organizationErrors.INVITATION_NOT_FOUND));
  },
});

import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { findInvitation } from "../invitation/find.js";
import { requireClaim } from "../invitation/recipient.js";
import { showReceived } from "../invitation/show.js";
import { memberModel } from "../models.js";
import { id, shownInvitation } from "./schemas.js";

export const getInvitation = endpoint({
  route: "GET /organization/get-invitation",
  access: "session",
  doc: "Returns an open invitation to the caller's email address, with its organization's name and its inviter's email address.",
  input: z.object({ id }),
  output: shownInvitation,
  errors: [
    "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION",
    "INVITATION_NOT_FOUND",
    "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION",
    "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
  ],
  async handle({ input: { id }, session: { user }, caller, ctx }, options) {
    const invitation = await findInvitation(ctx, { invitationId: id });
    if (!invitation) return ctx.fail(organizationErrors.INVITATION_NOT_FOUND);
    await requireClaim(ctx, options, { user, invitation, hasLink: false, caller });
    const { organizationId, inviterId: userId } = invitation;
    const inviter = await ctx.db.find(memberModel, { organizationId, userId }, { with: userModel });
    if (!inviter) return ctx.fail(organizationErrors.INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION);
    return ok({ ...showReceived(ctx, invitation), inviterEmail: inviter.user.email });
  },
});

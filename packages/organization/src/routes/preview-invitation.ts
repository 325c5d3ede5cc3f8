import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { findInvitation } from "../invitation/find.js";
import { isOpen } from "../invitation/open.js";
import { memberModel } from "../models.js";
import { invitationPreview, invitationToken } from "./schemas.js";

export const previewInvitation = endpoint({
  route: "GET /organization/preview-invitation",
  access: "public",
  doc: "Returns a preview of an invitation by the token from its email, for users without a session. It does not reveal whether the address has an account.",
  input: z.object({ token: invitationToken }),
  output: invitationPreview,
  errors: ["INVITATION_NOT_FOUND"],
  limit: { windowSeconds: 60, max: 30 },
  async handle({ input, ctx }) {
    const invitation = await findInvitation(ctx, input);
    if (!invitation || !isOpen(ctx, invitation)) return ctx.fail(organizationErrors.INVITATION_NOT_FOUND);
    const { organization, organizationId, inviterId: userId, email, role, expiresAt } = invitation;
    const inviter = await ctx.db.find(memberModel, { organizationId, userId }, { with: userModel });
    if (!inviter) return ctx.fail(organizationErrors.INVITATION_NOT_FOUND);
    const { name, slug, logo } = organization;
    return ok({
      organization: { name, slug, logo },
      inviter: { name: inviter.user.name },
      email,
      role,
      status: "pending",
      expiresAt,
    });
  },
});

import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { acceptInvitation as accept } from "../invitation/accept.js";
import { findInvitation } from "../invitation/find.js";
import { withReceivedInvitation } from "../invitation/receive.js";
import { requireClaim } from "../invitation/recipient.js";
import { showInvitation } from "../invitation/show.js";
import { prepareMember } from "../member/prepare.js";
import { showMember } from "../member/show.js";
import { limitFor } from "../records/limit.js";
import { invitation, invitationName, member } from "./schemas.js";

export const acceptInvitation = endpoint({
  route: "POST /organization/accept-invitation",
  access: "session",
  isPersonal: true,
  doc: "Accepts an invitation to the caller's email address, by its id or by the token from its email, and makes its organization the active one.",
  input: invitationName,
  output: z.object({ invitation, member }),
  errors: [
    "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION",
    "INVITATION_NOT_FOUND",
    "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION",
    "INVITER_MAY_NO_LONGER_GIVE_THIS_ROLE",
    "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
    "ROLE_NOT_FOUND",
    "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
    "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
  ],
  async handle({ input: name, session, caller, ctx }, options) {
    const found = await findInvitation(ctx, name);
    if (!found) return ctx.fail(organizationErrors.INVITATION_NOT_FOUND);
    const { organizationId } = found;
    // Prevents other callers from running the app's functions; the transaction checks again.
    const hasLink = name.token !== undefined;
    await requireClaim(ctx, options, { user: session.user, invitation: found, hasLink, caller });
    const limit = await limitFor(options.membershipLimit, found.organization);
    const invitation = showInvitation(ctx, found);
    const prepared = await prepareMember(ctx, { organizationId, reason: "invitation", invitation, columns: {} });
    const { answer, cookies } = await withReceivedInvitation(
      ctx,
      options,
      { name, organizationId, session, caller },
      async (ctx, received) => {
        const { invitation, member } = await accept(ctx, options, received, { session, prepared, limit });
        return { invitation, member: showMember(ctx, member) };
      },
    );
    return ok(answer, cookies);
  },
});

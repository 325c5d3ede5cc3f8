import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { findInvitation } from "../invitation/find.js";
import { withReceivedInvitation } from "../invitation/receive.js";
import { rejectInvitation as reject } from "../invitation/reject.js";
import { invitation, invitationName } from "./schemas.js";

export const rejectInvitation = endpoint({
  route: "POST /organization/reject-invitation",
  access: "session",
  isPersonal: true,
  doc: "Rejects an invitation to the caller's email address, by its id or by the token from its email.",
  input: invitationName,
  output: z.object({ invitation, member: z.null() }),
  errors: [
    "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION",
    "INVITATION_NOT_FOUND",
    "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
  ],
  async handle({ input: name, session, caller, ctx }, options) {
    const found = await findInvitation(ctx, name);
    if (!found) return ctx.fail(organizationErrors.INVITATION_NOT_FOUND);
    const { organizationId } = found;
    const receipt = { name, organizationId, session, caller };
    const { answer: invitation, cookies } = await withReceivedInvitation(ctx, options, receipt, reject);
    return ok({ invitation, member: null }, cookies);
  },
});

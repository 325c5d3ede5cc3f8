import { after, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { orderOf } from "../invitation/list.js";
import { requireVerified } from "../invitation/recipient.js";
import { showReceived } from "../invitation/show.js";
import { invitationModel, organizationModel } from "../models.js";
import { invitationsPage, receivedInvitation } from "./schemas.js";

export const listUserInvitations = endpoint({
  route: "GET /organization/list-user-invitations",
  access: "session",
  doc: "Lists the open invitations to the caller's email address by pages: `cursor` is the id of the last invitation on the previous page.",
  input: z.object(invitationsPage),
  output: z.array(receivedInvitation),
  errors: ["EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"],
  async handle({ input: page, session: { user }, caller, ctx }, options) {
    await requireVerified(ctx, options, { user, caller });
    const { email } = user;
    const order = await orderOf(ctx, { email }, page);
    const open = { email, status: "pending", expiresAt: after(ctx.now()) } as const;
    const withColumns = ["name", "slug"] as const;
    const rows = await ctx.db.list(invitationModel, open, { ...order, with: organizationModel, withColumns });
    return ok(rows.map((row) => showReceived(ctx, row)));
  },
});

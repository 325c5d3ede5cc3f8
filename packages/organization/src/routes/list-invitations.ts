import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { orderOf } from "../invitation/list.js";
import { showInvitation } from "../invitation/show.js";
import { invitationModel } from "../models.js";
import { findOwn } from "../records/find.js";
import { id, invitation, invitationStatus, invitationsPage } from "./schemas.js";

export const listInvitations = endpoint({
  route: "GET /organization/list-invitations",
  access: "session",
  doc: "Lists the invitations of an organization of the caller by pages: `cursor` is the id of the last invitation on the previous page.",
  input: z.object({
    organizationId: id.optional(),
    status: invitationStatus.optional(),
    ...invitationsPage,
  }),
  output: z.array(invitation),
  errors: ["ORGANIZATION_ID_IS_REQUIRED", "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"],
  async handle({ input: { organizationId: asked, status, ...page }, session, ctx }) {
    const own = await findOwn(ctx, session, { organizationId: asked });
    if (own === "none") return ctx.fail(organizationErrors.ORGANIZATION_ID_IS_REQUIRED);
    if (own === "foreign") return ctx.fail(organizationErrors.YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION);
    const organizationId = own.organization.id;
    const order = await orderOf(ctx, { organizationId }, page);
    const rows = await ctx.db.list(invitationModel, { organizationId, ...(status && { status }) }, order);
    return ok(rows.map((row) => showInvitation(ctx, row)));
  },
});

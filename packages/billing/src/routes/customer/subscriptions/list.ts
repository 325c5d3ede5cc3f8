import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../../endpoint.js";
import { subscriptions } from "../../../mirror/entities.js";
import { ownerAsked } from "../../../mirror/owner-asked.js";
import { customerOf, listAnswer, pageOfRows } from "../../../mirror/read.js";
import { shownSubscriptions } from "../../../mirror/shown.js";
import { list, ofOwner, pageQuery } from "../../../routes/schemas.js";

export const listSubscriptions = endpoint({
  route: "GET /customer/subscriptions/list",
  access: "session",
  doc: "The subscriptions of the caller or of an organization, from the mirror, the newest first.",
  input: z.object({ ...pageQuery, ...ofOwner, active: z.enum(["true", "false"]).optional() }),
  output: list,
  errors: ["BILLING_NOT_ALLOWED"],
  async handle({ input, session, ctx }) {
    const { page, limit, referenceId } = input;
    const customer = await customerOf(ctx, await ownerAsked(ctx, session, referenceId));
    if (!customer) return ok(listAnswer([], { totalCount: 0, limit }));
    const where = { customerId: customer.id, ...(input.active !== undefined && { isActive: input.active === "true" }) };
    const { rows, totalCount } = await pageOfRows(ctx, { mirrored: subscriptions, where, page, limit });
    return ok(listAnswer(await shownSubscriptions(ctx, customer, rows), { totalCount, limit }));
  },
});

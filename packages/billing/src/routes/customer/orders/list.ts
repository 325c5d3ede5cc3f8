import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../../endpoint.js";
import { orders } from "../../../mirror/entities.js";
import { ownerAsked } from "../../../mirror/owner-asked.js";
import { customerOf, listAnswer, pageOfRows } from "../../../mirror/read.js";
import { shownOrders } from "../../../mirror/shown.js";
import { list, ofOwner, pageQuery } from "../../../routes/schemas.js";

export const listOrders = endpoint({
  route: "GET /customer/orders/list",
  access: "session",
  doc: "The orders of the caller or of an organization, from the mirror, the newest first.",
  input: z.object({ ...pageQuery, ...ofOwner, productBillingType: z.enum(["recurring", "one_time"]).optional() }),
  output: list,
  errors: ["BILLING_NOT_ALLOWED"],
  async handle({ input, session, ctx }) {
    const { page, limit, referenceId } = input;
    const customer = await customerOf(ctx, await ownerAsked(ctx, session, referenceId));
    if (!customer) return ok(listAnswer([], { totalCount: 0, limit }));
    const where = {
      customerId: customer.id,
      ...(input.productBillingType && { isRecurring: input.productBillingType === "recurring" }),
    };
    const { rows, totalCount } = await pageOfRows(ctx, { mirrored: orders, where, page, limit });
    return ok(listAnswer(await shownOrders(ctx, customer, rows), { totalCount, limit }));
  },
});

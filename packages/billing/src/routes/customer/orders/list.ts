import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../../endpoint.js";
import { orders } from "../../../mirror/entities.js";
import { listOfOwner } from "../../../mirror/list-of-owner.js";
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
    const where = { ...(input.productBillingType && { isRecurring: input.productBillingType === "recurring" }) };
    return ok(await listOfOwner(ctx, session, input, { mirrored: orders, where, show: shownOrders }));
  },
});

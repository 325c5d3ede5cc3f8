import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { orders } from "../../mirror/entities.js";
import { buying } from "../../purchase/buying.js";
import { ownedRow } from "../../purchase/owned.js";
import { asked, providerCodes } from "../../purchase/refusal.js";

const meanings = { notFound: "BILLING_ORDER_NOT_FOUND", conflict: "BILLING_ORDER_NOT_FOUND" } as const;

export const invoice = endpoint({
  route: "GET /billing/orders/invoice",
  access: "session",
  doc: "The link to the invoice of an order of the caller or of an organization.",
  input: z.object({ orderId: z.string().min(1).max(255) }),
  output: z.object({ url: z.string() }),
  errors: [...providerCodes, "BILLING_NOT_ALLOWED", "BILLING_ORDER_NOT_FOUND"],
  limit: { windowSeconds: 60, max: 30 },
  async handle({ ctx, input: { orderId }, session }, options) {
    const { provider } = buying(options);
    const found = await ctx.db.find(orders.model, { id: orderId });
    const { id } = await ownedRow(ctx, session, found, { action: "read", missing: "BILLING_ORDER_NOT_FOUND" });
    return ok(await asked(ctx, meanings, () => provider.orders.invoice(id)));
  },
});

import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { buyerOf } from "../purchase/buyer-of.js";
import { buying } from "../purchase/buying.js";
import { openCheckout } from "../purchase/checkout.js";
import { checkoutCodes } from "../purchase/refusal.js";
import { checkoutFields, trialDays } from "./schemas.js";

const id = z.string().min(1).max(255).optional();

export const checkoutFor = endpoint({
  route: "POST /billing/checkout-for",
  access: "public",
  doc: "Opens a checkout for a user or an organization, with any discount. The app decides whether it may be opened.",
  input: z
    .object({ ...checkoutFields, userId: id, organizationId: id })
    .refine(({ userId, organizationId }) => userId !== undefined || organizationId !== undefined, {
      message: "Give userId or organizationId",
    }),
  output: z.object({ id: z.string(), url: z.string(), trialDays }),
  redirects: ["successUrl", "returnUrl", "embedOrigin"],
  errors: checkoutCodes,
  isServerOnly: true,
  async handle({ ctx, input: { userId, organizationId, redirect: _, ...wanted } }, options) {
    return ok(await openCheckout(ctx, buying(options), await buyerOf(ctx, { userId, organizationId }), wanted));
  },
});

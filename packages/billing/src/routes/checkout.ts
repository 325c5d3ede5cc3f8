import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { billingErrors } from "../errors.js";
import { ownerAsked } from "../mirror/owner-asked.js";
import { buying } from "../purchase/buying.js";
import { openCheckout } from "../purchase/checkout.js";
import { checkoutState } from "../purchase/checkout-state.js";
import { checkoutCodes, providerCodes } from "../purchase/refusal.js";
import { checkoutFields, link, ofOwner, trialDays } from "./schemas.js";

export const checkout = endpoint({
  route: "POST /checkout",
  access: "session",
  isPersonal: true,
  doc: "Opens the payments provider's page on which the caller buys configured products, for themselves or for an organization.",
  input: z.object({ ...checkoutFields, ...ofOwner }),
  output: link.extend({ trialDays }),
  redirects: ["successUrl", "returnUrl", "embedOrigin"],
  errors: checkoutCodes,
  limit: { windowSeconds: 60, max: 30 },
  async handle({ ctx, input: { referenceId, redirect, ...wanted }, session }, options) {
    const settings = buying(options);
    const { user } = session;
    const owner = await ownerAsked(ctx, session, referenceId, "checkout");
    // What costs is not the browser's to choose.
    const { discountId } = wanted;
    if (discountId !== undefined && !settings.checkout.discounts.includes(discountId)) {
      const issues = [{ path: "discountId", message: "is not in checkout.discounts" }];
      return ctx.fail(billingErrors.BILLING_INPUT_REFUSED, { issues });
    }
    const { id: _, ...opened } = await openCheckout(ctx, settings, { owner, user }, wanted);
    return ok({ ...opened, redirect });
  },
});

export const readCheckout = endpoint({
  route: "GET /billing/checkout",
  access: "session",
  doc: "The state of a checkout that the caller or an organization of the caller has opened, and whether the mirror has what it bought.",
  input: z.object({ id: z.string().min(1).max(255) }),
  output: z.object({
    /** "open", "expired", "confirmed", "succeeded" or "failed". */
    status: z.string(),
    /** Whether the mirror has the purchase. */
    hasArrived: z.boolean(),
  }),
  errors: [...providerCodes, "BILLING_CHECKOUT_NOT_FOUND"],
  limit: { windowSeconds: 60, max: 60 },
  handle: async ({ ctx, input: { id }, session }, options) =>
    ok(await checkoutState(ctx, buying(options), session, id)),
});

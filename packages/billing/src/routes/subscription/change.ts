import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { checkSoldTo } from "../../catalogue/sold-to.js";
import { endpoint } from "../../endpoint.js";
import { billingErrors } from "../../errors.js";
import { prorations } from "../../options.js";
import { buying } from "../../purchase/buying.js";
import { manage, manageCodes } from "../../purchase/manage.js";
import { checkSeats } from "../../seats/checkout.js";
import { entity } from "../schemas.js";

export const changeSubscription = endpoint({
  route: "POST /billing/subscription/change",
  access: "session",
  isPersonal: true,
  doc: "Changes the product or the number of seats of a subscription of the caller or of an organization.",
  input: z
    .object({
      subscriptionId: z.string().min(1).max(255),
      /** The name of a product in `products` of the config. */
      slug: z.string().max(255).optional(),
      seats: z.number().int().min(1).max(1_000_000).optional(),
      /** When the rest of the period is billed. Default: as the merchant's account at the provider says. */
      proration: z.enum(prorations).optional(),
    })
    .refine(({ slug, seats }) => (slug === undefined) !== (seats === undefined), {
      message: "Give either slug or seats",
    }),
  output: entity,
  errors: [...manageCodes, "BILLING_PRODUCT_NOT_FOUND"],
  limit: { windowSeconds: 60, max: 30 },
  async handle({ ctx, input: { subscriptionId, slug, seats, proration }, session }, options) {
    const settings = buying(options);
    const { products } = settings.catalogue;
    if (proration !== undefined && !settings.checkout.prorations.includes(proration)) {
      const issues = [{ path: "proration", message: "is not in checkout.prorations" }];
      return ctx.fail(billingErrors.BILLING_INPUT_REFUSED, { issues });
    }
    const productId = slug !== undefined && Object.hasOwn(products, slug) ? products[slug] : undefined;
    if (slug !== undefined && productId === undefined) return ctx.fail(billingErrors.BILLING_PRODUCT_NOT_FOUND);
    const when = proration === undefined ? {} : { prorationBehavior: proration };
    const change = productId === undefined ? { seats: seats ?? 0, ...when } : { productId, ...when };
    const changed = await manage(ctx, settings, session, {
      subscriptionId,
      action: "change",
      check(of) {
        const productIds = productId === undefined ? [] : [productId];
        checkSoldTo(ctx, settings.catalogue.soldTo, { ...of, productIds, path: "slug" });
        return checkSeats(ctx, settings.seating, of, { productId, seats });
      },
      call: ({ subscriptions }, id) => subscriptions.change(id, change),
    });
    return ok(changed);
  },
});

import { z } from "@keyhold/core/schema";

/** The provider's id of a product or a discount. */
const providerId = z.string().min(1).max(255);
const url = z.string().max(2048).optional();

/** What a browser may say of a purchase. Other fields are left out, also those of trials and prices. */
export const checkoutFields = {
  /** The provider's ids of configured products. */
  products: z.union([providerId, z.array(providerId).min(1).max(20)]).optional(),
  /** The name of a product in `products` of the config. */
  slug: z.string().max(255).optional(),
  seats: z.number().int().min(1).max(1_000_000).optional(),
  customFieldData: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  allowDiscountCodes: z.boolean().optional(),
  discountId: providerId.optional(),
  redirect: z.boolean().default(true),
  /** May contain `{CHECKOUT_ID}`. */
  successUrl: url,
  returnUrl: url,
  embedOrigin: url,
};

/** Where the browser goes, and whether a client sends it there. */
export const link = z.object({ url: z.string(), redirect: z.boolean() });

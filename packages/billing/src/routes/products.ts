import { isIn, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { catalogueOf } from "../catalogue/catalogue.js";
import { endpoint } from "../endpoint.js";
import { products } from "../mirror/entities.js";
import { seatRulesOf } from "../seats/settings.js";
import { trialRulesOf } from "../trials/settings.js";

const price = z.object({
  /** "fixed"; "custom": the buyer chooses; "seat": per seat; "metered": per unit of a meter; "other": see the checkout. */
  kind: z.enum(["fixed", "custom", "seat", "metered", "other"]),
  /** In the smallest unit of the currency; with a fraction only if "metered". Null: not known. */
  amount: z.number().nullable(),
  /** ISO 4217, e.g. "usd". Null: not known. */
  currency: z.string().nullable(),
});

const product = z.object({
  /** The name in `products` of the config, for a checkout. */
  slug: z.string(),
  /** The provider's id, to which subscriptions refer. */
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** "day", "week", "month" or "year"; null: bought once. */
  interval: z.string().nullable(),
  /** The number of intervals of a period, e.g. 3 for a quarter. */
  intervalCount: z.number(),
  prices: z.array(price),
  /** Of the config, or else of the product at the provider. */
  trial: z.object({ count: z.number(), interval: z.string() }).nullable(),
  /** The owners that may buy the product. Null: users and organizations. */
  for: z.enum(["user", "organization"]).nullable(),
  /** The seats of an organization: "members": a seat for each member; "limit": as many as are bought. Null: no seats. */
  seats: z.enum(["members", "limit"]).nullable(),
  /** False: the product is no longer sold. */
  canBuy: z.boolean(),
});

const output = z.object({ products: z.array(product) });

/** What an app sells, for pages. */
export type SoldProducts = z.output<typeof output>;

const cacheable = { "cache-control": "public, max-age=60", vary: "origin" };

export const listProducts = endpoint({
  route: "GET /billing/products",
  access: "public",
  doc: "The configured products with their prices, in the order of the config, from the mirror. A product whose prices the mirror does not hold yet is absent. May be cached for a minute.",
  input: z.object({}),
  output,
  async handle({ ctx }, settings) {
    const { products: names, soldTo } = catalogueOf(settings);
    const configured = Object.entries(names);
    const ids = configured.map(([, id]) => id);
    const rows =
      ids.length === 0
        ? []
        : await ctx.db.list(products.model, { id: isIn(ids) }, { orderBy: "id", limit: ids.length });
    const trials = trialRulesOf(settings.products);
    const seats = seatRulesOf(settings.products);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const sold = configured.flatMap(([slug, id]) => {
      const row = byId.get(id);
      // Known from an order only: the prices are not.
      if (!row?.offer) return [];
      const { offer } = row;
      const days = trials.get(id)?.days;
      return {
        slug,
        id,
        name: row.name ?? slug,
        description: offer.description,
        interval: row.recurringInterval,
        intervalCount: offer.intervalCount,
        prices: offer.prices.map(({ kind, amount, currency }) => ({ kind, amount, currency })),
        trial: days === undefined ? offer.trial : { count: days, interval: "day" },
        for: soldTo.get(id) ?? null,
        seats: seats.get(id)?.kind ?? null,
        canBuy: row.goneAt === null && row.isArchived !== true,
      };
    });
    return { ...ok({ products: sold }), headers: cacheable };
  },
});

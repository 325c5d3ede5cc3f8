import { currencyOf } from "../../data/currency.js";
import type { PriceRow, ProductRow } from "../../data/rows.js";
import { secondsOf } from "./seconds.js";

export function priceView(product: ProductRow, price: PriceRow) {
  const { recurring_interval: interval } = product;
  const isMetered = price.amount_type === "metered_unit";
  const isCustom = price.amount_type === "custom";
  return {
    id: price.id,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: secondsOf(price.created_at),
    currency: currencyOf(product),
    custom_unit_amount: isCustom ? { minimum: null, maximum: null, preset: price.price_amount } : null,
    livemode: false,
    lookup_key: null,
    metadata: {} as Record<string, string>,
    nickname: null,
    product: product.id,
    recurring:
      interval === null
        ? null
        : {
            interval,
            interval_count: 1,
            meter: price.meter_id,
            trial_period_days: null,
            usage_type: isMetered ? ("metered" as const) : ("licensed" as const),
          },
    tax_behavior: null,
    tiers_mode: null,
    transform_quantity: null,
    type: interval === null ? ("one_time" as const) : ("recurring" as const),
    unit_amount: isMetered || isCustom ? null : price.price_amount,
  } as const;
}

/** The first price is the default price. */
export function productView(row: ProductRow, isExpanded: boolean) {
  const [price] = row.prices;
  const whole = price ? priceView(row, price) : null;
  return {
    id: row.id,
    object: "product",
    active: !row.is_archived,
    created: secondsOf(row.created_at),
    updated: secondsOf(row.modified_at ?? row.created_at),
    default_price: isExpanded ? whole : (whole?.id ?? null),
    description: row.description,
    images: [] as string[],
    livemode: false,
    metadata: row.metadata as Record<string, string>,
    name: row.name,
    type: "service",
    url: null,
  } as const;
}

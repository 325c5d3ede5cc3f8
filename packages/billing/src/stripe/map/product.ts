import { idOf, type StripePrice, type StripeProduct } from "../objects.js";
import type { Read } from "../wire.js";
import { dateText } from "./time.js";

/** A product in the form of `billing-schema`, with its default price: the price that a checkout sells. */
export function productWire({ object, readAt }: Read<StripeProduct>): object {
  const { default_price: given } = object;
  const price = typeof given === "object" ? given : null;
  return {
    id: object.id,
    created_at: dateText(object.created),
    modified_at: readAt,
    name: object.name,
    description: object.description,
    recurring_interval: price?.recurring?.interval ?? null,
    recurring_interval_count: price?.recurring?.interval_count ?? null,
    is_recurring: Boolean(price?.recurring),
    is_archived: !object.active,
    organization_id: "",
    metadata: object.metadata,
    prices: price ? [priceWire(price)] : [],
    benefits: [],
    medias: [],
    attached_custom_fields: [],
  };
}

function priceWire(price: StripePrice): object {
  return {
    id: price.id,
    created_at: dateText(price.created),
    modified_at: null,
    is_archived: !price.active,
    product_id: idOf(price.product),
    type: price.recurring ? "recurring" : "one_time",
    recurring_interval: price.recurring?.interval ?? null,
    price_currency: price.currency,
    ...amountOf(price),
  };
}

/** The amount by its kind. A price in tiers has a kind that no price of `billing-schema` has. */
function amountOf({ unit_amount, unit_amount_decimal, custom_unit_amount, recurring, billing_scheme }: StripePrice) {
  if (billing_scheme !== "per_unit") return { amount_type: billing_scheme };
  if (recurring?.usage_type === "metered") {
    const meter_id = recurring.meter ?? "";
    const unit = { unit_amount: String(unit_amount_decimal ?? unit_amount ?? 0), cap_amount: null };
    return { amount_type: "metered_unit", ...unit, meter_id, meter: { id: meter_id, name: "" } };
  }
  if (custom_unit_amount) {
    const { minimum, maximum, preset } = custom_unit_amount;
    return { amount_type: "custom", minimum_amount: minimum, maximum_amount: maximum, preset_amount: preset };
  }
  return unit_amount === 0 ? { amount_type: "free" } : { amount_type: "fixed", price_amount: unit_amount ?? 0 };
}

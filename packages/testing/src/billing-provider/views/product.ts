import { currencyOf } from "../data/currency.js";
import type { BenefitRow, MeterRow, PriceRow, ProductRow } from "../data/rows.js";
import { type Json, type Reading, spelled, stampsOf } from "./reading.js";

/** How newer versions show the units of a meter. */
const unitFields = { unit: "scalar", custom_label: null, custom_multiplier: null };

export const meterView = (reading: Reading, row: MeterRow): Json =>
  spelled(
    reading,
    { ...row, metadata: {}, organization_id: reading.store.data.organizationId },
    { newer: { ...unitFields, archived_at: null } },
  );

/** The part of a benefit that a checkout shows. */
export function publicBenefitView(reading: Reading, row: BenefitRow): Json {
  const { type, description } = row;
  return spelled(
    reading,
    {
      ...stampsOf(row),
      type,
      description,
      selectable: true,
      deletable: true,
      organization_id: reading.store.data.organizationId,
      ...(type === "meter_credit" && reading.spelling === "2026-04" && { properties: row.properties }),
    },
    { newer: { is_deleted: false, visibility: "public", visibility_configurable: false } },
  );
}

export const benefitView = (reading: Reading, row: BenefitRow): Json => ({
  ...publicBenefitView(reading, row),
  metadata: row.metadata,
  properties: row.properties,
});

export function priceView(reading: Reading, product: ProductRow, row: PriceRow): Json {
  const { amount_type, price_amount } = row;
  const price_currency = currencyOf(product);
  // The API before versions has no seats.
  const isOfSeats = amount_type === "seat_based" && reading.spelling === "2026-04";
  const isFixed = amount_type === "fixed" || (amount_type === "seat_based" && !isOfSeats);
  const isFreeNow = amount_type === "free" && reading.spelling === "2026-04";
  return spelled(
    reading,
    {
      ...{ id: row.id, created_at: row.created_at, modified_at: row.modified_at },
      // Newer versions spell a free price as a fixed price of 0.
      amount_type: isFreeNow || isFixed ? "fixed" : amount_type,
      is_archived: false,
      product_id: product.id,
      ...((isFixed || isFreeNow) && { price_currency, price_amount }),
      ...(amount_type === "custom" && {
        price_currency,
        minimum_amount: 50,
        maximum_amount: null,
        preset_amount: price_amount,
      }),
      ...(isOfSeats && { price_currency, seat_tiers: seatTiers(row) }),
      ...(amount_type === "metered_unit" && { price_currency, ...meteredFields(reading, row) }),
    },
    {
      older: {
        type: product.recurring_interval === null ? "one_time" : "recurring",
        recurring_interval: product.recurring_interval,
      },
      newer: { source: "catalog", tax_behavior: null },
    },
  );
}

const seatTiers = ({ price_amount, min_seats, max_seats }: PriceRow): Json => ({
  seat_tier_type: "volume",
  tiers: [{ min_seats: 1, max_seats: null, price_per_seat: price_amount }],
  minimum_seats: min_seats,
  maximum_seats: max_seats,
});

function meteredFields(reading: Reading, { unit_amount, cap_amount, meter_id }: PriceRow): Json {
  const { id, name } = reading.store.get("meters", meter_id ?? "");
  const meter = spelled(reading, { id, name }, { newer: unitFields });
  return { unit_amount, cap_amount, meter_id, meter };
}

function summaryOf(reading: Reading, row: ProductRow): Json {
  const { name, description, recurring_interval, is_archived } = row;
  return spelled(
    reading,
    {
      ...stampsOf(row),
      name,
      description,
      recurring_interval,
      is_recurring: recurring_interval !== null,
      is_archived,
      organization_id: reading.store.data.organizationId,
    },
    {
      newer: {
        trial_interval: row.trial_interval,
        trial_interval_count: row.trial_interval_count,
        visibility: "public",
        recurring_interval_count: recurring_interval === null ? null : 1,
        meter_interval: null,
        meter_interval_count: null,
      },
    },
  );
}

/** A product in an order. */
export const orderProductView = (reading: Reading, row: ProductRow): Json => ({
  ...summaryOf(reading, row),
  metadata: row.metadata,
});

export const pricesView = (reading: Reading, row: ProductRow): readonly Json[] =>
  row.prices.map((price) => priceView(reading, row, price));

export const productView = (reading: Reading, row: ProductRow): Json => ({
  ...orderProductView(reading, row),
  ...(reading.spelling === "2026-04" && { is_deletable: false }),
  prices: pricesView(reading, row),
  benefits: row.benefit_ids.map((id) => benefitView(reading, reading.store.get("benefits", id))),
  medias: [],
  attached_custom_fields: [],
});

/** A product in a checkout. */
export const checkoutProductView = (reading: Reading, row: ProductRow): Json => ({
  ...summaryOf(reading, row),
  prices: pricesView(reading, row),
  benefits: row.benefit_ids.map((id) => publicBenefitView(reading, reading.store.get("benefits", id))),
  medias: [],
});

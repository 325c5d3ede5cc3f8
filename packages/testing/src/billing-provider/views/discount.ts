import { usualCurrency } from "../data/currency.js";
import type { DiscountRow } from "../data/rows.js";
import { orderProductView } from "./product.js";
import { type Json, type Reading, stampsOf } from "./reading.js";

/** A discount in a checkout. */
export const checkoutDiscountView = ({ spelling }: Reading, row: DiscountRow): Json => ({
  id: row.id,
  name: row.name,
  code: row.code,
  type: row.type,
  ...(row.type === "fixed" ? { amount: row.amount, currency: usualCurrency } : { basis_points: row.basis_points }),
  ...(spelling === "2026-04" && row.type === "fixed" && { amounts: { [usualCurrency]: row.amount } }),
  duration: row.duration,
  ...(row.duration === "repeating" && { duration_in_months: row.duration_in_months }),
});

/** A discount in an order or a subscription. */
export const discountView = (reading: Reading, row: DiscountRow): Json => ({
  ...stampsOf(row),
  ...checkoutDiscountView(reading, row),
  metadata: {},
  starts_at: row.starts_at,
  ends_at: row.ends_at,
  max_redemptions: row.max_redemptions,
  redemptions_count: row.redemptions_count,
  organization_id: reading.store.data.organizationId,
});

/** A discount with its products. */
export const wholeDiscountView = (reading: Reading, row: DiscountRow): Json => ({
  ...discountView(reading, row),
  products: row.product_ids.map((id) => orderProductView(reading, reading.store.get("products", id))),
});

/** The discount with an id, as `view` shows it; null without an id. */
export const shownDiscount = (reading: Reading, id: string | null): Json | null =>
  id === null ? null : discountView(reading, reading.store.get("discounts", id));

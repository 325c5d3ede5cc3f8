import { discountAmount, isDiscountExpired } from "@keyhold/billing-schema/rules";
import type { DiscountRow, SubscriptionRow } from "../data/rows.js";
import type { Desk } from "../desk.js";

/** Why a discount is not for a product now; null if it is. */
export function whyNotApplicable({ time }: Desk, discount: DiscountRow, productId: string): string | null {
  const { product_ids, max_redemptions, redemptions_count, ends_at } = discount;
  if (product_ids.length > 0 && !product_ids.includes(productId)) return "Discount is not applicable to this product.";
  if (max_redemptions !== null && redemptions_count >= max_redemptions) return "Discount redemption limit reached.";
  return ends_at !== null && ends_at <= time.now().toISOString() ? "Discount is expired." : null;
}

/** What a discount takes off an amount, which may be negative. */
export function reductionOf({ type, amount, basis_points }: DiscountRow, of: number): number {
  const rule = type === "fixed" ? ({ type, amount } as const) : ({ type, basisPoints: basis_points } as const);
  return of <= 0 ? 0 : discountAmount(rule, of);
}

/** The discount of the subscription's period that begins at the date; null without a discount, or after its time. */
export function discountOfPeriod({ store }: Desk, row: SubscriptionRow, begin: string): DiscountRow | null {
  if (row.discount_id === null) return null;
  const discount = store.get("discounts", row.discount_id);
  const { duration, duration_in_months: durationInMonths } = discount;
  const first = row.discount_applied_at === null ? null : new Date(row.discount_applied_at);
  return isDiscountExpired({ duration, durationInMonths }, first, new Date(begin)) ? null : discount;
}

/** Counts a redemption, with the checkout that has the discount. */
export function redeem({ store }: Desk, { id, redemptions_count, modified_at }: DiscountRow): void {
  store.update("discounts", id, { redemptions_count: redemptions_count + 1, modified_at });
}

import type { CheckoutRow, ProductRow } from "../data/rows.js";

/** What a product costs at once and per period, without metered units. `chosen_amount` is of a custom price. */
export function amountOf(
  product: ProductRow,
  { chosen_amount, seats }: Partial<Pick<CheckoutRow, "chosen_amount" | "seats">> = {},
): number {
  return product.prices.reduce((sum, price) => {
    if (price.amount_type === "seat_based") return sum + price.price_amount * (seats ?? price.min_seats ?? 1);
    if (price.amount_type === "fixed") return sum + price.price_amount;
    if (price.amount_type === "custom") return sum + (chosen_amount ?? price.price_amount);
    return sum;
  }, 0);
}

/** The bounds of the seats of a product; null for a product without a price per seat. */
export function seatBounds({ prices }: ProductRow): { readonly min: number; readonly max: number } | null {
  const price = prices.find(({ amount_type }) => amount_type === "seat_based");
  return price ? { min: price.min_seats ?? 1, max: price.max_seats ?? Number.MAX_SAFE_INTEGER } : null;
}

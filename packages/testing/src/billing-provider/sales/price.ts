import type { CheckoutRow, ProductRow } from "../data/rows.js";

/** What a product costs at once and per period, without metered units. `chosen_amount` is of a custom price. */
export function amountOf(
  product: ProductRow,
  { chosen_amount, seats }: Partial<Pick<CheckoutRow, "chosen_amount" | "seats">> = {},
): number {
  return product.prices.reduce((sum, price) => {
    if (price.amount_type === "fixed") return sum + price.price_amount * (seats ?? 1);
    if (price.amount_type === "custom") return sum + (chosen_amount ?? price.price_amount);
    return sum;
  }, 0);
}

import { requireInteger } from "./argument.js";

/** The totals of an order, in minor units of its currency; credits may make them negative. */
export interface OrderTotals {
  readonly subtotalAmount: number;
  readonly discountAmount: number;
  readonly netAmount: number;
  readonly taxAmount: number;
  readonly totalAmount: number;
  /** The deprecated name of the net amount, absent in newer versions. */
  readonly amount?: number | undefined;
}

/** An identity of an order's totals, named by the amount on its left side. */
export type OrderTotalsIdentity = "netAmount" | "totalAmount" | "amount";

/**
 * The identities that an order's totals break, by the billing rules on orders; an empty list is a sound order.
 * `netAmount` is the subtotal less the discount, `totalAmount` the net amount and the tax, and `amount`, if given, the
 * net amount. Throws a `RangeError` with the name of an amount that is not a safe integer.
 *
 * @example
 * brokenOrderTotals({ subtotalAmount: 1000, discountAmount: 100, netAmount: 900, taxAmount: 180, totalAmount: 1000 });
 * // ["totalAmount"]
 */
export function brokenOrderTotals(order: OrderTotals): readonly OrderTotalsIdentity[] {
  const subtotal = exact("subtotalAmount", order.subtotalAmount);
  const discount = exact("discountAmount", order.discountAmount);
  const net = exact("netAmount", order.netAmount);
  const tax = exact("taxAmount", order.taxAmount);
  const total = exact("totalAmount", order.totalAmount);
  const broken: OrderTotalsIdentity[] = [];
  if (net !== subtotal - discount) broken.push("netAmount");
  if (total !== net + tax) broken.push("totalAmount");
  if (order.amount !== undefined && exact("amount", order.amount) !== net) broken.push("amount");
  return broken;
}

/** The sum of two safe integers need not be one. */
function exact(name: string, value: number): bigint {
  return BigInt(requireInteger(name, value));
}

import { requireInteger } from "./argument.js";

/**
 * The totals of an order, in minor units of the order's currency; credits may make totals negative. Null, in tolerant
 * mode: the provider did not send the amount.
 */
export interface OrderTotals {
  readonly subtotalAmount: number | null;
  readonly discountAmount: number | null;
  readonly netAmount: number;
  readonly taxAmount: number | null;
  readonly totalAmount: number;
  /** The deprecated name of the net amount, absent in newer versions. */
  readonly amount?: number | null | undefined;
}

/** An identity of an order's totals, named by the amount on the left side. */
export type OrderTotalsIdentity = "netAmount" | "totalAmount" | "amount";

/**
 * The identities that an order's totals break, by the billing rules on orders; an empty list is a sound order.
 * `netAmount` is the subtotal less the discount, `totalAmount` the net amount and the tax, and `amount`, if given, the
 * net amount. An identity with a null amount is not broken. Throws a `RangeError` with the name of an amount that is not a safe integer.
 *
 * @example
 * brokenOrderTotals({ subtotalAmount: 1000, discountAmount: 100, netAmount: 900, taxAmount: 180, totalAmount: 1000 });
 * // ["totalAmount"]
 */
export function brokenOrderTotals(order: OrderTotals): readonly OrderTotalsIdentity[] {
  const subtotal = exactOrNull("subtotalAmount", order.subtotalAmount);
  const discount = exactOrNull("discountAmount", order.discountAmount);
  const net = exact("netAmount", order.netAmount);
  const tax = exactOrNull("taxAmount", order.taxAmount);
  const total = exact("totalAmount", order.totalAmount);
  const amount = exactOrNull("amount", order.amount ?? null);
  const broken: OrderTotalsIdentity[] = [];
  if (subtotal !== null && discount !== null && net !== subtotal - discount) broken.push("netAmount");
  if (tax !== null && total !== net + tax) broken.push("totalAmount");
  if (amount !== null && amount !== net) broken.push("amount");
  return broken;
}

const exactOrNull = (name: string, value: number | null): bigint | null => (value === null ? null : exact(name, value));

/** The sum of two safe integers need not be a safe integer. */
const exact = (name: string, value: number): bigint => BigInt(requireInteger(name, value));

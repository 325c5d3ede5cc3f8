import type {
  CustomerWire,
  OrderBillingReason,
  OrderWire,
  ProductWire,
  RefundWire,
  SubscriptionWire,
} from "@keyhold/billing-schema";
import { meteredAmount } from "@keyhold/billing-schema/rules";
import { meter } from "./catalogue.ts";

/** A date as the provider writes it, with microseconds. */
export const wireDate = (at: Date): string => at.toISOString().replace("Z", "000Z");

const day = 86_400_000;
export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * day);

const taxPercent = 19;

/** The fixed price of a product. */
export function priceOf({ prices }: ProductWire): { readonly amount: number; readonly currency: string } {
  for (const price of prices) {
    if (price.amount_type === "fixed") return { amount: price.price_amount, currency: price.price_currency };
  }
  return { amount: 0, currency: "eur" };
}

const unitAmountOf = ({ prices }: ProductWire): string =>
  prices.flatMap((price) => (price.amount_type === "metered_unit" ? [price.unit_amount] : []))[0] ?? "0";

interface OrderToMake {
  readonly id: string;
  readonly customer: CustomerWire;
  readonly product: ProductWire;
  readonly at: Date;
  readonly reason?: OrderBillingReason;
  readonly subscriptionId?: string;
}

/** A paid order of one product. */
export function orderWire({ id, customer, product, at, reason = "purchase", subscriptionId }: OrderToMake): OrderWire {
  const { amount, currency } = priceOf(product);
  const taxAmount = Math.round((amount * taxPercent) / 100);
  const { prices, benefits, medias, attached_custom_fields, ...orderProduct } = product;
  const created_at = wireDate(at);
  return {
    id,
    created_at,
    modified_at: null,
    status: "paid",
    paid: true,
    subtotal_amount: amount,
    discount_amount: 0,
    net_amount: amount,
    amount,
    tax_amount: taxAmount,
    total_amount: amount + taxAmount,
    refunded_amount: 0,
    refunded_tax_amount: 0,
    currency,
    billing_reason: reason,
    billing_address: customer.billing_address,
    customer_id: customer.id,
    product_id: product.id,
    discount_id: null,
    subscription_id: subscriptionId ?? null,
    checkout_id: null,
    metadata: {},
    customer,
    user_id: customer.id,
    product: orderProduct,
    discount: null,
    subscription: null,
    items: [
      {
        created_at,
        modified_at: null,
        id: `${id}_item`,
        label: product.name,
        amount,
        tax_amount: taxAmount,
        proration: false,
        product_price_id: prices[0]?.id ?? null,
      },
    ],
  };
}

/** The order after a refund of a part of its net amount, and the refund. */
export function refunded(order: OrderWire, part: number, at: Date): { order: OrderWire; refund: RefundWire } {
  const amount = Math.round(order.net_amount * part);
  const taxAmount = Math.round(order.tax_amount * part);
  const isWhole = part === 1;
  return {
    order: {
      ...order,
      modified_at: wireDate(at),
      status: isWhole ? "refunded" : "partially_refunded",
      refunded_amount: amount,
      refunded_tax_amount: taxAmount,
    },
    refund: {
      created_at: wireDate(at),
      modified_at: null,
      id: `${order.id}_refund`,
      metadata: {},
      status: "succeeded",
      reason: isWhole ? "customer_request" : "satisfaction_guarantee",
      amount,
      tax_amount: taxAmount,
      currency: order.currency,
      organization_id: "org_leaf",
      order_id: order.id,
      subscription_id: order.subscription_id,
      customer_id: order.customer_id,
      revoke_benefits: false,
    },
  };
}

interface SubscriptionToMake {
  readonly id: string;
  readonly customer: CustomerWire;
  readonly product: ProductWire;
  readonly startedAt: Date;
  /** The start of the present period. */
  readonly periodStart: Date;
  /** The usage of the period, for a product with a meter. */
  readonly units?: number;
}

/** An active subscription. */
export function subscriptionWire(given: SubscriptionToMake): SubscriptionWire {
  const { id, customer, product, startedAt, periodStart, units } = given;
  const { amount, currency } = priceOf(product);
  const interval = product.recurring_interval ?? "month";
  const created_at = wireDate(startedAt);
  return {
    id,
    created_at,
    modified_at: null,
    amount,
    currency,
    recurring_interval: interval,
    status: "active",
    current_period_start: wireDate(periodStart),
    current_period_end: wireDate(daysBefore(periodStart, interval === "year" ? -365 : -30)),
    cancel_at_period_end: false,
    canceled_at: null,
    started_at: created_at,
    ends_at: null,
    ended_at: null,
    customer_id: customer.id,
    product_id: product.id,
    discount_id: null,
    checkout_id: null,
    customer_cancellation_reason: null,
    customer_cancellation_comment: null,
    metadata: {},
    customer,
    product,
    discount: null,
    prices: product.prices,
    meters: units === undefined ? [] : [usageWire(id, product, { units, created_at })],
  };
}

function usageWire(id: string, product: ProductWire, { units, created_at }: { units: number; created_at: string }) {
  return {
    created_at,
    modified_at: null,
    id: `${id}_usage`,
    consumed_units: units,
    credited_units: 0,
    amount: meteredAmount({ unitAmount: unitAmountOf(product), capAmount: null }, units),
    meter_id: meter.id,
    meter,
  };
}

/** The subscription with further usage of its meter. */
export function withUsage(subscription: SubscriptionWire, units: number, at: Date): SubscriptionWire {
  const [used] = subscription.meters;
  const total = (used?.consumed_units ?? 0) + units;
  return {
    ...subscription,
    modified_at: wireDate(at),
    meters: [usageWire(subscription.id, subscription.product, { units: total, created_at: subscription.created_at })],
  };
}

/** The subscription after its customer has canceled it for the end of the period. */
export const canceled = (subscription: SubscriptionWire, at: Date): SubscriptionWire => ({
  ...subscription,
  modified_at: wireDate(at),
  cancel_at_period_end: true,
  canceled_at: wireDate(at),
  ends_at: subscription.current_period_end,
  customer_cancellation_reason: "unused",
});

/** The subscription after its end. */
export const ended = (subscription: SubscriptionWire, at: Date): SubscriptionWire => ({
  ...canceled(subscription, at),
  status: "canceled",
  ends_at: wireDate(at),
  ended_at: wireDate(at),
});

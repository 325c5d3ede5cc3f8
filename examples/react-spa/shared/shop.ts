/** The route of the dashboard. */
export const overviewPath = "/api/shop/overview";

/** The JSON of the shop's routes. Dates are ISO 8601 texts; amounts are in the smallest unit of their currency. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

export type PriceView =
  | { readonly kind: "free" }
  | ({ readonly kind: "seat" } & Money)
  | ({ readonly kind: "fixed" } & Money)
  | { readonly kind: "custom"; readonly currency: string; readonly minimum: number | null }
  /** `unitAmount`: a decimal text, because it may be a fraction of the smallest unit. */
  | { readonly kind: "metered"; readonly unitAmount: string; readonly currency: string; readonly meter: string };

export interface ProductView {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** "month" or "year"; null: bought once. */
  readonly interval: string | null;
  readonly isArchived: boolean;
  readonly prices: readonly PriceView[];
}

/** The goods, and the cart of a guest or member. */
export interface CartView {
  readonly products: readonly ProductView[];
  /** One for each thing, oldest first. */
  readonly items: readonly { readonly id: string; readonly productId: string }[];
}

export interface CustomerView {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly country: string | null;
  readonly createdAt: string;
  readonly orders: number;
  /** What the customer has paid, less refunds, by currency. */
  readonly spent: readonly Money[];
}

export interface OrderView {
  readonly id: string;
  readonly customer: string;
  readonly product: string;
  readonly reason: string;
  readonly status: string;
  readonly total: Money;
  readonly refundedAmount: number;
  readonly createdAt: string;
}

export interface SubscriptionView {
  readonly id: string;
  readonly customer: string;
  readonly product: string;
  readonly status: string;
  readonly price: Money;
  readonly interval: string;
  /** Canceled for the end of the period. */
  readonly isEnding: boolean;
  readonly periodEnd: string | null;
  /** Null: the plan has no price per seat. */
  readonly seats: number | null;
}

/** A line of the activity feed. */
export interface ActivityView {
  readonly id: string;
  readonly at: string;
  /** E.g. "session.created" or "order.paid". */
  readonly type: string;
  readonly subject: string;
  readonly detail: string;
}

/** A delivery of the payments provider to the webhook route. */
export interface DeliveryView {
  readonly id: string;
  readonly at: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly outcome: "handled" | "rejected" | "failed" | "unknown" | "undecodable";
  readonly note: string;
}

export interface UsageView {
  readonly meter: string;
  /** One entry per day, oldest first; `day` is "2026-05-04". */
  readonly days: readonly { readonly day: string; readonly units: number }[];
}

export interface OverviewView {
  readonly organization: string;
  /** Paid within 30 days less refunds and without taxes, by currency; `before`: the 30 days before these. */
  readonly revenue: readonly (Money & { readonly before: number })[];
  readonly activeSubscriptions: number;
  readonly customers: number;
  readonly newCustomers: number;
  readonly usage: UsageView | null;
  readonly orders: readonly OrderView[];
  readonly activity: readonly ActivityView[];
}

/** A tasting note: what a purchase unlocks. */
export interface NoteView {
  readonly tea: string;
  readonly text: string;
}

/** An event of the payments provider, with its handlers. */
export interface EventView {
  readonly id: string;
  readonly type: string;
  readonly status: "claimed" | "handled" | "failed" | "unhandled" | "undecodable";
  readonly attempts: number;
  readonly error: string | null;
  readonly receivedAt: string;
  /** Null if it is not kept. */
  readonly payload: unknown;
  readonly handlers: readonly { readonly name: string; readonly isDone: boolean }[];
}

/** What became of an event that was sent again. */
export interface SentAgainView {
  readonly outcome: string;
  /** The handler that failed. */
  readonly handler: string | null;
}

/** What the route answered to a test event. */
export interface TestEventView {
  readonly status: number;
  readonly eventType: string;
  /** The error code; null if the event was handled. */
  readonly code: string | null;
}

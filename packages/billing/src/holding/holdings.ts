/** What a customer has, from the rows of the mirror. Times are ISO texts: a column stores them as JSON. */
export interface Holdings {
  readonly subscriptions: readonly SubscriptionHolding[];
  /** One order of each product that is sold once. */
  readonly orders: readonly OrderHolding[];
  /** One grant of each benefit. */
  readonly grants: readonly GrantHolding[];
  readonly balances: readonly BalanceHolding[];
}

/** A subscription of any status. */
export interface SubscriptionHolding {
  readonly id: string;
  readonly productId: string;
  readonly status: string;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  /** When it ends or has ended, as far as the provider says. */
  readonly endsAt: string | null;
}

/** An order of a product that is sold once. */
export interface OrderHolding {
  readonly id: string;
  readonly productId: string;
  /** Whether the order is paid and not refunded in full. */
  readonly isPaid: boolean;
}

/** A grant of a benefit. */
export interface GrantHolding {
  readonly id: string;
  readonly benefitId: string;
  readonly isGranted: boolean;
}

/** The units that are left on a meter. */
export interface BalanceHolding {
  readonly meterId: string;
  readonly balance: number;
  /** The units that the provider has counted; null: it has not said it. */
  readonly consumed: number | null;
  /** The version of the row of the mirror. */
  readonly version: string;
}

export const noHoldings: Holdings = { subscriptions: [], orders: [], grants: [], balances: [] };

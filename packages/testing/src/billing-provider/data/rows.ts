/* The rows of the provider: the fields that it keeps. The views add what an answer has besides. */

/** A map of the merchant or the customer. */
export type Values = Readonly<Record<string, unknown>>;

interface Row {
  readonly id: string;
  readonly created_at: string;
  readonly modified_at: string | null;
}

export interface CustomerRow extends Row {
  readonly type: "individual" | "team";
  readonly external_id: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly billing_address: Values | null;
  readonly tax_id: readonly (string | null)[] | null;
  readonly locale: string | null;
  readonly metadata: Values;
  readonly deleted_at: string | null;
  /** What the customer's card answers to a payment. */
  readonly card: "works" | "declined";
}

export interface MeterRow extends Row {
  readonly name: string;
  readonly filter: Values;
  readonly aggregation: Values;
}

export interface BenefitRow extends Row {
  readonly type: "custom" | "meter_credit" | "license_keys";
  readonly description: string;
  readonly metadata: Values;
  readonly properties: Values;
}

export interface PriceRow extends Row {
  readonly amount_type: "free" | "fixed" | "custom" | "metered_unit" | "seat_based";
  /** Of a price per seat: of one seat. */
  readonly price_amount: number;
  readonly min_seats: number | null;
  readonly max_seats: number | null;
  /** Of a metered price. */
  readonly unit_amount: string;
  readonly cap_amount: number | null;
  readonly meter_id: string | null;
}

export type Interval = "day" | "week" | "month" | "year";

export interface ProductRow extends Row {
  readonly name: string;
  readonly description: string | null;
  readonly recurring_interval: Interval | null;
  readonly is_archived: boolean;
  readonly metadata: Values;
  readonly prices: readonly PriceRow[];
  readonly benefit_ids: readonly string[];
  readonly trial_interval: Interval | null;
  readonly trial_interval_count: number | null;
  /** Absent in older files. */
  readonly currency?: string;
}

export interface CheckoutRow extends Row {
  readonly status: "open" | "expired" | "confirmed" | "succeeded" | "failed";
  readonly client_secret: string;
  readonly expires_at: string;
  readonly success_url: string | null;
  readonly return_url: string | null;
  readonly embed_origin: string | null;
  readonly product_id: string;
  readonly product_ids: readonly string[];
  /** What the customer pays, if the customer chooses the amount. */
  readonly chosen_amount: number | null;
  readonly seats: number | null;
  readonly min_seats: number | null;
  readonly max_seats: number | null;
  readonly discount_id: string | null;
  readonly allow_trial: boolean;
  readonly trial_interval: Interval | null;
  readonly trial_interval_count: number | null;
  readonly allow_discount_codes: boolean;
  readonly require_billing_address: boolean;
  readonly customer_id: string | null;
  readonly external_customer_id: string | null;
  readonly customer_email: string | null;
  readonly customer_name: string | null;
  readonly customer_ip_address: string | null;
  readonly customer_billing_name: string | null;
  readonly customer_billing_address: Values | null;
  readonly customer_tax_id: string | null;
  readonly is_business_customer: boolean;
  readonly metadata: Values;
  readonly custom_field_data: Values;
  readonly customer_metadata: Values;
  readonly locale: string | null;
  readonly subscription_id: string | null;
}

export type SubscriptionStatus = "trialing" | "active" | "past_due" | "canceled" | "unpaid" | "paused";

export interface SubscriptionRow extends Row {
  readonly status: SubscriptionStatus;
  readonly customer_id: string;
  readonly product_id: string;
  readonly checkout_id: string | null;
  readonly current_period_start: string;
  readonly current_period_end: string;
  readonly cancel_at_period_end: boolean;
  readonly canceled_at: string | null;
  readonly started_at: string;
  readonly ends_at: string | null;
  readonly ended_at: string | null;
  readonly trial_start: string | null;
  readonly trial_end: string | null;
  readonly past_due_at: string | null;
  readonly pause_at_period_end: boolean;
  readonly paused_at: string | null;
  readonly resumes_at: string | null;
  readonly seats: number | null;
  readonly discount_id: string | null;
  /** When a period with the discount began for the first time. */
  readonly discount_applied_at: string | null;
  /** What the customer pays, if the customer chose the amount. */
  readonly chosen_amount: number | null;
  readonly customer_cancellation_reason: string | null;
  readonly customer_cancellation_comment: string | null;
  readonly metadata: Values;
  readonly custom_field_data: Values;
  /** The day of the month on which periods begin. */
  readonly anchor_day: number;
  /** Failed payments of this period. */
  readonly failed_payments: number;
  readonly next_payment_attempt_at: string | null;
  /** Applied at the next period. */
  readonly pending_product_id: string | null;
  /** On the next order: of a change within the period. */
  readonly pending_items: readonly OrderItem[];
}

export interface OrderItem {
  readonly id: string;
  readonly label: string;
  readonly amount: number;
  readonly proration: boolean;
  readonly product_price_id: string | null;
}

export type BillingReason = "purchase" | "subscription_create" | "subscription_cycle" | "subscription_update";

export interface OrderRow extends Row {
  readonly status: "pending" | "paid" | "refunded" | "partially_refunded" | "void";
  readonly items: readonly OrderItem[];
  readonly refunded_amount: number;
  readonly discount_id: string | null;
  readonly discount_amount: number;
  readonly seats: number | null;
  readonly billing_reason: BillingReason;
  readonly customer_id: string;
  readonly product_id: string;
  readonly subscription_id: string | null;
  readonly checkout_id: string | null;
  /** The customer's name at the purchase. */
  readonly billing_name: string | null;
  readonly billing_address: Values | null;
  readonly metadata: Values;
  readonly custom_field_data: Values;
  readonly invoice_number: string;
  readonly next_payment_attempt_at: string | null;
}

export interface RefundRow extends Row {
  readonly order_id: string;
  readonly amount: number;
  readonly reason: string;
  readonly metadata: Values;
  readonly revoke_benefits: boolean;
}

export interface GrantRow extends Row {
  readonly customer_id: string;
  readonly benefit_id: string;
  readonly subscription_id: string | null;
  readonly order_id: string | null;
  readonly granted_at: string;
  readonly revoked_at: string | null;
  readonly properties: Values;
}

export interface UsageRow extends Row {
  readonly name: string;
  readonly timestamp: string;
  readonly customer_id: string | null;
  /** Of a customer that does not exist yet. */
  readonly external_customer_id: string | null;
  readonly external_id: string | null;
  readonly metadata: Values;
}

/** A reduction, in hundredths of a percent or in the smallest unit of the currency. */
export interface DiscountRow extends Row {
  readonly name: string;
  readonly code: string | null;
  readonly type: "fixed" | "percentage";
  readonly amount: number;
  readonly basis_points: number;
  readonly duration: "once" | "forever" | "repeating";
  readonly duration_in_months: number | null;
  readonly starts_at: string | null;
  readonly ends_at: string | null;
  readonly max_redemptions: number | null;
  readonly redemptions_count: number;
  /** Empty: of every product. */
  readonly product_ids: readonly string[];
}

/** A seat of a subscription. */
export interface SeatRow extends Row {
  readonly subscription_id: string;
  readonly status: "pending" | "claimed" | "revoked";
  readonly email: string | null;
  /** The id of the member in the app. */
  readonly external_member_id: string | null;
  readonly member_id: string;
  readonly metadata: Values | null;
  readonly invitation_expires_at: string | null;
  readonly claimed_at: string | null;
  readonly revoked_at: string | null;
}

/** A link to the portal. */
export interface SessionRow extends Row {
  readonly customer_id: string;
  readonly token: string;
  readonly expires_at: string;
  readonly return_url: string | null;
}

/** The rows by their table. */
export interface Tables {
  readonly customers: CustomerRow;
  readonly meters: MeterRow;
  readonly benefits: BenefitRow;
  readonly products: ProductRow;
  readonly checkouts: CheckoutRow;
  readonly subscriptions: SubscriptionRow;
  readonly orders: OrderRow;
  readonly refunds: RefundRow;
  readonly grants: GrantRow;
  readonly usage: UsageRow;
  readonly sessions: SessionRow;
  readonly discounts: DiscountRow;
  readonly seats: SeatRow;
}

export type TableName = keyof Tables;

import type { FormFields } from "./form.js";

/* The parameters of the requests. `tests/stripe/types.test-d.ts` compares them with the types of the package `stripe`. */

type Values = Readonly<Record<string, string>>;

/** `POST /v1/customers` and `POST /v1/customers/{id}`. */
export type CustomerParams = {
  email?: string;
  name?: string;
  preferred_locales?: string[];
  metadata?: Values;
};

/** `POST /v1/checkout/sessions`. */
export type CheckoutParams = {
  mode: "payment" | "subscription";
  customer: string;
  client_reference_id?: string;
  line_items: { price: string; quantity?: number }[];
  success_url?: string;
  cancel_url?: string;
  allow_promotion_codes?: boolean;
  discounts?: { coupon: string }[];
  metadata: Values;
  subscription_data?: { metadata: Values; trial_period_days?: number };
  invoice_creation?: { enabled: boolean; invoice_data: { metadata: Values } };
  expand: string[];
};

/** `POST /v1/subscriptions/{id}`. */
export type SubscriptionParams = {
  items?: { id: string; price?: string; quantity?: number }[];
  proration_behavior?: "always_invoice" | "create_prorations";
  payment_behavior?: "error_if_incomplete";
  discounts?: { coupon: string }[] | "";
  trial_end?: number | "now";
  metadata?: Values;
  cancel_at_period_end?: boolean;
  cancel_at?: "";
  cancellation_details?: { comment?: string; feedback?: Feedback };
  expand: string[];
};

/** Why a customer cancels. */
export type Feedback =
  | "customer_service"
  | "low_quality"
  | "missing_features"
  | "other"
  | "switched_service"
  | "too_complex"
  | "too_expensive"
  | "unused";

/** `POST /v1/billing_portal/sessions`. */
export type PortalParams = { customer: string; return_url?: string };

/** `POST /v1/billing/meter_events`. */
export type MeterEventParams = {
  event_name: string;
  payload: { stripe_customer_id: string; value: string };
  identifier?: string;
  timestamp?: number;
};

/** Each is a form. */
export type Params = FormFields;

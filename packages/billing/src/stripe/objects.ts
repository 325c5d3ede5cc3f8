/*
 * The fields of Stripe's objects that are read, as JSON. `tests/stripe/types.test-d.ts` compares them with the types of
 * the package `stripe`.
 */

/** Keys and values of the merchant. */
export interface StripeMetadata {
  readonly [name: string]: string;
}

/** An object by its id, or the whole object where the request expands it. */
export type Expandable<Whole> = string | Whole;

export interface StripeAddress {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postal_code: string | null;
  readonly country: string | null;
}

export interface StripeCustomer {
  readonly id: string;
  readonly created: number;
  readonly email: string | null;
  readonly name?: string | null | undefined;
  readonly address?: StripeAddress | null | undefined;
  readonly metadata: StripeMetadata;
}

/** What stays of a deleted object. */
export interface StripeDeleted {
  readonly id: string;
  readonly deleted: true;
}

export interface StripePrice {
  readonly id: string;
  readonly created: number;
  readonly active: boolean;
  readonly currency: string;
  readonly billing_scheme: string;
  readonly unit_amount: number | null;
  readonly unit_amount_decimal?: unknown;
  readonly custom_unit_amount: {
    readonly minimum: number | null;
    readonly maximum: number | null;
    readonly preset: number | null;
  } | null;
  readonly product: Expandable<{ readonly id: string }>;
  readonly recurring: {
    readonly interval: string;
    readonly interval_count: number;
    readonly usage_type: string;
    readonly meter: string | null;
  } | null;
}

export interface StripeProduct {
  readonly id: string;
  readonly created: number;
  readonly active: boolean;
  readonly name: string;
  readonly description: string | null;
  readonly metadata: StripeMetadata;
  readonly default_price?: Expandable<StripePrice> | null | undefined;
}

export interface StripeSubscription {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly currency: string;
  readonly start_date: number;
  readonly cancel_at: number | null;
  readonly cancel_at_period_end: boolean;
  readonly canceled_at: number | null;
  readonly ended_at: number | null;
  readonly trial_start: number | null;
  readonly trial_end: number | null;
  readonly cancellation_details: { readonly feedback: string | null; readonly comment: string | null } | null;
  readonly pause_collection: { readonly behavior: string } | null;
  readonly customer: Expandable<StripeCustomer | StripeDeleted>;
  readonly items: {
    readonly data: readonly {
      readonly id: string;
      readonly quantity?: number | undefined;
      readonly current_period_start: number;
      readonly current_period_end: number;
      readonly price: StripePrice;
    }[];
  };
  readonly metadata: StripeMetadata;
}

export interface StripeInvoiceLine {
  readonly id: string;
  readonly amount: number;
  readonly description: string | null;
  readonly pricing: {
    readonly price_details?: { readonly price: Expandable<object>; readonly product: string } | undefined;
  } | null;
  readonly parent: {
    readonly subscription_item_details: { readonly proration: boolean } | null;
    readonly invoice_item_details: { readonly proration: boolean } | null;
  } | null;
}

export interface StripeInvoice {
  readonly id: string;
  readonly created: number;
  readonly status: string | null;
  readonly currency: string;
  readonly subtotal: number;
  readonly total: number;
  readonly total_discount_amounts: readonly { readonly amount: number }[] | null;
  readonly total_taxes: readonly { readonly amount: number }[] | null;
  readonly billing_reason: string | null;
  readonly customer: Expandable<StripeCustomer | StripeDeleted> | null;
  readonly hosted_invoice_url?: string | null | undefined;
  readonly invoice_pdf?: string | null | undefined;
  /** The first lines, up to ten. */
  readonly lines: { readonly data: readonly StripeInvoiceLine[]; readonly has_more: boolean };
  readonly parent: {
    readonly subscription_details: { readonly subscription: Expandable<{ readonly id: string }> } | null;
  } | null;
  readonly metadata: StripeMetadata | null;
}

export interface StripeCheckoutSession {
  readonly id: string;
  readonly created: number;
  readonly expires_at: number;
  readonly status: string | null;
  readonly payment_status: string;
  readonly url: string | null;
  readonly success_url: string | null;
  readonly cancel_url: string | null;
  readonly amount_subtotal: number | null;
  readonly amount_total: number | null;
  readonly currency: string | null;
  readonly client_reference_id: string | null;
  readonly customer: Expandable<{ readonly id: string }> | null;
  readonly subscription: Expandable<{ readonly id: string }> | null;
  readonly metadata: StripeMetadata | null;
  readonly line_items?: { readonly data: readonly { readonly price: StripePrice | null }[] } | undefined;
}

export interface StripePortalSession {
  readonly id: string;
  readonly created: number;
  readonly url: string;
}

export interface StripeMeter {
  readonly id: string;
  readonly created: number;
  readonly display_name: string;
  readonly event_name: string;
  readonly default_aggregation: { readonly formula: string };
}

export interface StripeEvent {
  readonly id: string;
  readonly created: number;
  readonly type: string;
  readonly data: { readonly object: object };
}

/** A page of a list; of a search with `next_page`. */
export interface StripeList<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
}

export const idOf = (value: Expandable<{ readonly id: string }>): string =>
  typeof value === "string" ? value : value.id;

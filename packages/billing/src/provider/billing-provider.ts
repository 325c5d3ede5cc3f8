import type {
  JsonObject,
  TolerantBenefit,
  TolerantBenefitGrant,
  TolerantCheckout,
  TolerantCustomer,
  TolerantCustomerMeter,
  TolerantCustomerState,
  TolerantListPage,
  TolerantMeter,
  TolerantOrder,
  TolerantProduct,
  TolerantRefund,
  TolerantSubscription,
} from "@keyhold/billing-schema";
import type {
  CheckoutCreate,
  CustomerCreate,
  CustomerUpdateByExternalId,
  EventCreate,
  SubscriptionCancel,
  SubscriptionSeatsUpdate,
  SubscriptionTermsUpdate,
} from "@keyhold/billing-schema/requests";
import type { WebhookVerifier, WebhookVerifierOptions } from "@keyhold/billing-schema/webhook";

/** What a provider can do, or its API version. */
export interface BillingCapabilities {
  readonly seats: boolean;
  /** Customers of type "team". */
  readonly teams: boolean;
  readonly trials: boolean;
  /** Whether usage with a known id is counted once. */
  readonly deduplicatesUsage: boolean;
  readonly redelivery: boolean;
  /**
   * Whether an entity says when it last changed. If false, its `modifiedAt` is the time at which it was read: an entity
   * that is read again is newer, also if it has not changed. Default true.
   */
  readonly changeTimes?: boolean;
  /**
   * Whether an address is of one customer alone. If false, a customer is never taken over by its address. Default true.
   */
  readonly uniqueAddresses?: boolean;
  /** Whether customers have balances of meters. If false, an entitlement by `meter` is a config error. Default true. */
  readonly meterBalances?: boolean;
}

/** Which part of a list. */
export interface ListQuery {
  /** From 1. */
  readonly page?: number;
  /** Of items in a page, up to 100. */
  readonly limit?: number;
}

/** Which part of a list, of a customer or of all customers. */
export interface OwnedQuery extends ListQuery {
  /** The id of the user or organization in your app. */
  readonly ownerId?: string;
  readonly customerId?: string;
}

/** A page of a list. */
export type ProviderPage<Item> = Promise<TolerantListPage<Item>>;

/** The customer of an owner as your app knows it: a provider without unique ids of your app reads it by this id. */
export interface KnownCustomer {
  readonly customerId?: string;
}

/** A link to the provider's page on which a customer manages subscriptions. */
export interface PortalLink {
  /** Contains the token: give it to the customer alone. */
  readonly url: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** A try of the provider to deliver an event. */
export interface ProviderDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly isAccepted: boolean;
  /** Null: no answer. */
  readonly status: number | null;
}

/** The provider's customers. `ownerId` is the id of the user or organization in your app. */
export interface ProviderCustomers {
  create(customer: CustomerCreate): Promise<TolerantCustomer>;
  update(ownerId: string, changes: CustomerUpdateByExternalId, known?: KnownCustomer): Promise<TolerantCustomer>;
  /** Cancels subscriptions and revokes benefits at once. `anonymize` also erases personal data. */
  remove(ownerId: string, options?: KnownCustomer & { readonly anonymize?: boolean }): Promise<void>;
  /**
   * Gives a customer without an owner to an owner, for ever. Throws "conflict" if the customer has another owner, or the
   * owner another customer.
   */
  link(customerId: string, ownerId: string): Promise<TolerantCustomer>;
  /** Null if the owner has no customer. */
  byOwner(ownerId: string, known?: KnownCustomer): Promise<TolerantCustomer | null>;
  list(query?: ListQuery & { readonly email?: string }): ProviderPage<TolerantCustomer>;
}

/** The provider's subscriptions. */
export interface ProviderSubscriptions {
  get(id: string): Promise<TolerantSubscription>;
  list(query?: OwnedQuery & { readonly active?: boolean }): ProviderPage<TolerantSubscription>;
  change(id: string, change: SubscriptionTermsUpdate | SubscriptionSeatsUpdate): Promise<TolerantSubscription>;
  /** Ends the subscription with its period. */
  cancel(id: string, reason?: Omit<SubscriptionCancel, "cancelAtPeriodEnd">): Promise<TolerantSubscription>;
  /** Takes a cancellation back. */
  uncancel(id: string): Promise<TolerantSubscription>;
  /** Ends the subscription at once. */
  revoke(id: string): Promise<TolerantSubscription>;
}

/** The provider's checkouts. */
export interface ProviderCheckouts {
  create(checkout: CheckoutCreate): Promise<TolerantCheckout>;
  get(id: string): Promise<TolerantCheckout>;
}

/** The provider's orders. */
export interface ProviderOrders {
  get(id: string): Promise<TolerantOrder>;
  list(query?: OwnedQuery & { readonly productBillingType?: "one_time" | "recurring" }): ProviderPage<TolerantOrder>;
  invoice(id: string): Promise<{ readonly url: string }>;
}

/** A list that the provider answers page by page. */
export interface ProviderList<Item, Query extends ListQuery = ListQuery> {
  list(query?: Query): ProviderPage<Item>;
}

/** What customers got from the benefits of their products. */
export interface ProviderGrants {
  list(benefitId: string, query?: ListQuery & { readonly customerId?: string }): ProviderPage<TolerantBenefitGrant>;
}

/** The usage of customers. */
export interface ProviderUsage {
  /** `duplicates` is null if the provider does not deduplicate. */
  ingest(events: readonly EventCreate[]): Promise<{ readonly inserted: number; readonly duplicates: number | null }>;
}

/** A seat of a subscription. */
export interface ProviderSeat {
  readonly id: string;
  readonly subscriptionId: string | null;
  /** "pending", "claimed", "revoked", or a status of a newer version. */
  readonly status: string;
  /** The id of the member in your app. */
  readonly externalMemberId: string | null;
  readonly email: string | null;
  readonly createdAt: Date;
  readonly claimedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Who gets a seat: the id of the member in your app, the address, or both. */
export interface SeatMember {
  readonly externalMemberId?: string;
  readonly email?: string;
}

/** The seats of subscriptions. Only with `capabilities.seats`: otherwise each call throws "not-found". */
export interface ProviderSeats {
  /**
   * Assigns a seat, which the member has at once: the provider sends no invitation. Throws "conflict" if each seat is
   * assigned, and if the member has a seat.
   */
  assign(subscriptionId: string, member: SeatMember): Promise<ProviderSeat>;
  revoke(seatId: string): Promise<ProviderSeat>;
  /** All seats of a subscription, revoked seats too. */
  list(subscriptionId: string): Promise<{
    readonly items: readonly ProviderSeat[];
    readonly availableCount: number;
    readonly totalCount: number;
  }>;
}

/** The provider's tries to deliver events. */
export interface ProviderDeliveries {
  list(query?: ListQuery & { readonly isAccepted?: boolean }): Promise<{
    readonly items: readonly ProviderDelivery[];
    readonly maxPage: number;
    /** Null if the provider does not say it. */
    readonly totalCount: number | null;
  }>;
  /** Sends an event once more, with its id. */
  redeliver(eventId: string): Promise<void>;
}

/** How a provider signs and spells its events. */
export interface ProviderWebhooks {
  /** Verifies deliveries by the provider's signature. Throws a TypeError for a secret or a tolerance that cannot be right. */
  verifier(options: WebhookVerifierOptions): WebhookVerifier;
  /** The payload of a verified delivery as an event of `billing-schema`, with `type` and `data`. May ask the provider. */
  read(payload: JsonObject): Promise<JsonObject>;
}

/**
 * A payments provider, in client forms and without HTTP. Each call answers a value or throws a `BillingProviderError`
 * with a reason.
 */
export interface BillingProvider {
  readonly id: string;
  /** Where the access token is valid, e.g. "production", or the host of another address. */
  readonly environment: string;
  readonly capabilities: BillingCapabilities;
  readonly customers: ProviderCustomers;
  /** A customer with active subscriptions, granted benefits and meters; null if the owner has no customer. */
  state(ownerId: string, known?: KnownCustomer): Promise<TolerantCustomerState | null>;
  readonly checkouts: ProviderCheckouts;
  portal(ownerId: string, options?: KnownCustomer & { readonly returnUrl?: string }): Promise<PortalLink>;
  readonly subscriptions: ProviderSubscriptions;
  readonly orders: ProviderOrders;
  readonly refunds: ProviderList<TolerantRefund, ListQuery & { readonly orderId?: string }>;
  readonly grants: ProviderGrants;
  readonly benefits: ProviderList<TolerantBenefit>;
  readonly products: ProviderList<TolerantProduct>;
  readonly meters: ProviderList<TolerantMeter>;
  readonly meterBalances: ProviderList<TolerantCustomerMeter, OwnedQuery>;
  readonly usage: ProviderUsage;
  readonly seats: ProviderSeats;
  readonly deliveries: ProviderDeliveries;
  /** Default: Standard Webhooks, and events in the form of `billing-schema`. */
  readonly webhooks?: ProviderWebhooks;
}

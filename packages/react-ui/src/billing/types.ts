import type { FullClient } from "../client.js";

/** A product that the app sells. */
export type Product = NonNullable<ReturnType<FullClient["useBillingProducts"]>["data"]>["products"][number];

/** What an owner has bought. */
export type BillingState = NonNullable<ReturnType<FullClient["useBillingState"]>["data"]>;

/** The owner of the plan on a screen: the user, or the active organization. */
export type BillingOwnerKind = "user" | "organization";

/** What a member may do with the billing of an organization. */
export type BillingAction = "read" | "checkout" | "portal" | "change" | "cancel";

/** The owner of a plan, and what the user may do with the plan. */
export interface BillingOwner {
  /** The id of the organization; undefined: the user. */
  readonly organizationId: string | undefined;
  /** The name of the organization; null: the user. */
  readonly name: string | null;
  readonly can: (action: BillingAction) => boolean;
}

/** A subscription in the form that screens show. */
export interface Subscription {
  readonly id: string;
  readonly status: string;
  readonly productId: string | null;
  readonly name: string;
  /** In the smallest unit of the currency; null: not known. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** The seats of an organization; null: not sold by seats. */
  readonly seats: number | null;
  readonly interval: string | null;
  readonly intervalCount: number;
  /** When the paid period ends. */
  readonly periodEnd: Date | null;
  /** When a canceled subscription ends; null: it goes on. */
  readonly endsAt: Date | null;
  readonly isTrial: boolean;
  readonly isPastDue: boolean;
}

/** An order in the form that screens show. */
export interface Order {
  readonly id: string;
  readonly status: string;
  readonly name: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly at: Date | null;
}

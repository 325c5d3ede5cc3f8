import type { OutboxServerEndpoints } from "@keyhold/core/outbox";
import type { Plugin, PluginTypes } from "@keyhold/core/plugin";
import type { BillingEndpoints, BillingServerEndpoints } from "./endpoints.js";
import type { BillingErrorCode } from "./errors.js";
import type { BillingPluginEvent } from "./events.js";
import type { Verdict } from "./holding/judge.js";

/** The server-side calls without a mirror. */
export interface WebhookServerEndpoints
  extends Pick<
    BillingServerEndpoints,
    "listWebhookEvents" | "readWebhookEvent" | "retryUndecodableEvents" | "retryWebhookEvent"
  > {}

/** The types that the plugin adds to an auth: server-side calls, error codes and events. */
export interface BillingTypes extends PluginTypes {
  readonly serverEndpoints: WebhookServerEndpoints;
  readonly errorCode: BillingErrorCode;
  readonly event: BillingPluginEvent;
}

/** The names that an app gives to products and entitlements, in the input of calls. */
export interface NamedServerEndpoints<
  Entitlement extends string,
  Product extends string = string,
  Event extends string = string,
> {
  readonly billing: {
    readonly track: NamedUsage<Event>;
    readonly reserve: NamedUsage<Event>;
    readonly checkoutFor: NamedProduct<Product>;
    readonly has: NamedEntitlement<Entitlement>;
    readonly require: NamedEntitlement<Entitlement>;
  };
}

/** The names that an app gives to products and entitlements, in calls that a client has, too. */
export interface NamedEndpoints<Entitlement extends string = string, Product extends string = string> {
  readonly checkout: NamedProduct<Product>;
  readonly billing: {
    readonly state: NamedAnswer<{ readonly entitlements: Readonly<Record<Entitlement, Verdict>> }>;
    readonly subscription: { readonly change: NamedProduct<Product> };
  };
}

/**
 * The requirement that an endpoint of the app may name, for `endpointsFor`.
 *
 * @example endpointsFor<Options, typeof errors, BillingRequirements<typeof entitlements>>(errors)({ …, requires: { entitlement: "export" } })
 */
export interface BillingRequirements<Rules extends object> {
  /** The signed-in user, or the active organization, must have the entitlement: else 402. */
  readonly entitlement: keyof Rules & string;
}

/** What is read again when it has changed. */
export interface BillingStores<Entitlement extends string = string> {
  /** What the user has bought, and the entitlements of the user with the active organization. */
  readonly billingState: BillingEndpoints["billing"]["state"] & NamedEndpoints<Entitlement>["billing"]["state"];
  /** What the app sells, with prices. */
  readonly billingProducts: BillingEndpoints["billing"]["products"];
  /** The newest orders of the user. */
  readonly billingOrders: BillingEndpoints["customer"]["orders"]["list"];
}

/** Only the type of the output: the rest is of the endpoint. */
export interface NamedAnswer<Output> {
  readonly $: { readonly output: Output };
}

/** Only the type of the input: the rest is of the endpoint. */
export interface NamedEntitlement<Entitlement extends string> {
  readonly $: { readonly input: { readonly entitlement: Entitlement } };
}

/** Only the type of the input: the rest is of the endpoint. */
export interface NamedProduct<Product extends string> {
  readonly $: { readonly input: { readonly slug?: Product | undefined } };
}

/** Only the type of the input: the rest is of the endpoint. */
export interface NamedUsage<Event extends string> {
  readonly $: { readonly input: { readonly event: Event } };
}

/** The types that the plugin adds to an auth with a mirror. */
export interface MirrorTypes<
  Entitlement extends string = string,
  Product extends string = string,
  Event extends string = string,
> extends PluginTypes {
  readonly endpoints: BillingEndpoints & NamedEndpoints<Entitlement, Product>;
  /** The calls of the outbox are there with `provider`. */
  readonly serverEndpoints: BillingServerEndpoints &
    NamedServerEndpoints<Entitlement, Product, Event> &
    OutboxServerEndpoints;
  readonly stores: BillingStores<Entitlement>;
  /** `billing`: the app sells by a payments provider. */
  readonly publicOptions: { readonly billing?: object };
  readonly errorCode: BillingErrorCode;
  readonly event: BillingPluginEvent;
}

/** A named type keeps the inferred types of an app's auth short. */
export interface BillingPlugin extends Plugin<BillingTypes> {}

/** The plugin with a mirror. `Entitlement`, `Product` and `Event`: the names that the app gives. */
export interface MirrorPlugin<
  Entitlement extends string = string,
  Product extends string = string,
  Event extends string = string,
> extends Plugin<MirrorTypes<Entitlement, Product, Event>> {}

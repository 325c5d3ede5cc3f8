import {
  type CheckoutCreate,
  type CustomerSessionCreate,
  checkoutCreate,
  customerCreate,
  type EventCreate,
  eventsIngest,
  type JsonObject,
  refundCreate,
  type SubscriptionUpdate,
  subscriptionUpdate,
} from "../requests.js";
import type { WriteInstead } from "./older-name.js";

/** Code that must not compile, and never runs: the type checker is the test. */

export const least: CheckoutCreate = { products: ["p"] };
export const wire: string | null | undefined = checkoutCreate.encode(least).external_customer_id;
export const current: readonly string[] = checkoutCreate.encode(least, { apiVersion: "2027-01" }).products;
export const first: JsonObject = checkoutCreate.encode(least, { apiVersion: "2025-05" });
// @ts-expect-error the spelling of 2025-05 is not typed
checkoutCreate.encode(least, { apiVersion: "2025-05" }).products.length;
// @ts-expect-error there is no such version
checkoutCreate.encode(least, { apiVersion: "2024-01" });
// @ts-expect-error a checkout has products
checkoutCreate.encode({ successUrl: "https://app.test" });
// @ts-expect-error the client form has names in camelCase
checkoutCreate.encode({ products: ["p"], discount_id: "d" });
// @ts-expect-error the client form has the newer spelling
checkoutCreate.encode({ products: ["p"], customerExternalId: "u" });
// The error of the line above says "WriteInstead<"externalCustomerId">".
export const present: WriteInstead<"externalCustomerId"> | undefined = least.customerExternalId;
// @ts-expect-error a list has prices of known kinds
checkoutCreate.encode({ products: ["p"], prices: { p: [{ amountType: "free" }] } });

export const byId: CustomerSessionCreate = { customerId: "c" };
// @ts-expect-error the client form has the newer spelling
export const byOlderName: CustomerSessionCreate = { customerExternalId: "u" };
// @ts-expect-error a session needs a customer
export const ofNone: CustomerSessionCreate = { returnUrl: "https://app.test" };

// @ts-expect-error an individual has an email
customerCreate.encode({ name: "Anna" });
customerCreate.encode({ type: "team", owner: { email: "anna@app.test" } });

export const changes: readonly SubscriptionUpdate[] = [
  { productId: "p", prorationBehavior: "next_period" },
  { trialEnd: new Date() },
  { trialEnd: "now" },
  { seats: 5 },
  { cancelAtPeriodEnd: true, customerCancellationReason: "unused" },
  { revoke: true },
  { pendingUpdate: null },
];
// @ts-expect-error a subscription is revoked, or left alone
subscriptionUpdate.encode({ revoke: false });
// @ts-expect-error a date is a Date in the client form
subscriptionUpdate.encode({ trialEnd: "2026-05-01T00:00:00Z" });
// @ts-expect-error only these reasons are known
subscriptionUpdate.encode({ cancelAtPeriodEnd: true, customerCancellationReason: "bored" });

export const event: EventCreate = {
  name: "completion",
  externalCustomerId: "u",
  metadata: { path: "/", _llm: { vendor: "v", model: "m", inputTokens: 1, outputTokens: 2, totalTokens: 3 } },
};
// @ts-expect-error an event has a name
eventsIngest.encode({ events: [{ customerId: "c" }] });

// @ts-expect-error a decoded body is not changed
refundCreate.decode({}).amount = 1;

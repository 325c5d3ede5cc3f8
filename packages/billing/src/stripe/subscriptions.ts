import { subscription, type TolerantSubscription } from "@keyhold/billing-schema";
import type {
  SubscriptionCancel,
  SubscriptionSeatsUpdate,
  SubscriptionTermsUpdate,
} from "@keyhold/billing-schema/requests";
import type { ProviderSubscriptions } from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import type { CustomerIdOf } from "./customer-id.js";
import { subscriptionWire } from "./map/subscription.js";
import type { StripeSubscription } from "./objects.js";
import type { Feedback, SubscriptionParams } from "./params.js";
import { priceOf } from "./products.js";
import { unsupported } from "./unsupported.js";
import { decoded, emptyPage, pagesOf, type Read, read, type Wire } from "./wire.js";

const path = "/v1/subscriptions";
const expand = ["customer"];

/** Null for a subscription without an item. */
export const shownSubscription = (given: Read<StripeSubscription>): TolerantSubscription | null => {
  const wire = subscriptionWire(given);
  return wire && decoded(subscription, wire);
};

export const readSubscription = (wire: Wire, id: string): Promise<Read<StripeSubscription>> =>
  read<StripeSubscription>(wire, { method: "GET", path: `${path}/{id}`, id, fields: { expand } });

const orNotFound = (given: Read<StripeSubscription>): TolerantSubscription => {
  const shown = shownSubscription(given);
  if (!shown) throw new BillingProviderError("subscriptions", { reason: "not-found" });
  return shown;
};

const endedStatuses = ["canceled", "incomplete_expired"];

/** The provider's subscriptions. */
export function subscriptionsOf(wire: Wire, customerIdOf: CustomerIdOf): ProviderSubscriptions {
  const pages = pagesOf(wire, { path, fields: { expand: ["data.customer"] } }, shownSubscription);
  const write = async (id: string, fields: Omit<SubscriptionParams, "expand">) => {
    const request = { method: "POST", path: `${path}/{id}`, id, fields: { ...fields, expand } } as const;
    return orNotFound(await read<StripeSubscription>(wire, request));
  };
  /** The subscription as it is now. Throws "conflict" if it has ended. */
  const running = async (id: string): Promise<StripeSubscription> => {
    const { object } = await readSubscription(wire, id);
    if (endedStatuses.includes(object.status)) throw conflict();
    return object;
  };
  return {
    get: async (id) => orNotFound(await readSubscription(wire, id)),
    list: async ({ active, ...query } = {}) => {
      const customer = await customerIdOf(query);
      if (customer === null) return emptyPage;
      return pages({ ...query, fields: { customer, status: statusFor(active) } });
    },
    change: async (id, change) => write(id, await changeOf(wire, await running(id), change)),
    cancel: async (id, reason = {}) => {
      const { cancel_at_period_end, cancel_at } = await running(id);
      if (cancel_at_period_end || cancel_at !== null) throw conflict();
      return write(id, { cancel_at_period_end: true, ...reasonOf(reason) });
    },
    uncancel: async (id) => {
      const { cancel_at, cancel_at_period_end } = await running(id);
      return write(
        id,
        cancel_at !== null && !cancel_at_period_end ? { cancel_at: "" } : { cancel_at_period_end: false },
      );
    },
    revoke: async (id) => {
      await running(id);
      return orNotFound(
        await read<StripeSubscription>(wire, { method: "DELETE", path: `${path}/{id}`, id, fields: { expand } }),
      );
    },
  };
}

/** Without a status Stripe leaves out canceled subscriptions. */
function statusFor(active: boolean | undefined): "all" | "ended" | undefined {
  if (active === true) return undefined;
  return active === false ? "ended" : "all";
}

const conflict = (): BillingProviderError => new BillingProviderError("subscriptions", { reason: "conflict" });

function reasonOf(reason: Omit<SubscriptionCancel, "cancelAtPeriodEnd">): Partial<SubscriptionParams> {
  const { customerCancellationReason: feedback, customerCancellationComment: comment } = reason;
  if (!feedback && !comment) return {};
  const details = { ...(comment && { comment }), ...(feedback && { feedback: String(feedback) as Feedback }) };
  return { cancellation_details: details };
}

const call = "subscriptions.change";

/** The parameters of a change of the product or of the quantity. A dearer plan is refused if its payment fails. */
async function changeOf(
  wire: Wire,
  { items }: StripeSubscription,
  change: SubscriptionTermsUpdate | SubscriptionSeatsUpdate,
): Promise<Omit<SubscriptionParams, "expand">> {
  const { productId, seats, prorationBehavior, discountId, trialEnd, metadata } = change as SubscriptionTermsUpdate &
    Partial<SubscriptionSeatsUpdate>;
  const [item] = items.data;
  const price = typeof productId === "string" ? (await priceOf(wire, productId, "product_id")).id : undefined;
  const changed = item && (price !== undefined || seats !== undefined);
  return {
    ...(changed && {
      items: [{ id: item.id, ...(price && { price }), ...(seats !== undefined && { quantity: seats }) }],
    }),
    ...(changed && prorationOf(prorationBehavior)),
    ...(typeof discountId === "string" && { discounts: [{ coupon: discountId }] }),
    ...(discountId === null && { discounts: "" }),
    ...(trialEnd instanceof Date && { trial_end: Math.floor(trialEnd.getTime() / 1000) }),
    ...(trialEnd === "now" && { trial_end: "now" }),
    ...(metadata && {
      metadata: Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)])),
    }),
  };
}

function prorationOf(behavior: unknown): Pick<SubscriptionParams, "proration_behavior" | "payment_behavior"> {
  switch (behavior) {
    case "invoice":
      return { proration_behavior: "always_invoice", payment_behavior: "error_if_incomplete" };
    case undefined:
    case null:
    case "prorate":
      return { proration_behavior: "create_prorations", payment_behavior: "error_if_incomplete" };
    default:
      throw unsupported(call, "proration_behavior", "Stripe changes a plan now: invoice or prorate.");
  }
}

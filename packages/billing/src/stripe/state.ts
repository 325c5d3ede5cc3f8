import { customerState } from "@keyhold/billing-schema";
import type { BillingProvider } from "../provider/billing-provider.js";
import type { CustomerSearch } from "./find-customer.js";
import { customerWire } from "./map/customer.js";
import { statusOf, subscriptionWire } from "./map/subscription.js";
import type { StripeList, StripeSubscription } from "./objects.js";
import { decoded, read, type Wire } from "./wire.js";

const activeStatuses = ["active", "trialing"];

/** A customer with the active subscriptions, up to 100. Stripe has no benefits, and its meters no balance. */
export const stateOf =
  (wire: Wire, search: CustomerSearch): BillingProvider["state"] =>
  async (ownerId, { customerId } = {}) => {
    const found = await search.byOwner(ownerId, customerId);
    if (!found) return null;
    const fields = { customer: found.object.id, limit: 100, expand: ["data.customer"] };
    const { object, readAt } = await read<StripeList<StripeSubscription>>(wire, {
      ...{ method: "GET", path: "/v1/subscriptions", fields },
    });
    const active = object.data.filter((one) => activeStatuses.includes(statusOf(one)));
    return decoded(customerState, {
      ...customerWire(found),
      active_subscriptions: active.flatMap((one) => subscriptionWire({ object: one, readAt }) ?? []),
      granted_benefits: [],
      active_meters: [],
    });
  };

import type { BillingProvider } from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import type { StripeEvent } from "./objects.js";
import { pagesOf, type Read, type Wire } from "./wire.js";

/**
 * The events of the last 30 days, with whether each endpoint has accepted them. The API sends no event again: the
 * dashboard does, and `syncAll` reads what was missed.
 */
export function deliveriesOf(wire: Wire): BillingProvider["deliveries"] {
  const map = (isAccepted: boolean) => (one: Read<StripeEvent>) => ({
    id: one.object.id,
    eventId: one.object.id,
    type: one.object.type,
    createdAt: new Date(one.object.created * 1000),
    isAccepted,
    status: null,
  });
  const path = "/v1/events";
  const accepted = pagesOf(wire, { path, fields: { delivery_success: true } }, map(true));
  const failed = pagesOf(wire, { path, fields: { delivery_success: false } }, map(false));
  return {
    list: async ({ isAccepted = true, ...query } = {}) => {
      const { items, pagination } = await (isAccepted ? accepted : failed)(query);
      return { items, maxPage: pagination.maxPage, totalCount: null };
    },
    redeliver: async () => {
      throw new BillingProviderError("deliveries.redeliver", { reason: "not-found" });
    },
  };
}

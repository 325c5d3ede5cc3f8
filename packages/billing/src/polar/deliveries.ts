import type { BillingProvider, ProviderDelivery } from "../provider/billing-provider.js";
import type { Send } from "./request.js";

/** The provider's tries to deliver events. */
export function deliveriesOf({ sendInBackground }: { readonly sendInBackground: Send }): BillingProvider["deliveries"] {
  return {
    list: async ({ page, limit, isAccepted } = {}) => {
      const query = { page, limit, succeeded: isAccepted };
      const answer = Object(await sendInBackground({ method: "GET", path: "/v1/webhooks/deliveries", query }));
      const items: readonly unknown[] = Array.isArray(answer.items) ? answer.items : [];
      const { max_page, total_count } = Object(answer.pagination);
      const totalCount = typeof total_count === "number" ? total_count : null;
      return { items: items.map(deliveryOf), maxPage: Number(max_page), totalCount };
    },
    redeliver: async (id) => {
      await sendInBackground({ method: "POST", path: "/v1/webhooks/events/{id}/redeliver", id });
    },
  };
}

function deliveryOf(item: unknown): ProviderDelivery {
  const { id, created_at, succeeded, http_code, webhook_event } = Object(item);
  return {
    id: String(id),
    eventId: String(Object(webhook_event).id),
    type: String(Object(webhook_event).type),
    createdAt: new Date(created_at),
    isAccepted: succeeded === true,
    status: typeof http_code === "number" ? http_code : null,
  };
}

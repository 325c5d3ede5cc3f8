import type { WebhookEvent } from "@keyhold/billing-schema/webhook";
import type { Insert } from "@keyhold/core/plugin";
import { nameOf } from "./entities.ts";
import type { activityModel } from "./models.ts";

type Activity = Insert<typeof activityModel>;

/** A line of the feed for an event of the payments provider; null for those that the feed leaves out. */
export function activityOf(event: WebhookEvent): Activity | null {
  switch (event.type) {
    case "order.paid": {
      const { customer, product, modifiedAt, createdAt } = event.data;
      return line(event.type, modifiedAt ?? createdAt, nameOf(customer), `paid for ${product?.name ?? "an order"}`);
    }
    case "order.refunded": {
      const { customer, product, modifiedAt, createdAt } = event.data;
      return line(
        event.type,
        modifiedAt ?? createdAt,
        nameOf(customer),
        `was refunded for ${product?.name ?? "an order"}`,
      );
    }
    case "subscription.active": {
      const { customer, product, startedAt, createdAt } = event.data;
      return line(
        event.type,
        startedAt ?? createdAt,
        nameOf(customer),
        `subscribed to ${product?.name ?? "a product"}`,
      );
    }
    case "subscription.canceled": {
      const { customer, product, canceledAt, createdAt } = event.data;
      return line(event.type, canceledAt ?? createdAt, nameOf(customer), `canceled ${product?.name ?? "a product"}`);
    }
    case "customer.created":
      return line(event.type, event.data.createdAt, nameOf(event.data), "became a customer");
    default:
      return null;
  }
}

const line = (type: string, at: Date, subject: string, detail: string): Activity => ({ type, at, subject, detail });

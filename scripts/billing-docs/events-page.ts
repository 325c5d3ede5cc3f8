import { eventData } from "../../packages/billing-schema/src/events/event-data.js";
import type { EventType } from "../../packages/billing-schema/src/index.js";
import type { LinkTo } from "./types.ts";

const meanings: { readonly [Type in EventType]: string } = {
  "benefit_grant.created": "a customer gets a benefit",
  "benefit_grant.updated": "the grant changes, say because the customer has connected an account",
  "benefit_grant.cycled": "the subscription behind the grant is renewed",
  "benefit_grant.revoked": "the customer loses the benefit",
  "benefit.created": "there is a new benefit",
  "benefit.updated": "the benefit itself changes",
  "checkout.created": "a customer begins a checkout",
  "checkout.updated": "the checkout changes: `status` has its progress",
  "order.created": "there is a new order, paid or not: the order of a renewal is still `pending`",
  "order.updated": "the order changes in any way; sent beside the two below",
  "order.paid": "the order is paid",
  "order.refunded": "the order is refunded, in whole or in part",
  "organization.updated": "the merchant's settings change",
  "product.created": "there is a new product",
  "product.updated": "the product changes, its prices and benefits included",
  "refund.created": "a refund is requested; `status` has its result",
  "refund.updated": "the refund changes",
  "subscription.created": "there is a new subscription; `updated` is sent with it, and `active` when it becomes active",
  "subscription.active": "it has become active",
  "subscription.canceled": "it will end, or has: with `cancelAtPeriodEnd` it stays active until `currentPeriodEnd`",
  "subscription.uncanceled": "the cancellation is withdrawn",
  "subscription.revoked": "it has ended: revoke its benefits",
  "subscription.updated": "it changes in any way; sent beside each of the others with the same data",
  "customer.created": "there is a new customer",
  "customer.updated": "the customer changes",
  "customer.deleted": "the customer is deleted; `deletedAt` has the time",
  "customer.state_changed": "the customer's subscriptions, benefits or meters change",
};

const example = `import { decodeEvent, encodeEvent, unknownsIn } from "@keyhold/billing-schema";

export function titleOf(json: unknown): string {
  const event = decodeEvent(json, { mode: "tolerant" });
  switch (event.type) {
    case "order.paid":
      return \`\${event.data.customer.email} paid \${event.data.totalAmount} \${event.data.currency}\`;
    case "subscription.revoked":
      return \`\${event.data.product?.name ?? "The product"} has ended\`;
    default:
      return String(event.type);
  }
}

/** What of an event is newer than this version, and the event as it came. */
export function newsOf(json: unknown) {
  const event = decodeEvent(json, { mode: "tolerant" });
  return { news: unknownsIn(event), same: encodeEvent(event, { mode: "tolerant" }) };
}`;

const oneEvent = `import { event, order } from "@keyhold/billing-schema";

const orderPaid = event("order.paid", order);

export const readOrderPaid = (json: unknown) => orderPaid.decode(json, { mode: "tolerant" }).data;`;

const envelope = `| field | on the wire | type | may be absent | |
|---|---|---|---|---|
| \`type\` | \`type\` | string | | what happened: one of the names below |
| \`timestamp\` | \`timestamp\` | \`Date\` | yes | when it happened; the provider says so since September 2025 |
| \`apiVersion\` | \`api_version\` | string | yes | the version of the API that the data is of; older ones do not say |
| \`data\` | \`data\` | by \`type\` | | the entity as it was then |`;

/** The page of all events. */
export function eventsPage(linkTo: LinkTo): string {
  const rows = Object.entries(eventData).map(([type, { is }]) => {
    return `| \`${type}\` | ${linkTo(is)} | ${meanings[type as EventType]} |`;
  });
  return [
    "<!-- Written by scripts/billing-docs.mjs, from packages/billing-schema/src/events. -->",
    "# Events",
    `The provider sends an event to a webhook: its type, and the whole entity at that time. There are ${rows.length} types. \`decodeEvent\` decodes any of them, \`safeDecodeEvent\` does so without throwing, \`encodeEvent\` encodes an event to the same JSON.`,
    `\`\`\`ts\n${example}\n\`\`\``,
    "In strict mode a type missing below is an error. In tolerant mode it is an `UnknownBillingEvent`: check its `type` with `isEventType`; its data is renamed to camelCase and otherwise unchanged.",
    "For a single type, make its codec from the entity. The bundle contains no other entity:",
    `\`\`\`ts\n${oneEvent}\n\`\`\``,
    "## The envelope",
    envelope,
    "## All of them",
    ["| type | data | when |", "|---|---|---|", ...rows].join("\n"),
    "Events may come twice, late, and out of order: see [versions of an entity](money-dates-versions.md#versions), and [a webhook](../billing.md#webhooks) that handles each once.",
    "[Billing](../billing.md)",
  ]
    .join("\n\n")
    .concat("\n");
}

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
  "checkout.created": "somebody begins to buy",
  "checkout.updated": "the checkout goes on: `status` says how far",
  "order.created": "there is a new order, paid or not: that of a renewal is still `pending`",
  "order.updated": "the order changes in any way; comes beside the two below",
  "order.paid": "the money is there",
  "order.refunded": "money went back, all of it or a part",
  "organization.updated": "the merchant's settings change",
  "product.created": "there is a new product",
  "product.updated": "the product changes, its prices and benefits included",
  "refund.created": "a refund is asked for; `status` says whether it went through",
  "refund.updated": "the refund goes on",
  "subscription.created": "there is a new subscription; `updated` comes with it, and `active` once it is",
  "subscription.active": "it has become active",
  "subscription.canceled": "it will end, or has: with `cancelAtPeriodEnd` it stays active until `currentPeriodEnd`",
  "subscription.uncanceled": "the customer stays after all",
  "subscription.revoked": "it has ended: what it gave is to be taken back",
  "subscription.updated": "it changes in any way; comes beside each of the others with the same data",
  "customer.created": "there is a new customer",
  "customer.updated": "the customer changes",
  "customer.deleted": "the customer is gone; `deletedAt` says since when",
  "customer.state_changed": "what the customer has now is another: subscriptions, benefits, meters",
};

const example = `import { decodeEvent, encodeEvent, unknownsIn } from "@keyhold/billing-schema";

export function titleOf(json: unknown): string {
  const event = decodeEvent(json, { mode: "tolerant" });
  switch (event.type) {
    case "order.paid":
      return \`\${event.data.customer.email} paid \${event.data.totalAmount} \${event.data.currency}\`;
    case "subscription.revoked":
      return \`\${event.data.product.name} has ended\`;
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
    `What the provider sends to a webhook: what happened, and the entity as it was then, whole. There are ${rows.length} types. \`decodeEvent\` reads any of them, \`safeDecodeEvent\` does so without throwing, \`encodeEvent\` writes one back as it came.`,
    `\`\`\`ts\n${example}\n\`\`\``,
    "In strict mode a type that is not below is an error. In tolerant mode it is an `UnknownBillingEvent`: its `type` is compared with `isEventType`, its data is renamed to camelCase and otherwise left alone.",
    "An app that needs one type alone makes its codec from the entity, and bundles no other:",
    `\`\`\`ts\n${oneEvent}\n\`\`\``,
    "## The envelope",
    envelope,
    "## All of them",
    ["| type | data | when |", "|---|---|---|", ...rows].join("\n"),
    "Events may come twice, late, and in another order than they happened in: [which version of an entity is newer](money-dates-versions.md#versions), and [a webhook](../billing.md#webhooks) that handles each once.",
    "[Billing](../billing.md)",
  ]
    .join("\n\n")
    .concat("\n");
}

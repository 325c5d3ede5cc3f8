import type { OutboxKind } from "@keyhold/core/outbox";
import type { AnyEndpoint, Model } from "@keyhold/core/plugin";
import { endpoints, pages } from "./endpoints.js";
import type { MirrorSettings } from "./mirror/settings.js";
import { mirrorTables } from "./mirror/tables.js";
import { removeCustomer } from "./purchase/remove-customer.js";
import { readPortal } from "./routes/customer/portal.js";
import type { MirrorPlugin } from "./types.js";
import { usageTables } from "./usage/models.js";
import { sendUsage } from "./usage/send.js";

type Asked = Pick<MirrorSettings, "provider">;

const { checkout: _checkout, billing: calls, customer, usage, ...others } = endpoints;
const { checkout: _read, checkoutFor: _for, orders: _orders, subscription: _subscription, ...billingCalls } = calls;
const { track: _track, reserve: _reserve, sendUsage: _send, settleUsage: _settle, ...stateCalls } = billingCalls;
const { portal: _portal, ...lists } = customer;
const { ingest: _ingest, ...meters } = usage;

/** The routes and calls of a mirror that asks no provider. */
const withoutProvider = { ...others, billing: stateCalls, customer: lists, usage: meters };

const { listWebhookEvents, readWebhookEvent, retryUndecodableEvents, retryWebhookEvent } = endpoints;

/** The calls of an app without a mirror. */
export const webhookCalls = { listWebhookEvents, readWebhookEvent, retryUndecodableEvents, retryWebhookEvent };

/** The calls of an app with a mirror: without a provider no purchase. */
const callsOf = ({ provider }: Asked): MirrorPlugin["endpoints"] =>
  (provider === null ? withoutProvider : endpoints) as MirrorPlugin["endpoints"];

/** The routes for clients that ask without a body. */
const pagesOf = ({ provider }: Asked): readonly AnyEndpoint[] =>
  provider === null ? pages.filter((page) => page !== readPortal) : pages;

interface MirrorParts {
  readonly pages: readonly AnyEndpoint[];
  readonly endpoints: MirrorPlugin["endpoints"];
  readonly tables: readonly Model[];
  readonly outbox: readonly OutboxKind[];
}

/** What an app with a mirror has, and with a provider. */
export const partsOf = (mirror: Asked): MirrorParts => ({
  pages: pagesOf(mirror),
  endpoints: callsOf(mirror),
  tables: mirror.provider === null ? mirrorTables : [...mirrorTables, ...usageTables],
  outbox: mirror.provider === null ? [] : [removeCustomer, sendUsage],
});

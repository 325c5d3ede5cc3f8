import type { OutboxKind } from "@keyhold/core/outbox";
import type { AnyEndpoint, Model } from "@keyhold/core/plugin";
import { endpoints, pages } from "./endpoints.js";
import { mirrorTables } from "./mirror/tables.js";
import type { BillingSettings } from "./options.js";
import { followOwner } from "./purchase/follow-owner.js";
import { removeCustomer } from "./purchase/remove-customer.js";
import { readPortal } from "./routes/customer/portal.js";
import { seatsModel } from "./seats/model.js";
import { seatRulesOf } from "./seats/settings.js";
import { syncSeats } from "./seats/sync-seats.js";
import { trialModel, trialNoticeModel } from "./trials/models.js";
import { trialRulesOf } from "./trials/settings.js";
import type { MirrorPlugin } from "./types.js";
import { usageTables } from "./usage/models.js";
import { sendUsage } from "./usage/send.js";

type Asked = Pick<BillingSettings, "provider">;

const { checkout: _checkout, billing: calls, customer, usage, ...others } = endpoints;
const { checkout: _read, checkoutFor: _for, linkCustomer: _link, ...withSubscription } = calls;
const { orders: _orders, products: _products, subscription: _subscription, ...withUsage } = withSubscription;
const { track: _track, reserve: _reserve, sendUsage: _send, settleUsage: _settle, ...stateCalls } = withUsage;
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
  /** The plugins that the products of the app need. */
  readonly requires: readonly string[];
}

/** What an app with a mirror has: more with a provider, and more with products of seats or trials. */
export function partsOf(settings: BillingSettings): MirrorParts {
  const { provider, products } = settings;
  const hasSeats = seatRulesOf(products).size > 0;
  const hasTrials = trialRulesOf(products).size > 0;
  return {
    pages: pagesOf(settings),
    endpoints: callsOf(settings),
    tables: [
      ...mirrorTables,
      ...(provider === null ? [] : usageTables),
      ...(hasSeats ? [seatsModel] : []),
      ...(hasTrials ? [trialModel, trialNoticeModel] : []),
    ],
    outbox: provider === null ? [] : [followOwner, removeCustomer, sendUsage, ...(hasSeats ? [syncSeats] : [])],
    requires: hasSeats ? ["organization"] : [],
  };
}

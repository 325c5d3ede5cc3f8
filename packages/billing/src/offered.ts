import type { OutboxKind } from "@keyhold/core/outbox";
import type { AnyEndpoint } from "@keyhold/core/plugin";
import { endpoints, pages } from "./endpoints.js";
import type { MirrorSettings } from "./mirror/settings.js";
import { followOwner } from "./purchase/follow-owner.js";
import { removeCustomer } from "./purchase/remove-customer.js";
import { readPortal } from "./routes/customer/portal.js";
import type { MirrorPlugin } from "./types.js";

type Asked = Pick<MirrorSettings, "provider">;

const { checkout: _checkout, billing: calls, customer, ...others } = endpoints;
const {
  checkout: _read,
  checkoutFor: _for,
  linkCustomer: _link,
  orders: _orders,
  subscription: _sub,
  ...stateCalls
} = calls;
const { portal: _portal, ...lists } = customer;

/** The routes and calls of a mirror that asks no provider. */
const withoutProvider = { ...others, billing: stateCalls, customer: lists };

const { listWebhookEvents, readWebhookEvent, retryUndecodableEvents, retryWebhookEvent } = endpoints;

/** The calls of an app without a mirror. */
export const webhookCalls = { listWebhookEvents, readWebhookEvent, retryUndecodableEvents, retryWebhookEvent };

/** The calls of an app with a mirror: without a provider no purchase. */
export const callsOf = ({ provider }: Asked): MirrorPlugin["endpoints"] =>
  (provider === null ? withoutProvider : endpoints) as MirrorPlugin["endpoints"];

/** The routes for clients that ask without a body. */
export const pagesOf = ({ provider }: Asked): readonly AnyEndpoint[] =>
  provider === null ? pages.filter((page) => page !== readPortal) : pages;

/** The work at the provider that follows from changes of owners. */
export const outboxOf = ({ provider }: Asked): readonly OutboxKind[] =>
  provider === null ? [] : [followOwner, removeCustomer];

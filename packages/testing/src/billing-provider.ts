import { checkSecretLength } from "@keyhold/billing-schema/webhook";
import { type Catalogue, declare, idOf } from "./billing-provider/data/declaration.js";
import type { CustomerRow } from "./billing-provider/data/rows.js";
import { createStore, openData } from "./billing-provider/data/store.js";
import { type BillingDuration, createTime } from "./billing-provider/data/time.js";
import { createFaults, type ProviderFault } from "./billing-provider/faults.js";
import { openCheckout } from "./billing-provider/pages/checkout-page.js";
import type { Api, BillingCall } from "./billing-provider/respond.js";
import { type Running, run } from "./billing-provider/run.js";
import { customerBy } from "./billing-provider/sales/customers.js";
import { forward } from "./billing-provider/sales/periods.js";
import { type Buyer, buy, decline, expire } from "./billing-provider/sales/purchase.js";
import { signInStripe } from "./billing-provider/stripe/sign.js";
import { successUrl } from "./billing-provider/views/checkout.js";
import { type DeliverOptions, settingsOf } from "./billing-provider/webhook/deliver-options.js";
import { createQueue } from "./billing-provider/webhook/queue.js";
import { signInPolar } from "./billing-provider/webhook/send.js";
import type { DeliveryAttempt, StoredEvent } from "./billing-provider/webhook/stored-event.js";
import type { Clock } from "./clock.js";

export type {
  BenefitDeclaration,
  Catalogue,
  DiscountDeclaration,
  MeterDeclaration,
  PriceDeclaration,
  ProductDeclaration,
} from "./billing-provider/data/declaration.js";
export type { BillingDuration } from "./billing-provider/data/time.js";
export type { ProviderFault } from "./billing-provider/faults.js";
export type { BillingCall } from "./billing-provider/respond.js";
export type { Buyer } from "./billing-provider/sales/purchase.js";
export type { DeliverOptions } from "./billing-provider/webhook/deliver-options.js";
export type { DeliveryAttempt, StoredEvent } from "./billing-provider/webhook/stored-event.js";

/** Options of `startBillingProvider`. */
export interface BillingProviderOptions extends Catalogue {
  /** The port on 127.0.0.1. Default: a free port. */
  readonly port?: number;
  /** The URL of the app's webhook. Default: webhooks are not sent, until `sendWebhooksTo`. */
  readonly webhookUrl?: string;
  /** Determines all ids and secrets, and the faults of deliveries. Default "keyhold". */
  readonly seed?: string;
  readonly accessToken?: string;
  readonly webhookSecret?: string;
  /**
   * The spelling of webhooks, and of answers to requests without a version: of the API before versions, or of version
   * 2026-04. Default "2026-04".
   */
  readonly apiVersion?: "2025-05" | "2026-04";
  /**
   * Whose API and webhooks the provider speaks: with "stripe" the calls that `stripe()` of `@keyhold/billing/stripe`
   * makes. Default "polar".
   */
  readonly dialect?: "polar" | "stripe";
  /**
   * The clock. Default: a clock that stands still at noon of 1 January 2026, until `clock.forward`. A clock of a test is
   * forwarded with the provider. "machine": the clock of the machine.
   */
  readonly clock?: Clock | "machine";
  /** How events reach the app. Default: once each, in order. */
  readonly deliver?: DeliverOptions;
  /** How long a delivery waits for the answer of the app. Default 10. */
  readonly webhookTimeoutSeconds?: number;
  /** More requests in a minute of the provider's clock get 429. Default: no limit. */
  readonly requestsPerMinute?: number;
  /** A file that keeps the data, but for the last 100 ms of a killed process. Default: the data is lost with the process. */
  readonly file?: string;
}

/** The ids of what is declared, by key. */
type Ids<Declared> = Readonly<Record<keyof Declared & string, string>>;

/**
 * A payments provider for tests and development: an HTTP server with the provider's API, pages for its customers, and
 * signed webhooks.
 */
export interface TestBillingProvider<Given extends Catalogue = Catalogue> {
  /** The base URL of the API, and the page that shows all data, e.g. "http://127.0.0.1:40123". */
  readonly origin: string;
  readonly accessToken: string;
  readonly webhookSecret: string;
  readonly products: Ids<Given["products"]>;
  readonly benefits: Ids<Given["benefits"]>;
  readonly meters: Ids<Given["meters"]>;
  readonly discounts: Ids<Given["discounts"]>;
  /**
   * Completes a checkout as its customer does on the page, waits for the deliveries, and answers where the browser goes
   * next. Throws for a checkout that is not open, for seats out of bounds, and for a discount code that is not
   * applicable.
   */
  pay(url: string, buyer?: Buyer): Promise<string>;
  /** Pays with a card that is declined. The checkout fails. */
  decline(url: string): Promise<void>;
  /** Closes the page. The checkout expires at once. */
  abandon(url: string): Promise<void>;
  /** What later payments of a customer's subscriptions meet. `customer`: the id, or the id of your app. */
  setCard(customer: string, card: CustomerRow["card"]): void;
  readonly clock: {
    now(): Date;
    /**
     * Forwards the clock. What is due meanwhile happens at its time: periods renew, trials and canceled subscriptions
     * end, payments are tried again, deliveries are repeated.
     */
    forward(duration: BillingDuration): Promise<void>;
  };
  /** Sets the endpoint, and switches it on. Earlier events are not sent. */
  sendWebhooksTo(url: string): void;
  /** Sets how later events reach the app. */
  deliver(options: DeliverOptions): void;
  /** Waits until all deliveries that are due have had an answer. */
  delivered(): Promise<void>;
  /** Sends an event once more, with its id. */
  redeliver(eventId: string): Promise<DeliveryAttempt>;
  /** False after ten refused deliveries in sequence. */
  readonly isEndpointEnabled: boolean;
  /** All events, oldest first. */
  readonly events: readonly StoredEvent[];
  /** All tries to deliver an event, oldest first. */
  readonly deliveries: readonly DeliveryAttempt[];
  /** All requests to the API, oldest first. */
  readonly calls: readonly BillingCall[];
  /** Makes later requests to the API fail. */
  fail(fault: ProviderFault): void;
  recover(): void;
  stop(): Promise<void>;
}

/**
 * Starts a payments provider on 127.0.0.1. Throws if the port is in use, for a webhook secret of fewer than 24 bytes,
 * for a webhook URL that is not absolute, for a wrong declaration, and for a file of another program.
 *
 * @example const provider = await startBillingProvider({ products: { pro: { name: "Pro", price: 1200, interval: "month" } } });
 */
export async function startBillingProvider<const Given extends Catalogue>(
  options: BillingProviderOptions & Given = {} as BillingProviderOptions & Given,
): Promise<TestBillingProvider<Given>> {
  const { seed = "keyhold", accessToken, webhookSecret, file, port = 0 } = options;
  const given = {
    ...(accessToken !== undefined && { accessToken }),
    ...(webhookSecret !== undefined && { webhookSecret }),
  };
  const data = openData(file, { seed, ...given });
  checkSecretLength(data.webhookSecret);
  const time = createTime(options.clock, data);
  const store = createStore(data, time);
  const settings = settingsOf(options.deliver ?? {}, seed);
  const { dialect = "polar", webhookTimeoutSeconds: timeoutSeconds = 10 } = options;
  const sign = dialect === "stripe" ? signInStripe : signInPolar;
  const queue = createQueue({ store, time, deliver: settings, timeoutSeconds, sign });
  if (options.webhookUrl !== undefined) data.endpoint.url = webhookUrl(options.webhookUrl);
  declare(store, options);
  const api: Omit<Api, "desk"> = {
    faults: createFaults(),
    calls: [],
    requestsPerMinute: options.requestsPerMinute ?? null,
    window: { startedAt: 0, count: 0 },
  };
  const parts = { store, time, queue, dialect, spelling: options.apiVersion ?? "2026-04" } as const;
  const running = await run(parts, api, { port, file });
  return Object.assign(handleOf(running, api, seed), idsOf<Given>(running, options));
}

function webhookUrl(url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new Error(`The URL of the webhook is not an absolute http or https URL: "${url}"`);
}

type Handle = Omit<TestBillingProvider, keyof Catalogue>;

function handleOf({ desk, act, deliver, stop }: Running, { calls, faults }: Omit<Api, "desk">, seed: string): Handle {
  const { store, time, queue, origin } = desk;
  const { data } = store;
  return {
    origin,
    accessToken: data.accessToken,
    webhookSecret: data.webhookSecret,
    pay: (url, buyer = {}) =>
      act(() => {
        const row = openCheckout(desk, url);
        buy(desk, row, buyer);
        return successUrl(origin, row);
      }),
    decline: (url) => act(() => decline(desk, openCheckout(desk, url))),
    abandon: (url) => act(() => expire(desk, openCheckout(desk, url))),
    setCard: (customer, card) => {
      const row = store.find("customers", customer) ?? customerBy(store, "external_id", customer);
      if (!row) throw new Error(`There is no customer ${customer}.`);
      store.update("customers", row.id, { card, modified_at: row.modified_at });
    },
    clock: { now: time.now, forward: (duration) => act(() => forward(desk, duration)) },
    sendWebhooksTo: (url) =>
      void Object.assign(data.endpoint, { url: webhookUrl(url), isEnabled: true, failuresInSequence: 0 }),
    deliver: (options) => {
      queue.deliver = settingsOf(options, seed);
    },
    delivered: deliver,
    redeliver: (id) => queue.redeliver(id),
    get isEndpointEnabled() {
      return data.endpoint.isEnabled;
    },
    events: data.events,
    get deliveries() {
      const all = data.events.flatMap(({ attempts }) => attempts);
      return all.toSorted((one, other) => one.number - other.number);
    },
    calls,
    fail: faults.add,
    recover: faults.recover,
    stop,
  };
}

function idsOf<Given extends Catalogue>({ desk: { store } }: Running, given: Catalogue) {
  const ids = <Kind extends keyof Catalogue>(kind: Kind): Ids<Given[Kind]> => {
    const keys = Object.keys(given[kind] ?? {});
    return Object.fromEntries(keys.map((key) => [key, idOf(store, kind, key)])) as Ids<Given[Kind]>;
  };
  return { products: ids("products"), benefits: ids("benefits"), meters: ids("meters"), discounts: ids("discounts") };
}

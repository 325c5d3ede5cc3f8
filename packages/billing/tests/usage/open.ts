import {
  type BillingPluginEvent,
  billing,
  billingHandlers,
  defineEntitlements,
  type UsageOptions,
} from "@keyhold/billing";
import { type PolarOptions, polar } from "@keyhold/billing/polar";
import type { Database } from "@keyhold/core/adapter";
import { contextOf } from "@keyhold/core/tools";
import { organization } from "@keyhold/organization";
import { createClock, createTestAuth, signInAs } from "@keyhold/testing";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect } from "vitest";
import { connect } from "../connect.ts";
import { patientClient, patientDesk } from "../patience.ts";

export const webhookSecret = "polar_whs_of_the_provider_for_tests";

const named = (name: string) =>
  ({ conjunction: "and", clauses: [{ property: "name", operator: "eq", value: name }] }) as const;

interface Settings {
  readonly apiVersion?: NonNullable<PolarOptions["apiVersion"]>;
  readonly database?: Database;
  readonly usage?: Pick<
    UsageOptions<"call" | "tokens" | "visit" | "free">,
    "fromBrowser" | "onUncertain" | "rememberDays"
  >;
}

/** The provider, with a meter that adds up calls, a meter of tokens, and a meter that counts visits. */
export const startDesk = (
  apiVersion: NonNullable<PolarOptions["apiVersion"]>,
  clock?: ReturnType<typeof createClock>,
) =>
  startBillingProvider({
    ...patientDesk,
    apiVersion,
    ...(clock && { clock }),
    meters: {
      calls: { name: "Calls", filter: named("call"), aggregation: { func: "sum", property: "units" } },
      tokens: { name: "Tokens", filter: named("tokens"), aggregation: { func: "sum", property: "tokens" } },
      visits: { name: "Visits", filter: named("visit"), aggregation: { func: "count" } },
    },
    benefits: {
      calls: { type: "meter_credit", description: "Calls", meter: "calls", units: 10 },
      tokens: { type: "meter_credit", description: "Tokens", meter: "tokens", units: 1000 },
      visits: { type: "meter_credit", description: "Visits", meter: "visits", units: 5 },
    },
    products: { pro: { name: "Pro", price: 1200, interval: "month", benefits: ["calls", "tokens", "visits"] } },
    webhookSecret,
  });

/** An app that tracks usage, with a provider that sends its webhooks over HTTP. */
export async function openUsage({ apiVersion = "2026-04", database, usage = {} }: Settings = {}) {
  const clock = createClock();
  const desk = await startDesk(apiVersion, clock);
  const provider = polar({
    ...patientClient,
    accessToken: desk.accessToken,
    baseURL: desk.origin,
    apiVersion,
    retryMilliseconds: 1,
    requestsPerMinute: 100_000,
  });
  const events: BillingPluginEvent[] = [];
  const fixture = createTestAuth({
    plugins: [
      organization(),
      billing({
        webhook: { secret: webhookSecret, handlers: billingHandlers() },
        provider,
        products: { pro: desk.products.pro },
        entitlements: defineEntitlements({
          calls: { meter: desk.meters.calls },
          visits: { meter: desk.meters.visits },
          pro: { products: ["pro"] },
          tokens: { meter: desk.meters.tokens, needs: "pro", overage: true },
        }),
        usage: {
          ...usage,
          events: {
            call: { meter: desk.meters.calls },
            tokens: { meter: desk.meters.tokens, field: "tokens" },
            visit: { meter: desk.meters.visits, aggregation: "count" },
            free: {},
          },
        },
      }),
    ] as const,
    config: {
      now: clock.now,
      rateLimit: { enabled: false },
      ...(database && { database }),
      user: { deleteUser: { enabled: true, confirmByMail: false } },
      onEvent: (event) => void events.push(event as BillingPluginEvent),
    },
  });
  const { auth } = fixture;
  await connect(auth, desk);
  /** Ends when what was tracked is sent, and each webhook is handled. */
  async function settled(): Promise<void> {
    await auth.idle();
    await desk.delivered();
    await auth.idle();
  }
  async function buy(externalCustomerId: string): Promise<void> {
    const { url } = await provider.checkouts.create({ products: [desk.products.pro], externalCustomerId });
    await desk.pay(url ?? "", { email: `${externalCustomerId.replace(":", "-")}@example.com` });
    await settled();
  }
  const person = (name: string) => signInAs(auth, { email: `${name}@example.com` });
  const sent = () => desk.calls.filter(({ path }) => path === "/v1/events/ingest");
  const eventsSent = () =>
    sent().flatMap(({ body }) => Reflect.get(Object(body), "events") as Record<string, unknown>[]);
  const ctx = contextOf(auth) ?? expect.fail();
  /** The provider's balance of an owner on the meter of calls. */
  async function atProvider(ownerId: string, meter: keyof typeof desk.meters = "calls"): Promise<number | null> {
    const { items } = await provider.meterBalances.list({ ownerId, limit: 100 });
    return items.find(({ meterId }) => meterId === desk.meters[meter])?.balance ?? null;
  }
  return {
    ...fixture,
    atProvider,
    buy,
    clock,
    ctx,
    desk,
    events,
    eventsSent,
    person,
    provider,
    sent,
    settled,
    api: auth.api.billing,
  };
}

import { createServer } from "node:http";
import { type BillingPluginEvent, type BillingProvider, billing, billingHandlers } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { nodeHandler } from "@keyhold/core/node";
import { createClock, createTestAuth } from "@keyhold/testing";
import { type DeliverOptions, startBillingProvider } from "@keyhold/testing/billing-provider";
import { onTestFinished } from "vitest";
import { close, listen } from "../../../../tests/harness/auth-server.ts";
import { patientClient, patientDesk } from "../patience.ts";
import { insertUsers } from "./users.ts";

export const webhookSecret = "polar_whs_of_the_provider_for_tests";

interface Options {
  readonly deliver?: DeliverOptions;
  /** Runs before the app asks for deliveries. */
  readonly beforeDeliveries?: () => Promise<unknown>;
}

/** An app with a mirror that asks a provider, and receives its webhooks over HTTP. */
export async function openRepairs({ deliver = {}, beforeDeliveries = async () => undefined }: Options = {}) {
  const desk = await startBillingProvider({
    ...patientDesk,
    meters: { calls: { name: "API calls" } },
    benefits: { credit: { type: "meter_credit", description: "100 calls", meter: "calls", units: 100 } },
    products: {
      pro: { name: "Pro", price: 1200, interval: "month", benefits: ["credit"] },
      book: { name: "Book", price: 1500 },
    },
    webhookSecret,
    deliver,
    clock: createClock(),
  });
  const provider = polar({
    ...patientClient,
    accessToken: desk.accessToken,
    baseURL: desk.origin,
    retryMilliseconds: 1,
    requestsPerMinute: 100_000,
  });
  const { deliveries } = provider;
  const asked: BillingProvider = {
    ...provider,
    deliveries: {
      ...deliveries,
      list: async (query) => {
        await beforeDeliveries();
        return deliveries.list(query);
      },
    },
  };
  const events: BillingPluginEvent[] = [];
  const webhook = { secret: webhookSecret, handlers: billingHandlers() };
  const fixture = createTestAuth({
    plugins: [billing({ webhook, provider: asked, customers: { onDelete: "cancel" } })],
    config: {
      onEvent: (event) => void events.push(event as BillingPluginEvent),
      user: { deleteUser: { enabled: true, confirmByMail: false } },
    },
  });
  const server = createServer(nodeHandler(fixture.auth));
  const app = await listen(server);
  const sendToApp = () => desk.sendWebhooksTo(`${app}/api/auth/billing/webhook`);
  sendToApp();
  onTestFinished(async () => {
    await desk.stop();
    await close(server);
  });
  async function buy(ownerId: string, product: keyof typeof desk.products = "pro", isUser = true): Promise<void> {
    const { url } = await provider.checkouts.create({
      products: [desk.products[product]],
      externalCustomerId: ownerId,
    });
    if (isUser) await insertUsers(fixture.db, ownerId);
    await desk.pay(url ?? "", { email: `${ownerId}@example.com` });
    await fixture.auth.idle();
  }
  const repaired = () => events.flatMap((event) => (event.type === "mirror.repaired" ? [event] : []));
  const { billing: api } = fixture.auth.api;
  return { ...fixture, desk, provider, buy, repaired, api, sendToApp };
}

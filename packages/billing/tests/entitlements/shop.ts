import { type BillingPluginEvent, billing, billingHandlers, defineEntitlements } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import type { Database } from "@keyhold/core/adapter";
import { contextOf } from "@keyhold/core/tools";
import { organization } from "@keyhold/organization";
import { createClock, createTestAuth, signInAs } from "@keyhold/testing";
import { type DeliverOptions, startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect } from "vitest";
import { connect } from "../connect.ts";
import { patientClient, patientDesk } from "../patience.ts";

const webhookSecret = "polar_whs_of_the_provider_for_tests";

/** An app that sells, with a provider that sends its webhooks over HTTP, and both on one clock. */
export async function openShop({ deliver = {}, database }: { deliver?: DeliverOptions; database?: Database } = {}) {
  const clock = createClock();
  const desk = await startBillingProvider({
    ...patientDesk,
    meters: { calls: { name: "API calls" } },
    benefits: {
      credit: { type: "meter_credit", description: "100 calls", meter: "calls", units: 100 },
      export: { type: "custom", description: "Export" },
    },
    products: {
      pro: { name: "Pro", price: 1200, interval: "month", benefits: ["credit", "export"] },
      yearly: { name: "Pro, yearly", price: 12_000, interval: "year" },
      tried: { name: "Tried", price: 900, interval: "month", trial: { interval: "day", count: 7 } },
      book: { name: "Book", price: 1500 },
      hidden: { name: "Not in the app", price: 5000, interval: "month" },
    },
    webhookSecret,
    deliver,
    clock,
  });
  const { accessToken, origin: baseURL } = desk;
  const provider = polar({ ...patientClient, accessToken, baseURL, retryMilliseconds: 1, requestsPerMinute: 100_000 });
  const told: string[] = [];
  const fixture = createTestAuth({
    plugins: [
      organization(),
      billing({
        webhook: { secret: webhookSecret, handlers: billingHandlers() },
        provider,
        products: {
          pro: desk.products.pro,
          yearly: desk.products.yearly,
          tried: desk.products.tried,
          book: desk.products.book,
        },
        entitlements: defineEntitlements({
          pro: { products: ["pro", "yearly"], graceDays: 3 },
          tried: { products: ["tried"] },
          book: { products: ["book"] },
          export: { benefits: [desk.benefits.export] },
          calls: { meter: desk.meters.calls, needs: "pro" },
        }),
      }),
    ] as const,
    config: {
      now: clock.now,
      ...(database && { database }),
      user: { deleteUser: { enabled: true, confirmByMail: false } },
      onEvent: (event) => {
        const { type, ...rest } = event as BillingPluginEvent;
        if (type !== "entitlement.gained" && type !== "entitlement.lost") return;
        const { entitlement, ownerKind } = rest as { readonly entitlement: string; readonly ownerKind: string };
        told.push(`${ownerKind} ${type === "entitlement.gained" ? "gained" : "lost"} ${entitlement}`);
      },
    },
  });
  const { auth } = fixture;
  await connect(auth, desk);
  /** Ends when each webhook is handled. */
  async function settled(): Promise<void> {
    await desk.delivered();
    await auth.idle();
  }
  async function buy(externalCustomerId: string, product: keyof typeof desk.products): Promise<void> {
    const { url } = await provider.checkouts.create({ products: [desk.products[product]], externalCustomerId });
    await desk.pay(url ?? "", { email: `${externalCustomerId.replace(":", "-")}@example.com` });
    await settled();
  }
  const person = (name: string) => signInAs(auth, { email: `${name}@example.com` });
  const subscriptionOf = async (ownerId: string) => {
    const [one] = (await provider.subscriptions.list({ ownerId })).items;
    if (!one) throw new Error("The owner has no subscription.");
    return one;
  };
  /** The events of entitlements since the last call, in the order of names. */
  const toldSince = () => told.splice(0).sort();
  const ctx = contextOf(auth) ?? expect.fail();
  return {
    ...fixture,
    clock,
    ctx,
    desk,
    provider,
    buy,
    person,
    settled,
    subscriptionOf,
    toldSince,
    api: auth.api.billing,
  };
}

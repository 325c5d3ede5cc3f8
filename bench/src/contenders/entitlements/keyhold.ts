import { planMigration, type SqlDatabase } from "@keyhold/adapter-sql";
import { postgres } from "@keyhold/adapter-sql/postgres";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { billing, billingHandlers, defineEntitlements } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { createAuth } from "@keyhold/core";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { baseURL, secret } from "../contender.ts";
import type { KeyPlace } from "../keys/contender.ts";
import type { EntitlementContender } from "./contender.ts";

/** The provider answers at once that it has counted the usage: its own speed is not measured. */
const usage = {
  ingest: async (events: readonly unknown[]) => ({ inserted: events.length, duplicates: 0 }),
};

export async function open({ database: type, place }: KeyPlace): Promise<EntitlementContender> {
  const desk = await startBillingProvider({
    meters: { calls: { name: "API calls" } },
    benefits: { credit: { type: "meter_credit", description: "API calls", meter: "calls", units: 1_000_000 } },
    products: { pro: { name: "Pro", price: 1200, interval: "month", benefits: ["credit"] } },
  });
  const provider = polar({ accessToken: desk.accessToken, baseURL: desk.origin, requestsPerMinute: 100_000 });
  const database: SqlDatabase = type === "SQLite" ? sqlite(place) : postgres(place);
  const auth = createAuth({
    secret,
    baseURL,
    database,
    emailAndPassword: { enabled: true },
    plugins: [
      billing({
        webhook: { secret: desk.webhookSecret, handlers: billingHandlers() },
        provider: { ...provider, usage },
        products: { pro: desk.products.pro },
        entitlements: defineEntitlements({ pro: { products: ["pro"] } }),
        usage: { events: { call: { meter: desk.meters.calls } } },
      }),
    ],
  });
  return {
    async prepare(count) {
      await (await planMigration(database, auth.schema)).apply();
      const owners: string[] = [];
      for (let made = 0; made < count; made += 1) {
        const email = `person-${made}@example.com`;
        const { user } = await auth.api.signUp.email({ name: "Person", email, password: "correct horse battery 0" });
        const { url } = await provider.checkouts.create({ products: [desk.products.pro], externalCustomerId: user.id });
        await desk.pay(url ?? "", { email });
        owners.push(user.id);
      }
      await auth.api.billing.syncAll({});
      return owners;
    },
    async ask(userId) {
      const { has } = await auth.api.billing.has({ entitlement: "pro", userId });
      if (!has) throw new Error("The owner does not have the entitlement.");
    },
    async use(userId) {
      await auth.api.billing.track({ event: "call", userId });
    },
    async close() {
      await auth.idle();
      await database.close();
      await desk.stop();
    },
  };
}

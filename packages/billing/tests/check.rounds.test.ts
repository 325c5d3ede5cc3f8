import { createServer } from "node:http";
import { planMigration } from "@keyhold/adapter-kysely";
import { billing, billingHandlers } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { nodeHandler } from "@keyhold/core/node";
import { createClock, createTestAuth } from "@keyhold/testing";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect, inject, onTestFinished, test } from "vitest";
import { close, listen } from "../../../tests/harness/auth-server.ts";
import { databaseTypes, freshDatabase } from "../../../tests/harness/databases.ts";
import { openNoting } from "../../../tests/harness/noting-database.ts";
import { repeats } from "../../../tests/harness/repeats.ts";
import { happen, lifeProducts } from "./lives.ts";
import { insertUsers } from "./mirror/users.ts";
import { patientClient, patientDesk } from "./patience.ts";

const services = inject("services");
const webhookSecret = "polar_whs_of_the_provider_for_tests";

async function openLife(type: "sqlite" | "postgres" | "mysql", seed: string) {
  const fresh = await freshDatabase(type, services);
  const { database, noted, close: end } = openNoting(fresh);
  const clock = createClock();
  const desk = await startBillingProvider({
    ...patientDesk,
    products: { ...lifeProducts, pro: { ...lifeProducts.pro, benefits: ["credit"] } },
    benefits: { credit: { type: "meter_credit", description: "100 calls", meter: "calls", units: 100 } },
    meters: { calls: { name: "Calls", aggregation: { func: "sum", property: "size" } } },
    webhookSecret,
    seed,
    clock,
    deliver: { order: "shuffled", duplicates: 1, stale: true },
  });
  const provider = polar({
    ...patientClient,
    accessToken: desk.accessToken,
    baseURL: desk.origin,
    requestsPerMinute: 100_000,
  });
  const webhook = { secret: webhookSecret, handlers: billingHandlers() };
  const { auth, db } = createTestAuth({
    plugins: [billing({ webhook, provider })],
    config: { database, now: clock.now },
  });
  await (await planMigration(database, auth.schema)).apply();
  await insertUsers(db, "ada", "bob");
  const server = createServer(nodeHandler(auth));
  desk.sendWebhooksTo(`${await listen(server)}/api/auth/billing/webhook`);
  onTestFinished(async () => {
    await desk.stop();
    await close(server);
    await auth.idle();
    await end();
    await fresh.drop();
  });
  return { auth, desk, provider, noted };
}

test.each(
  databaseTypes(services).flatMap((type) =>
    Array.from({ length: repeats(10, 4) }, (_, index) => [type, `${type} ${index}`] as const),
  ),
)("a check on %s finds no difference after all events, and none at all after syncAll: %s", async (type, seed) => {
  const life = await openLife(type, seed);
  const { auth, provider, noted } = life;
  for (let step = 0; step < 10; step += 1) await happen(life, seed, step);
  await life.desk.delivered();
  await provider.usage.ingest([{ name: "calls", externalCustomerId: "ada", metadata: { size: 1.5 } }]);
  await auth.idle();
  const { findings } = await auth.api.billing.check({});
  const ofEvents = ["webhook", "customers", "subscriptions", "orders", "refunds", "grants"];
  expect(findings.filter(({ subject }) => ofEvents.includes(subject))).toEqual([]);
  await auth.api.billing.syncAll({});
  noted.length = 0;
  expect((await auth.api.billing.check({})).findings).toEqual([]);
  // A check writes no row.
  expect(noted.filter(({ sql }) => !/^(select|set|show)/i.test(sql.trim()))).toEqual([]);
});

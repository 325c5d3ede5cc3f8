import { createServer } from "node:http";
import { type BillingPluginEvent, billing, billingHandlers, type HoldingRow } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { nodeHandler } from "@keyhold/core/node";
import { createTestAuth } from "@keyhold/testing";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect, onTestFinished, test } from "vitest";
import { close, listen } from "../../../tests/harness/auth-server.ts";
import { repeats } from "../../../tests/harness/repeats.ts";
import { happen, lifeProducts } from "./lives.ts";
import { mirrorRows } from "./mirror/rows.ts";
import { insertUsers } from "./mirror/users.ts";
import { patientClient, patientDesk } from "./patience.ts";

/*
 * Random lives of a shop: the events in any order, repeated, with older versions of what is embedded, and with dropped
 * events that are sent later, make the rows that reading everything makes.
 */

const webhookSecret = "polar_whs_of_the_provider_for_tests";
const webhook = { secret: webhookSecret, handlers: billingHandlers() };

async function openLife(seed: string, order: "as-sent" | "shuffled" | "at-once", apiVersion: "2025-05" | "2026-04") {
  const { auth, clock, db } = createTestAuth({ plugins: [billing({ webhook, mirror: true })] });
  await insertUsers(db, "ada", "bob");
  const server = createServer(nodeHandler(auth));
  const app = await listen(server);
  const desk = await startBillingProvider({
    ...patientDesk,
    meters: { calls: { name: "API calls" } },
    benefits: { credit: { type: "meter_credit", description: "100 calls", meter: "calls", units: 100 } },
    products: { ...lifeProducts, pro: { ...lifeProducts.pro, benefits: ["credit"] } },
    webhookUrl: `${app}/api/auth/billing/webhook`,
    webhookSecret,
    clock,
    seed,
    apiVersion,
    deliver: { order, duplicates: 1, drop: 0.2, stale: true },
  });
  onTestFinished(async () => {
    await desk.stop();
    await close(server);
  });
  const provider = polar({
    ...patientClient,
    accessToken: desk.accessToken,
    baseURL: desk.origin,
    apiVersion,
    requestsPerMinute: 100_000,
  });
  return { db, desk, provider, clock };
}

type Rows = Awaited<ReturnType<typeof mirrorRows>>;

/**
 * Products, benefits and balances have no events of their own in these lives: the whole of them is only in lists, and
 * a part of them in events.
 */
const comparable = ({ billingHolding = [], ...rows }: Rows): object =>
  Object.fromEntries(
    Object.entries({ ...rows, billingHolding: billingHolding.map(withoutExtent) }).map(([name, list]) => [
      name,
      ["billingProduct", "billingBenefit", "billingMeterBalance"].includes(name) ? list.map(columnsOf) : list,
    ]),
  );

/** What an owner has, without how much of a balance the source had. */
function withoutExtent(row: object): object {
  const { holdings, ...others } = row as HoldingRow;
  const balances = holdings.balances.map(({ version, ...one }) => ({ ...one, version: version.slice(0, -2) }));
  return { ...others, holdings: { ...holdings, balances } };
}

function columnsOf(row: object): object {
  const {
    version,
    wire: _,
    offer: _offer,
    ...columns
  } = row as {
    readonly version: string;
    readonly wire: unknown;
    readonly offer?: unknown;
  };
  return { ...columns, version: version.slice(0, -2) };
}

const orders = ["as-sent", "shuffled", "at-once"] as const;

test.each(Array.from({ length: repeats(50, 12) }, (_, index) => index))(
  "life %i makes the rows that reading everything makes",
  async (index) => {
    const seed = `mirror ${index}`;
    const life = await openLife(seed, orders[index % 3] ?? "as-sent", index % 2 === 0 ? "2026-04" : "2025-05");
    const { db, desk, provider } = life;
    for (let step = 0; step < 25; step += 1) await happen(life, seed, step);
    desk.deliver({});
    await desk.clock.forward({ hours: 1 });
    for (const { id, state } of desk.events) if (state !== "delivered") await desk.redeliver(id);

    const events: BillingPluginEvent[] = [];
    const empty = createTestAuth({
      plugins: [billing({ webhook, provider })],
      config: { onEvent: (event) => void events.push(event as BillingPluginEvent) },
    });
    await insertUsers(empty.db, "ada", "bob");
    const { read } = await empty.auth.api.billing.syncAll({});
    expect(read).toBeGreaterThan(0);
    const [made, listed] = [await mirrorRows(db), await mirrorRows(empty.db)];
    expect(made.billingOrder?.length).toBeGreaterThan(0);
    const known = new Set(made.billingProduct?.map((row) => (row as { readonly id: string }).id));
    const bought = listed.billingProduct?.filter((row) => known.has((row as { readonly id: string }).id)) ?? [];
    const benefits = made.billingBenefit?.length === 0 ? [] : (listed.billingBenefit ?? []);
    expect(comparable(made)).toEqual(comparable({ ...listed, billingProduct: bought, billingBenefit: benefits }));
    expect(events.filter(({ type }) => type === "mirror.repaired")).toEqual([]);
    // Reading again changes nothing.
    expect((await empty.auth.api.billing.syncAll({})).written).toBe(0);
  },
);

import { billingProductModel } from "@keyhold/billing";
import { expect, test } from "vitest";
import { deliverEvents } from "../mirror/deliver.ts";
import { openStore } from "./open.ts";

/* GET /billing/products: what a visitor sees before signing up. */

const read = async ({ get }: Awaited<ReturnType<typeof openStore>>) =>
  (await get("/billing/products", {})).body.products;

test("a visitor without a session gets the configured products with their prices, in the order of the config", async () => {
  const store = await openStore();
  await store.auth.api.billing.syncAll({});
  const { status, headers } = await store.get("/billing/products", {});
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("public, max-age=60");
  const monthly = {
    description: null,
    for: null,
    interval: "month",
    intervalCount: 1,
    trial: null,
    seats: null,
    canBuy: true,
  };
  const { pro, team, seats, book } = store.desk.products;
  expect(await read(store)).toEqual([
    { slug: "pro", id: pro, name: "Pro", ...monthly, prices: [{ kind: "fixed", amount: 1200, currency: "usd" }] },
    { slug: "team", id: team, name: "Team", ...monthly, prices: [{ kind: "fixed", amount: 3000, currency: "usd" }] },
    { slug: "seats", id: seats, name: "Seats", ...monthly, prices: [{ kind: "seat", amount: 800, currency: "usd" }] },
    {
      ...{ slug: "book", id: book, name: "Book", ...monthly, interval: null },
      prices: [{ kind: "fixed", amount: 1500, currency: "usd" }],
    },
  ]);
});

test("a product that the mirror does not hold yet is absent, and no request goes to the provider", async () => {
  const store = await openStore();
  expect(await read(store)).toEqual([]);
  const { headers } = await store.person("ada");
  await store.buy(headers, { slug: "team" });
  const before = store.desk.calls.length;
  expect(await read(store)).toMatchObject([{ slug: "team" }]);
  expect(store.desk.calls).toHaveLength(before);
});

test("a product that the mirror knows from an order alone is absent: its prices are not known", async () => {
  const store = await openStore();
  const { headers } = await store.person("ada");
  await store.buy(headers, { slug: "book" });
  expect(await store.db.count(billingProductModel, {})).toBe(1);
  expect(await read(store)).toEqual([]);
  await store.auth.api.billing.syncAll({});
  expect((await read(store)).map(({ slug }: { slug: string }) => slug)).toContain("book");
});

test("a new price is shown although the product itself has not changed, in both orders of the events", async () => {
  const store = await openStore();
  const wire = (price_amount: number, created_at: string) => ({
    type: "product.updated",
    data: {
      ...{ id: store.desk.products.pro, created_at: "2026-01-01T00:00:00.000001Z", modified_at: null },
      ...{ name: "Pro", description: "All features", recurring_interval: "month", is_recurring: true },
      ...{ is_archived: false, organization_id: "merchant", metadata: {}, benefits: [], medias: [] },
      attached_custom_fields: [],
      prices: [
        {
          ...{ id: `price ${price_amount}`, created_at, modified_at: null, is_archived: false, legacy: undefined },
          ...{ product_id: store.desk.products.pro, amount_type: "fixed", price_currency: "eur", price_amount },
        },
      ],
    },
  });
  const old = wire(1200, "2026-01-01T00:00:00.000001Z");
  const current = wire(1500, "2026-01-01T00:00:00.000002Z");
  const shown = [{ slug: "pro", description: "All features", prices: [{ amount: 1500, currency: "eur" }] }];
  for (const order of [
    [old, current],
    [current, old],
  ]) {
    await deliverEvents(store.auth, order, { secret: "polar_whs_of_the_provider_for_tests", now: store.clock.now() });
    expect(await read(store)).toMatchObject(shown);
  }
});

test("a product that is no longer sold stays in the list, and cannot be bought", async () => {
  const store = await openStore();
  await store.auth.api.billing.syncAll({});
  const [row] = await store.db.list(billingProductModel, { name: "Pro" }, { orderBy: "id", limit: 1 });
  await store.db.update(billingProductModel, row?.id ?? "", { isArchived: true });
  expect(await read(store)).toMatchObject([{ slug: "pro", canBuy: false }, { canBuy: true }, {}, {}]);
});

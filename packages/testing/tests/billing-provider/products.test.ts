import { expect, test } from "vitest";
import { openShop } from "./shop.ts";

const products = {
  tea: { name: "Gyokuro", price: 3200, currency: "jpy" },
  old: { name: "Winter blend", price: 1650, isArchived: true },
} as const;

test("a product has its own currency: in its price, its checkout, its order, its refund and on the pages", async () => {
  const { provider, get, post } = await openShop({ products });
  const { items } = (await get("/v1/products/")).body as unknown as { items: { name: string; prices: object[] }[] };
  expect(items.find(({ name }) => name === "Gyokuro")?.prices).toMatchObject([{ price_currency: "jpy" }]);
  const id = Object(provider.products).tea;
  const checkout = (await post("/v1/checkouts/", { products: [id] })).body as unknown as { url: string };
  expect(checkout).toMatchObject({ currency: "jpy", amount: 3200 });
  expect(await (await fetch(checkout.url)).text()).toContain("¥3,200");
  await provider.pay(checkout.url, { email: "ada@example.com" });
  const [order] = ((await get("/v1/orders/")).body as unknown as { items: { id: string; currency: string }[] }).items;
  expect(order).toMatchObject({ currency: "jpy", total_amount: 3200 });
  const refund = await post("/v1/refunds/", { order_id: order?.id, amount: 200, reason: "other" });
  expect(refund.body).toMatchObject({ currency: "jpy", amount: 200 });
});

test("an archived product is in the list, and no checkout opens for it", async () => {
  const { provider, get, post } = await openShop({ products });
  const { body } = await get("/v1/products/?is_archived=true");
  expect(body).toMatchObject({ items: [{ name: "Winter blend", is_archived: true }] });
  const { status } = await post("/v1/checkouts/", { products: [Object(provider.products).old] });
  expect(status).toBe(422);
});

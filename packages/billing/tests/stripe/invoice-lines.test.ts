import { stripe } from "@keyhold/billing/stripe";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect, onTestFinished, test } from "vitest";

/** Cuts the lines inside of invoices to the first, as Stripe does after ten. */
const cutting: typeof globalThis.fetch = async (input, init) => {
  const response = await globalThis.fetch(input, init);
  const json = await response.json();
  const objects: readonly { object: string; lines: { has_more: boolean; data: object[] } }[] = json.data ?? [json];
  for (const { lines } of objects.filter(({ object }) => object === "invoice")) {
    lines.has_more = lines.data.length > 1;
    lines.data = lines.data.slice(0, 1);
  }
  return Response.json(json, { status: response.status });
};

test("the lines that Stripe leaves out of an invoice are read, so that its product is that of the dearest line", async () => {
  const desk = await startBillingProvider({
    dialect: "stripe",
    products: {
      pro: { name: "Pro", price: 1200, interval: "month" },
      yearly: { name: "Yearly", price: 12_000, interval: "year" },
    },
  });
  onTestFinished(() => desk.stop());
  const { pro, yearly } = desk.products;
  const options = { apiKey: desk.accessToken, baseURL: desk.origin, retryMilliseconds: 1 };
  const whole = stripe(options);
  const provider = stripe({ ...options, fetch: cutting });
  const { url } = await provider.checkouts.create({
    ...{ products: [pro], externalCustomerId: "ada", successUrl: "https://app.example.com/paid" },
  });
  await desk.pay(url ?? "");
  const [one] = (await provider.subscriptions.list()).items;
  await provider.subscriptions.change(String(one?.id), { productId: yearly, prorationBehavior: "invoice" });
  const [wanted] = (await whole.orders.list({ ownerId: "ada" })).items;
  const [listed] = (await provider.orders.list({ ownerId: "ada" })).items;
  const got = await provider.orders.get(String(wanted?.id));
  expect(wanted?.items).toHaveLength(2);
  for (const order of [listed, got]) {
    expect([order?.productId, order?.items]).toEqual([yearly, wanted?.items]);
  }
  expect(desk.calls.some(({ path }) => path.endsWith("/lines"))).toBe(true);
});

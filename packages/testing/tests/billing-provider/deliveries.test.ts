import { webhookVerifier } from "@keyhold/billing-schema/webhook";
import { createClock } from "@keyhold/testing";
import type { BillingProviderOptions } from "@keyhold/testing/billing-provider";
import { describe, expect, test } from "vitest";
import { type AppAnswer, openApp, typesOf } from "./app.ts";
import { openShop } from "./shop.ts";

/** A shop whose webhooks go to an app, and a customer with a purchase. */
async function sell(options: BillingProviderOptions = {}, answer?: () => AppAnswer | Promise<AppAnswer>) {
  const app = await openApp(answer);
  const shop = await openShop({ webhookUrl: app.url, ...options });
  const buy = async (user = "ada"): Promise<void> => {
    const [product] = Object.values(shop.provider.products).slice(4);
    const { body } = await shop.post("/v1/checkouts/", { products: [product], external_customer_id: user });
    await shop.provider.pay(body.url ?? "", { email: `${user}@example.com` });
  };
  await buy();
  return { ...shop, ...app, buy };
}

describe("a delivery", () => {
  test("is signed as the provider signs, with the id of the event", async () => {
    const { provider, received } = await sell();
    const verifier = webhookVerifier({ secret: provider.webhookSecret });
    const [first] = received;
    const headers = new Headers(first?.headers as Record<string, string>);
    const verified = await verifier.verify({ headers, body: new TextEncoder().encode(first?.body) });
    expect(verified.id).toBe(provider.events[0]?.id);
    expect(headers.get("user-agent")).toBe("polar.sh webhooks");
  });

  test("that is refused is repeated with the same id and body, later and later", async () => {
    let refusals = 3;
    const { provider, received } = await sell({}, () => (refusals-- > 0 ? 500 : 200));
    expect(provider.deliveries.filter(({ isAccepted }) => !isAccepted)).toHaveLength(3);
    await provider.clock.forward({ seconds: 10 });
    expect(provider.events.every(({ state }) => state === "delivered")).toBe(true);
    const [first] = received;
    const repeated = received.filter(({ headers }) => headers["webhook-id"] === first?.headers["webhook-id"]);
    expect(repeated.map(({ body }) => body)).toEqual([first?.body, first?.body]);
  });

  test("that is redirected, or not answered in time, is refused", async () => {
    const answers: AppAnswer[] = [{ redirectTo: "https://app.example/" }, "silence"];
    const { provider } = await sell({ webhookTimeoutSeconds: 2 }, () => answers.shift() ?? 200);
    const [redirected, silent] = provider.deliveries;
    expect(redirected).toMatchObject({ status: 307, isAccepted: false });
    expect(silent).toMatchObject({ status: null, isAccepted: false, answer: "no answer within 2 seconds" });
  });
});

describe("the endpoint", () => {
  test("is switched off after ten refusals in sequence, and gets nothing until it is switched on", async () => {
    const { provider, received, url, buy } = await sell({}, () => 500);
    await provider.clock.forward({ hours: 1 });
    expect(received).toHaveLength(10);
    expect(provider.isEndpointEnabled).toBe(false);
    await buy("bob");
    expect(received).toHaveLength(10);
    provider.sendWebhooksTo(url);
    expect(provider.isEndpointEnabled).toBe(true);
    await provider.clock.forward({ hours: 1 });
    expect(received).toHaveLength(10);
  });

  test("gets an event again on demand, with the same id", async () => {
    const { provider, received, post, get } = await sell();
    const [event] = provider.events;
    const count = received.length;
    expect((await post(`/v1/webhooks/events/${event?.id}/redeliver`, {})).status).toBe(202);
    await provider.delivered();
    expect(received.slice(count).map(({ headers }) => headers["webhook-id"])).toEqual([event?.id]);
    expect((await post("/v1/webhooks/events/other/redeliver", {})).status).toBe(404);
    expect((await get("/v1/webhooks/deliveries?limit=100")).body.items).toHaveLength(count + 1);
  });

  test("gets no event that happened before the endpoint was set", async () => {
    const { provider, post } = await openShop();
    await post("/v1/customers/", { email: "ada@example.com" });
    const { url, received } = await openApp();
    provider.sendWebhooksTo(url);
    await post("/v1/customers/", { email: "bob@example.com" });
    await provider.delivered();
    expect(typesOf(received)).toEqual(["customer.created", "customer.state_changed"]);
    expect(provider.events.map(({ state }) => state)).toEqual(["unsent", "unsent", "delivered", "delivered"]);
  });
});

describe("deliveries by a seed", () => {
  test("are shuffled, and repeated, in an order that the seed determines", async () => {
    const orderOf = async (seed: string) => {
      const { received } = await sell({ deliver: { order: "shuffled", duplicates: 2, seed } });
      return typesOf(received).slice(3);
    };
    const [one, again, other] = [await orderOf("1"), await orderOf("1"), await orderOf("2")];
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
    expect(other.toSorted()).toEqual(one.toSorted());
    expect(one.filter((type) => type === "order.paid")).toHaveLength(3);
  });

  test("leave events out, which can be sent again on demand", async () => {
    const { provider, received } = await sell({ deliver: { drop: 0.5, seed: "1" } });
    const dropped = provider.events.filter(({ state }) => state === "dropped");
    expect(dropped.length).toBeGreaterThan(0);
    expect(received).toHaveLength(provider.events.length - dropped.length);
    const { isAccepted } = await provider.redeliver(dropped[0]?.id ?? "");
    expect(isAccepted).toBe(true);
  });

  test("hold older versions of embedded entities, if they are stale", async () => {
    const statusesIn = async (stale: boolean) => {
      const { provider, received, post, patch } = await sell({ deliver: { stale, seed: "1" } });
      const [product] = Object.values(provider.products);
      const { body } = await post("/v1/checkouts/", { products: [product], external_customer_id: "ada" });
      await provider.pay(body.url ?? "");
      for (const name of ["A", "B", "C", "D"]) {
        await patch("/v1/customers/external/ada", { name });
        await provider.clock.forward({ months: 1 });
      }
      const orders = received.map((delivery) => JSON.parse(delivery.body)).filter(({ type }) => type === "order.paid");
      return orders.map(({ data }) => data.customer.name).slice(2);
    };
    expect(await statusesIn(false)).toEqual(["A", "B", "C", "D"]);
    const stale = await statusesIn(true);
    expect(stale).not.toEqual(["A", "B", "C", "D"]);
  });

  test("reach the app all at once", async () => {
    // The app answers the events of the payment when it has received all of them.
    let arrived = 0;
    const all = Promise.withResolvers<AppAnswer>();
    const { received } = await sell({ deliver: { order: "at-once" } }, () => {
      arrived += 1;
      if (arrived === 9) all.resolve(200);
      return arrived === 1 ? 200 : all.promise;
    });
    expect(typesOf(received)).toHaveLength(9);
    expect(typesOf(received).filter((type) => type === "order.paid")).toHaveLength(1);
  });
});

test("the ids, the times and the bodies of two providers with one seed are equal", async () => {
  const live = async () => {
    const { provider } = await sell({ clock: createClock() });
    return provider.events.map(({ id, body }) => [id, body.replaceAll(provider.origin, "")]);
  };
  expect(await live()).toEqual(await live());
});

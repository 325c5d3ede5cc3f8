import { expect, test } from "vitest";
import { openStore } from "./open.ts";

test("no route that asks the provider reveals a secret, nor may be cached: not in the answer, a log or an event", async () => {
  const store = await openStore();
  const { buy, call, desk, person, provider } = store;
  const { user, headers } = await person("ada", { emailVerified: true });
  await buy(headers, { slug: "pro" });
  const [subscription] = (await provider.subscriptions.list({ ownerId: user.id })).items;
  const [order] = (await provider.orders.list({ ownerId: user.id })).items;
  const checkoutId = new URL((await store.post("/checkout", { slug: "book" }, headers)).body.url).pathname
    .split("/")
    .at(-1);
  const subscriptionId = subscription?.id;
  const asked = [
    ["POST", "/checkout", { slug: "book" }],
    ["POST", "/customer/portal", {}],
    ["GET", "/customer/portal", {}],
    ["GET", "/billing/checkout", { id: checkoutId }],
    ["GET", "/billing/orders/invoice", { orderId: order?.id }],
    ["POST", "/billing/subscription/change", { subscriptionId, slug: "team" }],
    ["POST", "/billing/subscription/cancel", { subscriptionId }],
    ["POST", "/billing/subscription/uncancel", { subscriptionId }],
  ] as const;
  const cookie = headers.cookie.split(/[=;]/)[1] ?? "";
  const secrets = [desk.accessToken, desk.webhookSecret, cookie];
  expect(secrets.every((secret) => secret.length > 10)).toBe(true);
  for (const [method, path, fields] of asked) {
    const answer = await call(method, path, fields, headers);
    expect({ path, status: answer.status }).toMatchObject({
      path,
      status: path === "/billing/checkout" ? expect.any(Number) : 200,
    });
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const around = JSON.stringify([answer.text, [...answer.headers], store.logged, store.events]);
    expect(secrets.filter((secret) => around.includes(secret))).toEqual([]);
  }
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect, onTestFinished, test } from "vitest";
import { catalogue, clientOf, openShop } from "./shop.ts";

const ada = { email: "ada@example.com", external_id: "ada" };

test("a request fails with the status of a fault, and has no effect", async () => {
  const { provider, get, post } = await openShop();
  provider.fail({ path: "/v1/customers/", method: "POST", status: 503, retryAfterSeconds: 7, times: 1 });
  const failed = await post("/v1/customers/", ada);
  expect([failed.status, failed.headers.get("retry-after")]).toEqual([503, "7"]);
  expect((await get("/v1/customers/external/ada")).status).toBe(404);
  expect((await post("/v1/customers/", ada)).status).toBe(201);
});

test("a request that fails after writing has its effect, and the app gets no answer", async () => {
  const { provider, get, post } = await openShop();
  provider.fail({ path: "/v1/customers/", method: "POST", afterWriting: true });
  await expect(post("/v1/customers/", ada)).rejects.toThrow("fetch failed");
  provider.recover();
  expect((await get("/v1/customers/external/ada")).body.email).toBe(ada.email);
  expect((await post("/v1/customers/", ada)).status).toBe(422);
});

test("the calls are all requests to the API, with what was answered", async () => {
  const { provider, get, post } = await openShop();
  await post("/v1/customers/", ada);
  provider.fail({});
  await expect(get("/v1/customers/?page=1")).rejects.toThrow();
  expect(
    provider.calls.map(({ method, path, query, body, status }) => [method, path, String(query), body, status]),
  ).toEqual([
    ["POST", "/v1/customers/", "", ada, 201],
    ["GET", "/v1/customers/", "page=1", undefined, null],
  ]);
});

test("a provider with a file goes on where it was stopped", async () => {
  const folder = mkdtempSync(join(tmpdir(), "billing-provider-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "data.json");
  const first = await startBillingProvider({ ...catalogue, file });
  const { body } = await clientOf(first).post("/v1/checkouts/", {
    products: [first.products.pro],
    external_customer_id: "ada",
  });
  await first.pay(body.url ?? "", ada);
  await first.clock.forward({ days: 20 });
  await first.stop();

  const second = await startBillingProvider({ ...catalogue, file });
  onTestFinished(() => second.stop());
  expect([second.accessToken, second.webhookSecret, second.products]).toEqual([
    first.accessToken,
    first.webhookSecret,
    first.products,
  ]);
  expect(second.clock.now()).toEqual(first.clock.now());
  const count = second.events.length;
  await second.clock.forward({ days: 20 });
  expect(second.events.slice(count).map(({ type }) => type)).toContain("order.paid");
  const ids = second.events.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a provider does not start with a file of another program, or a secret that can be guessed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "billing-provider-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "package.json");
  writeFileSync(file, "{}");
  await expect(startBillingProvider({ file })).rejects.toThrow("is not a file of this version of the billing provider");
  expect(readFileSync(file, "utf8")).toBe("{}");
  await expect(startBillingProvider({ webhookSecret: "short" })).rejects.toThrow("secret: has fewer than 24 bytes");
});

test("another website neither reads the pages nor pushes their buttons", async () => {
  const { provider } = await openShop();
  const { port } = new URL(provider.origin);
  const forward = (headers: Record<string, string>): Promise<number> => {
    const sent = request({ port, path: "/overview/forward", method: "POST", headers }).end("months=1");
    return new Promise((resolve) => sent.on("response", ({ statusCode = 0 }) => resolve(statusCode)));
  };
  const start = provider.clock.now();
  expect(await forward({ host: `127.0.0.1:${port}`, origin: "https://evil.example" })).toBe(403);
  expect(await forward({ host: `evil.example:${port}` })).toBe(403);
  expect(provider.clock.now()).toEqual(start);
  expect(await forward({ host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(303);
  expect(provider.clock.now() > start).toBe(true);
});

test("a declined card fails the checkout, and a closed page lets the checkout expire", async () => {
  const { provider, get, post } = await openShop();
  const open = async () => (await post("/v1/checkouts/", { products: [Object.values(provider.products)[0]] })).body;
  const [declined, abandoned] = [await open(), await open()];
  await provider.decline(declined.url ?? "");
  await provider.abandon(abandoned.url ?? "");
  expect((await get(`/v1/checkouts/${declined.id}`)).body.status).toBe("failed");
  expect((await get(`/v1/checkouts/${abandoned.id}`)).body.status).toBe("expired");
  expect(provider.events.map(({ type }) => type).filter((type) => !type.startsWith("checkout."))).toEqual([]);
});

test("a customer pays, declines and cancels on the page", async () => {
  const { provider, get, post } = await openShop();
  const open = async () => {
    const [product] = Object.values(provider.products);
    const more = { success_url: "https://app.example/done?id={CHECKOUT_ID}", return_url: "https://app.example/shop" };
    return (await post("/v1/checkouts/", { products: [product], ...more })).body;
  };
  const decide = async (url: string, form: Record<string, string>) => {
    const response = await fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
    return response.headers.get("location");
  };
  const [paid, declined] = [await open(), await open()];
  const page = await (await fetch(paid.url ?? "")).text();
  expect(page).toContain("<h1>Pro</h1>");
  expect(page).toContain("$12.00 per month");
  expect(await decide(paid.url ?? "", { decision: "pay", email: "<ada>@example.com" })).toBe(
    `https://app.example/done?id=${paid.id}`,
  );
  expect(await decide(declined.url ?? "", { decision: "decline" })).toBe("https://app.example/shop");
  expect((await get(`/v1/checkouts/${declined.id}`)).body.status).toBe("failed");
  const overview = await (await fetch(provider.origin)).text();
  expect(overview).toContain("order.paid");
  expect(overview).toContain("&#60;ada&#62;@example.com");
  expect(overview).not.toContain(provider.accessToken);
});

test("a customer cancels in the portal, and keeps a subscription, while the link is valid", async () => {
  const { provider, get, post } = await openShop();
  const [pro] = Object.values(provider.products);
  const { body } = await post("/v1/checkouts/", { products: [pro], external_customer_id: "ada" });
  await provider.pay(body.url ?? "", ada);
  const { body: session } = await post("/v1/customer-sessions/", { external_customer_id: "ada" });
  const url = String(session.customer_portal_url);
  const status = async () => {
    const { items } = (await get("/v1/subscriptions/")).body;
    const [row] = items as unknown as { readonly id: string; readonly cancel_at_period_end: boolean }[];
    return row;
  };
  const decide = async (decision: string, id = "") => {
    const form = new URLSearchParams({ subscription: id, decision });
    return (await fetch(url, { method: "POST", body: form, redirect: "manual" })).status;
  };
  const id = (await status())?.id;
  expect(await (await fetch(url)).text()).toContain("Purchases of ada@example.com");
  expect([await decide("cancel", id), await decide("cancel", id)]).toEqual([303, 303]);
  expect((await status())?.cancel_at_period_end).toBe(true);
  expect(provider.events.filter(({ type }) => type === "subscription.canceled")).toHaveLength(1);
  expect(await decide("keep", id)).toBe(303);
  expect((await status())?.cancel_at_period_end).toBe(false);
  expect(await decide("cancel", "other")).toBe(404);
  await provider.clock.forward({ hours: 1 });
  expect((await fetch(url)).status).toBe(403);
  expect(await decide("cancel", id)).toBe(403);
});

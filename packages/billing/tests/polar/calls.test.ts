import { everyItem } from "@keyhold/billing";
import { describe, expect, test } from "vitest";
import { apiVersions, openShop } from "./shop.ts";

describe.each(apiVersions)("in the spelling of %s", (apiVersion) => {
  test("a customer is created, changed, found by the owner, and removed", async () => {
    const { provider } = await openShop({ apiVersion });
    const { id } = await provider.customers.create({ email: "ada@example.com", externalId: "ada/1 ?" });
    const changed = await provider.customers.update("ada/1 ?", { name: "Ada" });
    expect([changed.id, changed.name, changed.email]).toEqual([id, "Ada", "ada@example.com"]);
    expect((await provider.customers.byOwner("ada/1 ?"))?.id).toBe(id);
    expect((await provider.customers.list({ email: "ada@example.com" })).pagination.totalCount).toBe(1);
    await provider.customers.remove("ada/1 ?");
    expect(await provider.customers.byOwner("ada/1 ?")).toBe(null);
    expect(await provider.state("ada/1 ?")).toBe(null);
  });

  test("a checkout is paid, and its order, subscription and benefits are read", async () => {
    const { desk, provider, buy } = await openShop({ apiVersion });
    await buy("pro");
    await buy("book");
    const state = await provider.state("ada");
    expect(state?.activeSubscriptions.map(({ productId }) => productId)).toEqual([desk.products.pro]);
    const { items } = await provider.orders.list({ ownerId: "ada", productBillingType: "one_time" });
    expect(items.map(({ productId, totalAmount }) => [productId, totalAmount])).toEqual([[desk.products.book, 1500]]);
    const [order] = items;
    expect((await provider.orders.get(order?.id ?? "")).createdAt).toEqual(order?.createdAt);
    expect((await provider.orders.invoice(order?.id ?? "")).url).toContain(order?.id);
    expect((await provider.checkouts.get(String(order?.checkoutId))).status).toBe("succeeded");
    const grants = await provider.grants.list(desk.benefits.credit);
    expect(grants.items.map(({ benefitId }) => benefitId)).toEqual([desk.benefits.credit]);
  });

  test("the portal of an owner is a link, and an owner without a customer is not found", async () => {
    const { desk, provider, buy } = await openShop({ apiVersion });
    await buy("book");
    const { url, token, expiresAt } = await provider.portal("ada");
    expect(url).toContain(token);
    expect(expiresAt.getTime()).toBeGreaterThan(desk.clock.now().getTime());
    await expect(provider.portal("eve")).rejects.toMatchObject({ reason: "not-found" });
  });

  test("a subscription changes, is canceled, taken back and revoked", async () => {
    const { desk, provider, buy } = await openShop({ apiVersion });
    await buy("pro");
    const [{ id } = { id: "" }] = (await provider.subscriptions.list({ ownerId: "ada", active: true })).items;
    const { change, cancel, uncancel, revoke, get } = provider.subscriptions;
    expect((await change(id, { productId: desk.products.team })).productId).toBe(desk.products.team);
    expect((await cancel(id, { customerCancellationReason: "unused" })).customerCancellationReason).toBe("unused");
    await expect(cancel(id)).rejects.toMatchObject({ reason: "conflict", mayHaveHappened: false });
    expect((await uncancel(id)).cancelAtPeriodEnd).toBe(false);
    expect((await revoke(id)).status).toBe("canceled");
    expect((await get(id)).endedAt).toBeInstanceOf(Date);
    expect((await provider.subscriptions.list({ ownerId: "ada", active: true })).items).toEqual([]);
  });

  test("usage is counted, and its balance is read", async () => {
    const { provider, buy } = await openShop({ apiVersion });
    await buy("pro");
    const isCurrent = apiVersion === "2026-04";
    const event = { name: "calls", externalCustomerId: "ada", ...(isCurrent && { externalId: "call-1" }) };
    expect(await provider.usage.ingest([event])).toEqual({ inserted: 1, duplicates: isCurrent ? 0 : null });
    expect(await provider.usage.ingest([event])).toEqual(
      isCurrent ? { inserted: 0, duplicates: 1 } : { inserted: 1, duplicates: null },
    );
    expect(provider.capabilities.deduplicatesUsage).toBe(isCurrent);
    const { items } = await provider.meterBalances.list({ ownerId: "ada" });
    expect(items.map(({ balance }) => balance)).toEqual([isCurrent ? 99 : 98]);
  });

  test("products, benefits and meters are listed", async () => {
    const { provider } = await openShop({ apiVersion });
    const counts = [provider.products, provider.benefits, provider.meters, provider.refunds].map(
      async ({ list }) => (await list({ limit: 1 })).pagination.totalCount,
    );
    expect(await Promise.all(counts)).toEqual([4, 1, 1, 0]);
  });

  test("deliveries are listed, and an event is delivered again", async () => {
    const { desk, provider } = await openShop({ apiVersion });
    desk.sendWebhooksTo(desk.origin); // answers 200
    await provider.customers.create({ email: "ada@example.com" });
    await desk.delivered();
    const { items } = await provider.deliveries.list({ isAccepted: true });
    expect(items.map(({ type, status }) => [type, status])).toContainEqual(["customer.created", 200]);
    await provider.deliveries.redeliver(items[0]?.eventId ?? "");
    await desk.delivered();
    expect((await provider.deliveries.list()).items).toHaveLength(items.length + 1);
  });
});

test("seats are assigned once per member, counted, and revoked", async () => {
  const { desk, provider } = await openShop();
  const { url } = await provider.checkouts.create({
    products: [desk.products.seats],
    externalCustomerId: "acme",
    seats: 2,
  });
  await desk.pay(url ?? "", { email: "acme@example.com" });
  const [{ id } = { id: "" }] = (await provider.subscriptions.list({ ownerId: "acme" })).items;
  const { assign, revoke, list } = provider.seats;
  const ada = await assign(id, { externalMemberId: "ada", email: "ada@example.com" });
  expect(ada).toMatchObject({ subscriptionId: id, status: "claimed", externalMemberId: "ada", revokedAt: null });
  expect(ada.claimedAt).toBeInstanceOf(Date);
  await expect(assign(id, { externalMemberId: "ada" })).rejects.toMatchObject({ reason: "conflict" });
  await assign(id, { externalMemberId: "bob" });
  await expect(assign(id, { email: "cy@example.com" })).rejects.toMatchObject({
    reason: "conflict",
    mayHaveHappened: false,
  });
  expect(await list(id)).toMatchObject({ availableCount: 0, totalCount: 2 });
  expect((await revoke(ada.id)).status).toBe("revoked");
  const after = await list(id);
  expect([after.availableCount, after.items.map(({ status }) => status).sort()]).toEqual([1, ["claimed", "revoked"]]);
  await expect(provider.subscriptions.change(id, { seats: 1 })).rejects.toMatchObject({ reason: "invalid" });
  await provider.subscriptions.change(id, { seats: 5 });
  expect(await list(id)).toMatchObject({ availableCount: 4, totalCount: 5 });
  await expect(list("none")).rejects.toMatchObject({ reason: "not-found" });
  await expect(assign(id, {})).rejects.toMatchObject({ reason: "invalid" });
});

test("an API without seats has no seat", async () => {
  const { provider, buy } = await openShop({ apiVersion: "2025-05" });
  expect(provider.capabilities.seats).toBe(false);
  await buy("seats");
  const [{ id } = { id: "" }] = (await provider.subscriptions.list({ ownerId: "ada" })).items;
  await expect(provider.seats.list(id)).rejects.toMatchObject({ reason: "not-found" });
});

test("every item of a list is read once, page by page", async () => {
  const { desk, provider } = await openShop();
  for (let index = 0; index < 205; index += 1) {
    await fetch(`${desk.origin}/v1/customers/`, {
      method: "POST",
      headers: { authorization: `Bearer ${desk.accessToken}` },
      body: JSON.stringify({ email: `user-${index}@example.com` }),
    });
  }
  const emails: unknown[] = [];
  for await (const { email } of everyItem(provider.customers.list)) emails.push(email);
  expect([emails.length, new Set(emails).size]).toEqual([205, 205]);
});

test("a list that shrinks and grows while it is read is read until its count stays the same", async () => {
  const names = ["a", "b", "c", "d"];
  const reads: string[] = [];
  // Pages of two items. After the first page an item of the page is removed, so that "c" shifts to the first page.
  const items = everyItem(async ({ page = 1 }) => {
    const found = names.slice((page - 1) * 2, page * 2).map((id) => ({ id }));
    const pagination = { totalCount: names.length, maxPage: Math.ceil(names.length / 2) };
    reads.push(String(page));
    if (reads.length === 1) names.splice(0, 1, "e");
    if (reads.length === 1) names.shift();
    return { items: found, pagination };
  });
  const seen: string[] = [];
  for await (const { id } of items) seen.push(id);
  expect(seen.sort()).toEqual(["a", "b", "c", "d"]);
});

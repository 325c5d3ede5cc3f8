import * as schemas from "@keyhold/billing-schema";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { describe, expect, onTestFinished, test } from "vitest";
import { clientOf } from "./shop.ts";

/* Seats and discounts, as the API has them. */

async function openSeats(apiVersion: "2025-05" | "2026-04" = "2026-04") {
  const provider = await startBillingProvider({
    products: {
      seats: { name: "Seats", price: { perSeat: 800, min: 2, max: 10 }, interval: "month" },
      pro: { name: "Pro", price: 1200, interval: "month", benefits: ["support"] },
      book: { name: "Book", price: 1500 },
    },
    benefits: { support: { description: "Support by email" } },
    discounts: {
      launch: { name: "Launch", percent: 12.5, code: "LAUNCH" },
      loyal: { name: "Loyal", amount: 200, duration: "forever" },
      spring: { name: "Spring", percent: 50, duration: { months: 2 }, code: "SPRING", products: ["pro"] },
      one: { name: "One", amount: 9_999, code: "ONE", maxRedemptions: 1 },
    },
    apiVersion,
  });
  onTestFinished(() => provider.stop());
  const client = clientOf(provider);
  const owner = apiVersion === "2025-05" ? "customer_external_id" : "external_customer_id";
  const open = (key: keyof typeof provider.products, fields: object = {}) =>
    client.post("/v1/checkouts/", { products: [provider.products[key]], [owner]: "ada", ...fields });
  const ordersOf = async () => (await client.get("/v1/orders/")).body.items as unknown as Record<string, unknown>[];
  const subscription = async () => {
    const { items } = (await client.get("/v1/subscriptions/")).body as unknown as { items: { id: string }[] };
    return items[0]?.id ?? "";
  };
  return { provider, ...client, open, ordersOf, subscription };
}

/** The field that a 422 is about. */
const fieldOf = ({ status, body }: { status: number; body: unknown }): unknown => {
  expect(status).toBe(422);
  return (body as { detail: { loc: string[] }[] }).detail[0]?.loc.at(-1);
};

describe("seats", () => {
  test("of a checkout are within the bounds of the product and of the checkout", async () => {
    const { provider, open, get } = await openSeats();
    expect((await open("seats")).body).toMatchObject({ seats: 2, amount: 1600, min_seats: null });
    expect(fieldOf(await open("seats", { seats: 1 }))).toBe("seats");
    expect(fieldOf(await open("seats", { seats: 11 }))).toBe("seats");
    expect(fieldOf(await open("seats", { seats: 6, max_seats: 5 }))).toBe("seats");
    expect(fieldOf(await open("seats", { min_seats: 11 }))).toBe("min_seats");
    expect(fieldOf(await open("seats", { min_seats: 5, max_seats: 4 }))).toBe("max_seats");
    expect(fieldOf(await open("pro", { seats: 2 }))).toBe("seats");
    expect(fieldOf(await open("pro", { max_seats: 2 }))).toBe("max_seats");
    const { body } = await open("seats", { min_seats: 3, max_seats: 5 });
    expect(body).toMatchObject({ seats: 3, min_seats: 3, max_seats: 5 });
    await expect(provider.pay(body.url ?? "", { seats: 6 })).rejects.toThrow("from 3 to 5");
    await provider.pay(body.url ?? "", { seats: 5 });
    expect((await get("/v1/orders/")).body.items).toMatchObject([{ seats: 5, total_amount: 4000 }]);
    expect((await get("/v1/subscriptions/")).body.items).toMatchObject([{ seats: 5, amount: 4000 }]);
  });

  test("are assigned to members, each once and none beyond the number, and revoked", async () => {
    const { provider, open, get, post, remove, subscription } = await openSeats();
    await provider.pay((await open("seats")).body.url ?? "");
    const subscription_id = await subscription();
    const assign = (fields: object) => post("/v1/customer-seats", { subscription_id, ...fields });
    const ada = await assign({ external_member_id: "ada", immediate_claim: true });
    expect(ada).toMatchObject({ status: 200, body: { status: "claimed", member: { external_id: "ada" } } });
    expect((await assign({ external_member_id: "ada" })).body.error).toBe("SeatAlreadyAssigned");
    expect((await assign({ email: "bob@example.com" })).body).toMatchObject({
      status: "pending",
      claimed_at: null,
      invitation_token_expires_at: expect.any(String),
    });
    expect((await assign({ email: "BOB@example.com" })).body.error).toBe("SeatNotAvailable");
    const list = async () => (await get(`/v1/customer-seats?subscription_id=${subscription_id}`)).body;
    expect(await list()).toMatchObject({ available_seats: 0, total_seats: 2 });
    expect((await remove(`/v1/customer-seats/${ada.body.id}`)).body.status).toBe("revoked");
    expect(await list()).toMatchObject({ available_seats: 1, total_seats: 2 });
    expect((await remove("/v1/customer-seats/none")).status).toBe(404);
    expect((await assign({ email: "BOB@example.com" })).body.error).toBe("SeatAlreadyAssigned");
    expect((await assign({ external_member_id: "ada" })).status).toBe(200);
    const types = provider.events.map(({ type }) => type).filter((type) => type.startsWith("customer_seat"));
    expect(types).toEqual(
      ["assigned", "claimed", "assigned", "revoked", "assigned"].map((at) => `customer_seat.${at}`),
    );
  });

  test("reject a body that the API does not know", async () => {
    const { provider, open, post, get, subscription } = await openSeats();
    await provider.pay((await open("seats")).body.url ?? "");
    const subscription_id = await subscription();
    const wrong = async (body: object) => fieldOf(await post("/v1/customer-seats", body));
    expect(await wrong({ subscription_id, email: "a@b.c", seat: 1 })).toBe("seat");
    expect(await wrong({ subscription_id, email: 1 })).toBe("email");
    expect(await wrong({ subscription_id, email: "a@b.c", immediate_claim: "yes" })).toBe("immediate_claim");
    expect(await wrong({ subscription_id })).toBe("email");
    expect(await wrong({ email: "a@b.c" })).toBe("subscription_id");
    expect((await post("/v1/customer-seats", { subscription_id: "none", email: "a@b.c" })).status).toBe(404);
    expect((await get("/v1/customer-seats")).status).toBe(404);
  });

  test("of a subscription change with a proration, and not below the seats that members have", async () => {
    const { provider, open, ordersOf, patch, post, subscription } = await openSeats();
    await provider.pay((await open("seats", { seats: 4 })).body.url ?? "");
    const id = await subscription();
    for (const member of ["ada", "bob", "cy"]) {
      await post("/v1/customer-seats", { subscription_id: id, external_member_id: member });
    }
    const path = `/v1/subscriptions/${id}`;
    expect(fieldOf(await patch(path, { seats: 2 }))).toBe("seats");
    expect(fieldOf(await patch(path, { seats: 11 }))).toBe("seats");
    expect((await patch(path, { seats: 6, proration_behavior: "invoice" })).body).toMatchObject({
      seats: 6,
      amount: 4800,
    });
    expect((await ordersOf())[0]).toMatchObject({ billing_reason: "subscription_update", total_amount: 1600 });
    provider.setCard("ada", "declined");
    expect((await patch(path, { seats: 7, proration_behavior: "invoice" })).status).toBe(402);
    provider.setCard("ada", "works");
    await provider.clock.forward({ months: 1 });
    expect((await ordersOf())[0]).toMatchObject({ billing_reason: "subscription_cycle", total_amount: 4800, seats: 6 });
  });

  test("are unknown to the API before versions, which shows a fixed price", async () => {
    const { provider, open, get, subscription } = await openSeats("2025-05");
    expect(fieldOf(await open("seats", { seats: 3 }))).toBe("seats");
    await provider.pay((await open("seats")).body.url ?? "");
    schemas.listPage(schemas.product).decode((await get("/v1/products/")).body);
    expect((await get(`/v1/customer-seats?subscription_id=${await subscription()}`)).status).toBe(404);
    expect(provider.events.some(({ type }) => type.startsWith("customer_seat"))).toBe(false);
  });
});

describe("a discount", () => {
  test.each(["2025-05", "2026-04"] as const)(
    "is in the checkout, the order and the subscription of %s",
    async (version) => {
      const { provider, open, get } = await openSeats(version);
      const options = version === "2025-05" ? {} : ({ mode: "tolerant" } as const);
      const { body } = await open("pro", { discount_id: provider.discounts.launch });
      const checkout = schemas.checkout.decode(body, options as object);
      expect(checkout).toMatchObject({ amount: 1200, discountAmount: 150, netAmount: 1050, totalAmount: 1050 });
      expect(checkout.discount).toMatchObject({ code: "LAUNCH", basisPoints: 1250 });
      await provider.pay(body.url ?? "");
      for (const [path, entity] of [
        ["/v1/orders/", schemas.order],
        ["/v1/subscriptions/", schemas.subscription],
        ["/v1/discounts/", schemas.discount],
      ] as const) {
        const answer = (await get(path)).body;
        const page = schemas.listPage(entity as schemas.Entity<object, object, object>);
        expect(page.encode(page.decode(answer, options as object) as never, options as object)).toEqual(answer);
      }
      expect((await get("/v1/orders/")).body.items).toMatchObject([
        { subtotal_amount: 1200, discount_amount: 150, net_amount: 1050, discount: { name: "Launch" } },
      ]);
      for (const { body: event } of provider.events) schemas.decodeEvent(JSON.parse(event), options as object);
    },
  );

  test("once is of the first period, of months of these, and for ever of each", async () => {
    const totals = async (key: "launch" | "spring" | "loyal") => {
      const { provider, open, ordersOf } = await openSeats();
      await provider.pay((await open("pro", { discount_id: provider.discounts[key] })).body.url ?? "");
      await provider.clock.forward({ months: 3 });
      return (await ordersOf()).map(({ total_amount }) => total_amount).reverse();
    };
    expect(await totals("launch")).toEqual([1050, 1200, 1200, 1200]);
    expect(await totals("spring")).toEqual([600, 600, 1200, 1200]);
    expect(await totals("loyal")).toEqual([1000, 1000, 1000, 1000]);
  });

  test("is rejected if unknown, of another product, or redeemed as often as it may be", async () => {
    const { provider, open } = await openSeats();
    const { spring, one } = provider.discounts;
    expect(fieldOf(await open("pro", { discount_id: "none" }))).toBe("discount_id");
    expect(fieldOf(await open("book", { discount_id: spring }))).toBe("discount_id");
    const both = [await open("book", { discount_id: one }), await open("book", { discount_id: one })];
    const [first = "", second = ""] = both.map(({ body }) => body.url);
    await provider.pay(first);
    await expect(provider.pay(second)).rejects.toThrow("limit reached");
    expect(fieldOf(await open("book", { discount_id: one }))).toBe("discount_id");
  });

  test("is taken by a code, unless the checkout takes no codes", async () => {
    const { provider, open, ordersOf } = await openSeats();
    const code = { discountCode: "LAUNCH" };
    const { url } = (await open("book", { allow_discount_codes: false })).body;
    await expect(provider.pay(url ?? "", code)).rejects.toThrow("no discount codes");
    const { url: other } = (await open("book")).body;
    await expect(provider.pay(other ?? "", { discountCode: "NONE" })).rejects.toThrow("does not exist");
    await provider.pay(other ?? "", code);
    expect(await ordersOf()).toMatchObject([{ discount_amount: 188, total_amount: 1312 }]);
  });

  test("of a subscription is changed and taken away from the next period on", async () => {
    const { provider, open, patch, ordersOf, subscription } = await openSeats();
    await provider.pay((await open("pro")).body.url ?? "");
    const path = `/v1/subscriptions/${await subscription()}`;
    expect(fieldOf(await patch(path, { discount_id: "none" }))).toBe("discount_id");
    await patch(path, { discount_id: provider.discounts.loyal });
    await provider.clock.forward({ months: 1 });
    await patch(path, { discount_id: null });
    await provider.clock.forward({ months: 1 });
    expect((await ordersOf()).map(({ total_amount }) => total_amount)).toEqual([1200, 1000, 1200]);
  });
});

describe("a pause", () => {
  const statuses = (items: unknown) => (items as { status: string }[]).map(({ status }) => status);

  test("begins with the end of the period, and ends at its date with a paid period", async () => {
    const { provider, open, get, patch, ordersOf, subscription } = await openSeats();
    await provider.pay((await open("pro")).body.url ?? "");
    const path = `/v1/subscriptions/${await subscription()}`;
    expect(fieldOf(await patch(path, { pause_at_period_end: true, resumes_at: "2026-01-05T00:00:00Z" }))).toBe(
      "resumes_at",
    );
    const paused = await patch(path, { pause_at_period_end: true, resumes_at: "2026-03-15T00:00:00Z" });
    expect(paused.body).toMatchObject({ status: "active", pause_at_period_end: true });
    await provider.clock.forward({ months: 1 });
    const { body } = await get(path);
    expect(body).toMatchObject({ status: "paused", pause_at_period_end: false, paused_at: expect.any(String) });
    expect(schemas.unknownsIn(schemas.subscription.decode(body, { mode: "tolerant" }))).toContainEqual(
      expect.objectContaining({ path: ["status"] }),
    );
    const state = async () => (await get("/v1/customers/external/ada/state")).body;
    expect(await state()).toMatchObject({ active_subscriptions: [], granted_benefits: [] });
    await provider.clock.forward({ months: 1 });
    expect(await ordersOf()).toHaveLength(1);
    await provider.clock.forward({ days: 15 });
    expect((await get(path)).body).toMatchObject({ status: "active", paused_at: null, resumes_at: null });
    expect((await ordersOf()).map(({ total_amount }) => total_amount)).toEqual([1200, 1200]);
    expect((await state()).granted_benefits).toHaveLength(1);
    const types = provider.events.map(({ type }) => type);
    expect(types.filter((type) => /paused|resumed/.test(type))).toEqual([
      "subscription.paused",
      "subscription.resumed",
    ]);
  });

  test("is taken back, and ends at once when it is asked for", async () => {
    const { provider, open, get, patch, subscription } = await openSeats();
    await provider.pay((await open("pro")).body.url ?? "");
    const path = `/v1/subscriptions/${await subscription()}`;
    expect(fieldOf(await patch(path, { resume: true }))).toBe("resume");
    await patch(path, { pause_at_period_end: true });
    await patch(path, { pause_at_period_end: false });
    await provider.clock.forward({ months: 1 });
    expect(statuses((await get("/v1/subscriptions/")).body.items)).toEqual(["active"]);
    await patch(path, { pause_at_period_end: true });
    await provider.clock.forward({ months: 2 });
    expect((await get(path)).body.status).toBe("paused");
    expect(fieldOf(await patch(path, { pause_at_period_end: true }))).toBe("pause_at_period_end");
    expect((await patch(path, { resume: true })).body.status).toBe("active");
  });
});

test.each([
  [{ name: "D" }, "percent"],
  [{ name: "D", percent: 10, amount: 5 }, "percent"],
  [{ name: "D", percent: 101 }, "percent"],
  [{ name: "D", amount: -1 }, "amount"],
  [{ name: "D", amount: 1, duration: { months: 0 } }, "duration"],
])("a wrong discount is an error with its field: %j", async (one, field) => {
  await expect(startBillingProvider({ discounts: { one } })).rejects.toThrow(`\`${field}\` of "one"`);
});

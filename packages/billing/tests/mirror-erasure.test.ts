import { billing, billingCustomerModel, billingHandlers } from "@keyhold/billing";
import { organization } from "@keyhold/organization";
import { createTestAuth, signInAs } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { orderWire, refundOf, subscriptionWire } from "../../../tests/harness/billing/purchases.ts";
import { secret } from "../../../tests/harness/billing/webhook-fixture.ts";
import { deliverEvents } from "./mirror/deliver.ts";
import { mirrorRows } from "./mirror/rows.ts";
import { insertUsers } from "./mirror/users.ts";

/* Personal data of an owner that was deleted before the mirror knew the owner's customer. */

const { customer } = orderWire;
const at = (second: number) => ({ modified_at: `2026-05-04T09:30:0${second}.000000Z` });
const customerOf = (ownerId: string | null) => ({ ...customer, external_id: ownerId });

/** Each event with a customer, and a refund, without a customer. */
const eventsOf = (ownerId: string | null) => [
  { type: "refund.created", data: refundOf("order-1", "refund-1") },
  { type: "order.paid", data: { ...orderWire, customer: customerOf(ownerId) } },
  { type: "subscription.created", data: { ...subscriptionWire, customer: customerOf(ownerId) } },
  { type: "customer.updated", data: { ...customerOf(ownerId), ...at(2) } },
];

function open() {
  const fixture = createTestAuth({
    plugins: [organization(), billing({ webhook: { secret, handlers: billingHandlers() }, mirror: true })] as const,
    config: { user: { deleteUser: { enabled: true, confirmByMail: false } } },
  });
  const send = (events: readonly object[]) => deliverEvents(fixture.auth, events, { secret, now: fixture.clock.now() });
  return { ...fixture, send };
}

/** Only the customer's id is left. */
async function expectErased({ db }: Pick<ReturnType<typeof open>, "db">): Promise<void> {
  const { billingProduct: _, billingBenefit: __, billingCustomer, ...rest } = await mirrorRows(db);
  expect(billingCustomer).toMatchObject([
    { id: "customer-1", ownerId: null, email: null, wire: null, erasedAt: expect.any(Date) },
  ]);
  expect(Object.values(rest).flat()).toEqual([]);
}

describe("an event of a customer whose owner does not exist", () => {
  test("writes nothing of the customer, after the deletion of a user", async () => {
    const world = open();
    const { user, headers } = await signInAs(world.auth, { email: "ada@example.com" });
    await world.auth.api.deleteUser({}, { headers });
    await world.send(eventsOf(user.id));
    await expectErased(world);
    await world.send(eventsOf(user.id).reverse());
    await expectErased(world);
  });

  test("writes nothing of the customer, after the deletion of an organization", async () => {
    const world = open();
    const { headers } = await signInAs(world.auth, { email: "ada@example.com" });
    const { id } = await world.auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers });
    await world.auth.api.organization.delete({ organizationId: id }, { headers });
    await world.send(eventsOf(`org:${id}`));
    await expectErased(world);
  });

  test("takes away what the mirror has of the customer, if the customer had no owner before", async () => {
    const world = open();
    await world.send(eventsOf(null));
    expect(await world.db.find(billingCustomerModel, { id: "customer-1" })).toMatchObject({ ownerId: null });
    await world.send([{ type: "customer.updated", data: { ...customerOf("deleted"), ...at(3) } }]);
    await expectErased(world);
  });

  test("takes nothing away if the event is late", async () => {
    const world = open();
    await insertUsers(world.db, "ada");
    await world.send(eventsOf("ada"));
    const rows = await mirrorRows(world.db);
    await world.send([{ type: "customer.updated", data: { ...customerOf("deleted"), ...at(1) } }]);
    expect(await mirrorRows(world.db)).toEqual(rows);
  });

  test("makes the rows of every order of events when the owner is there again, as after an import", async () => {
    const world = open();
    await world.send(eventsOf("ada"));
    await insertUsers(world.db, "ada");
    await world.send(eventsOf("ada").reverse());
    expect(await world.db.find(billingCustomerModel, { id: "customer-1" })).toMatchObject({
      ownerId: "ada",
      email: "ada@example.com",
      erasedAt: null,
    });
    const rows = await mirrorRows(world.db);
    expect([rows.billingOrder, rows.billingSubscription, rows.billingRefund]).toMatchObject([[{}], [{}], [{}]]);
  });
});

test.each(["x".repeat(256), "a\0b", "org:", "org:\ud800"])(
  "an external id that is no id of an owner: %j",
  async (id) => {
    const world = open();
    await world.send(eventsOf(id));
    expect(await world.db.find(billingCustomerModel, { id: "customer-1" })).toMatchObject({
      ownerKind: null,
      ownerId: null,
      email: "ada@example.com",
    });
  },
);

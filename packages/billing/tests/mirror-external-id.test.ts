import { billing, billingCustomerModel, billingHandlers } from "@keyhold/billing";
import { createTestAuth, signInAs } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { orderWire } from "../../../tests/harness/billing/purchases.ts";
import { secret } from "../../../tests/harness/billing/webhook-fixture.ts";
import { deliverEvents } from "./mirror/deliver.ts";
import { mirrorRows } from "./mirror/rows.ts";
import { insertUsers } from "./mirror/users.ts";

/* The owner of a customer whose external id changes at the provider, in every order of events. */

const permutations = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));

const customerAt = (second: number, external_id: string | null, changes: object = {}) => ({
  ...orderWire.customer,
  modified_at: `2026-05-04T09:30:0${second}.000000Z`,
  external_id,
  ...changes,
});
const updated = (...given: Parameters<typeof customerAt>) => ({ type: "customer.updated", data: customerAt(...given) });
const paid = (...given: Parameters<typeof customerAt>) => ({
  type: "order.paid",
  data: { ...orderWire, customer: customerAt(...given) },
});

function open() {
  const fixture = createTestAuth({
    plugins: [billing({ webhook: { secret, handlers: billingHandlers() }, mirror: true })],
    config: { user: { deleteUser: { enabled: true, confirmByMail: false } } },
  });
  const send = (events: readonly object[]) => deliverEvents(fixture.auth, events, { secret, now: fixture.clock.now() });
  return { ...fixture, send };
}

/** The rows of each order of events, with these users in the app. */
async function rowsOfEachOrder(events: readonly object[], ...users: readonly string[]) {
  const all = await Promise.all(
    permutations(events).map(async (order) => {
      const { db, send } = open();
      await insertUsers(db, ...users);
      await send(order);
      return mirrorRows(db);
    }),
  );
  const [first] = all;
  for (const rows of all) expect(rows).toEqual(first);
  return first ?? expect.fail();
}

const customerIn = ({ billingCustomer }: Awaited<ReturnType<typeof mirrorRows>>) => billingCustomer?.[0];

describe("in every order of events", () => {
  test("a customer without an external id gets an owner by a later one", async () => {
    const rows = await rowsOfEachOrder([updated(1, null), paid(2, "ada"), updated(3, "ada")], "ada");
    expect(customerIn(rows)).toMatchObject({ ownerKind: "user", ownerId: "ada" });
  });

  test("an external id that is taken away, or absent, leaves the owner", async () => {
    const { external_id: _, ...absent } = customerAt(4, null);
    const events = [updated(1, "ada"), paid(2, "ada"), updated(3, null), { type: "customer.updated", data: absent }];
    const rows = await rowsOfEachOrder(events, "ada");
    expect(customerIn(rows)).toMatchObject({ ownerId: "ada", ownerVersion: "2026-05-04T09:30:02.000000Z" });
    expect(rows.billingOrder).toHaveLength(1);
  });

  test("a deleted customer, whose external id the provider takes away, keeps the owner", async () => {
    const gone = updated(3, null, { deleted_at: "2026-05-04T09:30:03.000000Z" });
    const rows = await rowsOfEachOrder([updated(1, "ada"), paid(2, "ada"), gone], "ada");
    expect(customerIn(rows)).toMatchObject({ ownerId: "ada", deletedAt: expect.any(Date) });
  });

  test("the newest external id says who owns the customer, also between versions without one", async () => {
    const rows = await rowsOfEachOrder(
      [updated(1, "ada"), updated(2, null), updated(3, "ada"), updated(4, "bob"), updated(5, null)],
      "ada",
      "bob",
    );
    expect(customerIn(rows)).toMatchObject({ ownerId: "bob", ownerVersion: "2026-05-04T09:30:04.000000Z" });
  });

  test("a text that is no id of an owner leaves the owner", async () => {
    const rows = await rowsOfEachOrder([updated(1, "ada"), updated(2, "org:"), updated(3, "a\0b")], "ada");
    expect(customerIn(rows)).toMatchObject({ ownerId: "ada" });
  });

  test("a customer whose newest owner does not exist is erased, and no older external id brings it back", async () => {
    const events = [updated(1, "ada"), paid(2, "ada"), updated(3, "deleted"), updated(4, null)];
    const rows = await rowsOfEachOrder(events, "ada");
    expect(rows.billingCustomer).toEqual([
      expect.objectContaining({ ownerId: null, email: null, wire: null, ownerVersion: "2026-05-04T09:30:03.000000Z" }),
    ]);
    expect(rows.billingOrder).toEqual([]);
  });

  test("an older owner that does not exist erases nothing of the newest", async () => {
    // The order has the newest customer: rows from before an owner existed come back by a reading of the provider.
    const rows = await rowsOfEachOrder([updated(1, "deleted"), updated(2, null), paid(3, "ada")], "ada");
    expect(customerIn(rows)).toMatchObject({ ownerId: "ada", erasedAt: null, email: "ada@example.com" });
    expect(rows.billingOrder).toHaveLength(1);
  });
});

describe("with a user", () => {
  test("go all the customers that were the user's, a hundred and more, deleted ones too", {
    timeout: 60_000,
  }, async () => {
    const { auth, db, send } = open();
    const { user, headers } = await signInAs(auth, { email: "ada@example.com" });
    const count = 1100;
    const events = Array.from({ length: count }, (_, index) => {
      const id = `customer-${index}`;
      const deleted = index % 2 === 0 ? { deleted_at: "2026-05-04T09:30:03.000000Z" } : {};
      return [updated(1, user.id, { id }), updated(3, null, { id, ...deleted })];
    });
    await send(events.flat());
    await auth.api.deleteUser({}, { headers });
    const rows = await db.list(billingCustomerModel, {}, { orderBy: "id", limit: 2 * count });
    expect(rows).toHaveLength(count);
    expect(rows.filter(({ email, erasedAt, wire }) => email !== null || wire !== null || erasedAt === null)).toEqual(
      [],
    );
  });

  test("go not the customers that another user owns by now", async () => {
    const { auth, db, send } = open();
    const { user, headers } = await signInAs(auth, { email: "ada@example.com" });
    await insertUsers(db, "bob");
    await send([updated(1, user.id), paid(2, "bob")]);
    await auth.api.deleteUser({}, { headers });
    expect(customerIn(await mirrorRows(db))).toMatchObject({ ownerId: "bob", erasedAt: null });
  });
});

describe("of several customers of an owner the routes show", () => {
  test("the customer that got the external id last, although it is older", async () => {
    const { auth, send } = open();
    const { user, headers } = await signInAs(auth, { email: "ada@example.com" });
    const old = { id: "customer-old", created_at: "2026-01-01T00:00:00.000000Z" };
    await send([updated(1, user.id), updated(2, null), updated(3, user.id, old)]);
    expect(await auth.api.customer.state({}, { headers })).toMatchObject({ id: "customer-old" });
  });

  test("the customer that is not deleted, behind any count of deleted ones", async () => {
    const { auth, send } = open();
    const { user, headers } = await signInAs(auth, { email: "ada@example.com" });
    const gone = { deleted_at: "2026-05-04T09:30:05.000000Z" };
    const deleted = Array.from({ length: 12 }, (_, index) => updated(5, user.id, { id: `deleted-${index}`, ...gone }));
    await send([updated(1, user.id), ...deleted]);
    expect(await auth.api.customer.state({}, { headers })).toMatchObject({ id: "customer-1" });
  });
});

test("the state of a customer has every balance, more than a page of them", async () => {
  const { auth, send } = open();
  const { user, headers } = await signInAs(auth, { email: "ada@example.com" });
  const at = { created_at: "2026-05-04T09:30:01.000000Z", modified_at: null };
  const active_meters = Array.from({ length: 1050 }, (_, index) => ({
    ...at,
    meter_id: `meter-${index}`,
    consumed_units: 1,
    credited_units: 2,
    balance: 1,
  }));
  const data = { ...customerAt(1, user.id), active_subscriptions: [], granted_benefits: [], active_meters };
  await send([{ type: "customer.state_changed", data }]);
  expect((await auth.api.billing.state({}, { headers })).balances).toHaveLength(1050);
});

import { admin } from "@keyhold/admin";
import { billing, billingHandlers } from "@keyhold/billing";
import { organization } from "@keyhold/organization";
import { createTestAuth, signInAs } from "@keyhold/testing";
import { expect, test } from "vitest";
import { orderWire } from "../../../tests/harness/billing/purchases.ts";
import { secret } from "../../../tests/harness/billing/webhook-fixture.ts";
import { deliverEvents } from "./mirror/deliver.ts";

/* Readers whose session says more than the database. */

async function open(session: object) {
  const { auth, clock } = createTestAuth({
    plugins: [
      organization(),
      admin(),
      billing({ webhook: { secret, handlers: billingHandlers() }, mirror: true }),
    ] as const,
    config: { session },
  });
  const [root, ada, bob] = [
    await signInAs(auth, { email: "root@example.com", role: "admin" }),
    await signInAs(auth, { email: "ada@example.com" }),
    await signInAs(auth, { email: "bob@example.com" }),
  ];
  const acme = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers: ada.headers });
  const { id } = await auth.api.organization.addMember({
    organizationId: acme.id,
    userId: bob.user.id,
    role: "member",
  });
  const events = [`org:${acme.id}`, bob.user.id].map((external_id) => {
    const customer = { ...orderWire.customer, id: `customer-${external_id}`, external_id };
    return {
      type: "order.paid",
      data: { ...orderWire, id: `order-${external_id}`, customer_id: customer.id, customer },
    };
  });
  await deliverEvents(auth, events, { secret, now: clock.now() });
  const paths = ["customer/state", "customer/orders/list", "customer/benefits/list", "usage/meters/list"];
  /** The statuses of the reading routes. */
  async function read(headers: HeadersInit): Promise<Set<number>> {
    const answers = paths.map(async (path) => {
      const url = `https://app.example.com/api/auth/${path}?${new URLSearchParams({ referenceId: acme.id })}`;
      return (await auth.handler(new Request(url, { headers }))).status;
    });
    return new Set(await Promise.all(answers));
  }
  return { auth, root, ada, bob, memberId: id, acme, read };
}

test.each([
  ["a cached cookie", { cookieCache: { enabled: true } }],
  ["a token", { bearer: true }],
])("a former member reads nothing of the organization, with %s", async (_, session) => {
  const { auth, ada, bob, memberId, acme, read } = await open(session);
  expect(await read(bob.headers)).toEqual(new Set([200]));
  await auth.api.organization.removeMember(
    { organizationId: acme.id, memberIdOrEmail: memberId },
    { headers: ada.headers },
  );
  expect(await read(bob.headers)).toEqual(new Set([403]));
});

test("a banned user reads nothing", async () => {
  const { auth, root, bob, read } = await open({});
  await auth.api.admin.banUser({ userId: bob.user.id }, { headers: root.headers });
  expect(await read(bob.headers)).toEqual(new Set([401]));
});

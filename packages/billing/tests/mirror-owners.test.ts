import { defineRoles } from "@keyhold/access";
import { billing, billingHandlers } from "@keyhold/billing";
import { organization } from "@keyhold/organization";
import { createTestAuth, signInAs } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { orderWire, subscriptionWire } from "../../../tests/harness/billing/purchases.ts";
import { secret } from "../../../tests/harness/billing/webhook-fixture.ts";
import { deliverEvents } from "./mirror/deliver.ts";

/* Who reads whose billing: a user their own, and a member the organization's. */

const statements = { organization: ["update", "delete"], billing: ["read"] } as const;

function open(options: Parameters<typeof organization>[0] = {}) {
  const fixture = createTestAuth({
    plugins: [
      organization(options),
      billing({ webhook: { secret, handlers: billingHandlers() }, mirror: true }),
    ] as const,
  });
  const { auth } = fixture;
  async function sell(ownerId: string): Promise<void> {
    const customer = { ...orderWire.customer, id: `customer-of-${ownerId}`, external_id: ownerId };
    const ids = { customer_id: customer.id, customer };
    const subscription = { ...subscriptionWire, ...ids, id: `subscription-of-${ownerId}` };
    const order = { ...orderWire, ...ids, id: `order-of-${ownerId}` };
    const events = [
      { type: "subscription.created", data: subscription },
      { type: "order.paid", data: order },
    ];
    await deliverEvents(auth, events, { secret, now: fixture.clock.now() });
  }
  const person = (name: string) => signInAs(auth, { email: `${name}@example.com` });
  /** The answers of each reading route about an owner. */
  async function readAll(headers: HeadersInit, referenceId?: string) {
    const of: Record<string, string> = referenceId === undefined ? {} : { referenceId };
    const paths = ["customer/state", "customer/subscriptions/list", "customer/orders/list", "customer/benefits/list"];
    const urls = [...paths, "usage/meters/list"].map((path) => `${path}?${new URLSearchParams(of)}`);
    urls.push(`billing/state?${new URLSearchParams(referenceId === undefined ? {} : { organizationId: referenceId })}`);
    const answers = urls.map(async (url) => {
      const response = await auth.handler(new Request(`https://app.example.com/api/auth/${url}`, { headers }));
      return { status: response.status, body: await response.json() };
    });
    return Promise.all(answers);
  }
  return { ...fixture, sell, person, readAll };
}

const statuses = (answers: readonly { readonly status: number }[]) => new Set(answers.map(({ status }) => status));

describe("every reading route", () => {
  test("shows a user their own, and nothing of others", async () => {
    const { sell, person, readAll } = open();
    const [ada, bob] = [await person("ada"), await person("bob")];
    await sell(ada.user.id);
    const own = await readAll(ada.headers);
    expect(statuses(own)).toEqual(new Set([200]));
    expect(JSON.stringify(own)).toContain(`order-of-${ada.user.id}`);
    expect(await readAll(ada.headers, ada.user.id).then((answers) => answers.slice(0, 5))).toEqual(own.slice(0, 5));
    expect(JSON.stringify(await readAll(bob.headers))).not.toContain(ada.user.id);
  });

  test("refuses another user, an organization of others and one that there is not, all alike", async () => {
    const { auth, sell, person, readAll } = open();
    const [ada, bob] = [await person("ada"), await person("bob")];
    const acme = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers: ada.headers });
    await sell(`org:${acme.id}`);
    const [first] = await readAll(bob.headers, "no-such-owner");
    expect(first).toMatchObject({ status: 403, body: { code: "BILLING_NOT_ALLOWED" } });
    for (const referenceId of [ada.user.id, acme.id, "no-such-owner", `org:${acme.id}`]) {
      for (const answer of await readAll(bob.headers, referenceId)) expect(answer).toEqual(first);
    }
  });

  test("answers 401 without a session", async () => {
    expect(statuses(await open().readAll({}))).toEqual(new Set([401]));
  });

  test("shows a member the organization's, and refuses a former member", async () => {
    const { auth, sell, person, readAll } = open();
    const [ada, bob] = [await person("ada"), await person("bob")];
    const acme = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers: ada.headers });
    await sell(`org:${acme.id}`);
    const member = await auth.api.organization.addMember({
      organizationId: acme.id,
      userId: bob.user.id,
      role: "member",
    });
    const shown = await readAll(bob.headers, acme.id);
    expect(statuses(shown)).toEqual(new Set([200]));
    expect(JSON.stringify(shown)).toContain(`subscription-of-org:${acme.id}`);
    const removed = { organizationId: acme.id, memberIdOrEmail: member.id };
    await auth.api.organization.removeMember(removed, { headers: ada.headers });
    expect(statuses(await readAll(bob.headers, acme.id))).toEqual(new Set([403]));
  });
});

test("without the organization plugin there are no organizations to read", async () => {
  const { auth } = createTestAuth({
    plugins: [billing({ webhook: { secret, handlers: billingHandlers() }, mirror: true })],
  });
  const { headers } = await signInAs(auth, { email: "ada@example.com" });
  const reading = auth.api.customer.orders.list({ referenceId: "acme" }, { headers });
  await expect(reading).rejects.toMatchObject({ code: "BILLING_NOT_ALLOWED" });
});

test("where the app's statements have billing, a role decides", async () => {
  const all = { ...statements, member: ["create", "update", "delete"], invitation: ["create", "cancel"] } as const;
  const given = { ...all, team: ["create", "update", "delete"], role: ["create", "update", "delete"] } as const;
  const roles = defineRoles(given, { owner: { ...given }, admin: { billing: ["read"] }, member: {} });
  const { auth, sell, person, readAll } = open({ statements: given, roles });
  const [ada, bob, cy] = [await person("ada"), await person("bob"), await person("cy")];
  const acme = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers: ada.headers });
  await sell(`org:${acme.id}`);
  for (const [who, role] of [
    [bob, "admin"],
    [cy, "member"],
  ] as const)
    await auth.api.organization.addMember({ organizationId: acme.id, userId: who.user.id, role });
  expect(statuses(await readAll(bob.headers, acme.id))).toEqual(new Set([200]));
  expect(statuses(await readAll(cy.headers, acme.id))).toEqual(new Set([403]));
});

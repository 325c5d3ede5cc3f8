import { defineRoles } from "@keyhold/access";
import { billingRoles, billingStatements } from "@keyhold/billing";
import { userModel } from "@keyhold/core/plugin";
import { organizationRoles, organizationStatements } from "@keyhold/organization";
import { describe, expect, test } from "vitest";
import { type BillingStore, impersonating, openStore } from "./open.ts";

/* Each route that buys or manages, tried by each kind of caller, for an organization. */

const statements = { ...organizationStatements, ...billingStatements } as const;
const stated = {
  statements,
  roles: defineRoles(statements, {
    owner: { ...organizationRoles.owner, ...billingRoles.owner },
    admin: { ...organizationRoles.admin, ...billingRoles.admin },
    member: { ...organizationRoles.member, ...billingRoles.member },
  }),
};

async function openOrganization(organizations: Parameters<typeof openStore>[0] = {}) {
  const store = await openStore(organizations);
  const ada = await store.person("ada");
  const { auth } = store;
  const acme = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers: ada.headers });
  await store.buy(ada.headers, { slug: "pro", referenceId: acme.id });
  const { subscriptions } = await auth.api.billing.state({ organizationId: acme.id }, { headers: ada.headers });
  const orders = await auth.api.customer.orders.list({ referenceId: acme.id }, { headers: ada.headers });
  const subscriptionId = String(subscriptions[0]?.id);
  const orderId = String(orders.result.items[0]?.id);
  const { id: checkoutId } = await auth.api.billing.checkoutFor({
    slug: "book",
    organizationId: acme.id,
    userId: ada.user.id,
  });
  return { ...store, ada, acme, subscriptionId, orderId, checkoutId };
}

type World = Awaited<ReturnType<typeof openOrganization>>;

const spending: readonly (readonly [string, (world: World) => readonly ["GET" | "POST", string, object]])[] = [
  ["checkout", ({ acme }) => ["POST", "/checkout", { slug: "team", referenceId: acme.id }]],
  ["portal", ({ acme }) => ["POST", "/customer/portal", { referenceId: acme.id }]],
  ["portal by GET", ({ acme }) => ["GET", "/customer/portal", { referenceId: acme.id }]],
  ["change", ({ subscriptionId }) => ["POST", "/billing/subscription/change", { subscriptionId, slug: "team" }]],
  ["cancel", ({ subscriptionId }) => ["POST", "/billing/subscription/cancel", { subscriptionId }]],
  ["uncancel", ({ subscriptionId }) => ["POST", "/billing/subscription/uncancel", { subscriptionId }]],
];
const reading: typeof spending = [
  ["checkout's state", ({ checkoutId }) => ["GET", "/billing/checkout", { id: checkoutId }]],
  ["invoice", ({ orderId }) => ["GET", "/billing/orders/invoice", { orderId }]],
];

async function statusesOf(world: World, headers: HeadersInit): Promise<Readonly<Record<string, number>>> {
  const statuses: Record<string, number> = {};
  for (const [name, requestOf] of [...spending, ...reading]) {
    const [method, path, fields] = requestOf(world);
    statuses[name] = (await world.call(method, path, fields, headers)).status;
  }
  return statuses;
}

const all = (spend: number, portal = spend) => ({
  ...{ checkout: spend, portal, "portal by GET": portal },
  ...{ change: spend, cancel: spend, uncancel: spend },
});
const allowed = { ...all(200), "checkout's state": 200, invoice: 200 };
const unknown = { ...all(403), change: 404, cancel: 404, uncancel: 404, "checkout's state": 404, invoice: 404 };

async function member({ auth, acme, person }: World, role: "admin" | "member") {
  const bob = await person("bob");
  const added = await auth.api.organization.addMember({ organizationId: acme.id, userId: bob.user.id, role });
  return { ...bob, memberId: added.id };
}

describe.each([
  ["with permissions of billing", { organizations: stated }],
  ["without permissions of billing", {}],
] as const)("%s", (_, organizations) => {
  test.each([
    ["the owner", allowed, async ({ ada }: World) => ada.headers],
    ["an admin", allowed, async (world: World) => (await member(world, "admin")).headers],
    [
      "a member",
      { ...all(403), "checkout's state": 404, invoice: 200 },
      async (world: World) => (await member(world, "member")).headers,
    ],
  ] as const)("%s gets the right answer from each route", async (_, expected, callerOf) => {
    const world = await openOrganization(organizations as Parameters<typeof openStore>[0]);
    expect(await statusesOf(world, await callerOf(world))).toEqual(expected);
  });
});

test.each([
  ["a caller without a session", { ...all(401), "checkout's state": 401, invoice: 401 }, async () => ({})],
  [
    "a former member",
    unknown,
    async (world: World) => {
      const { headers, memberId } = await member(world, "admin");
      const removed = { organizationId: world.acme.id, memberIdOrEmail: memberId };
      await world.auth.api.organization.removeMember(removed, { headers: world.ada.headers });
      return headers;
    },
  ],
  [
    "a member of another organization",
    unknown,
    async ({ auth, person }: World) => {
      const { headers } = await person("bob");
      await auth.api.organization.create({ name: "Other", slug: "other" }, { headers });
      return headers;
    },
  ],
  [
    "an administrator who impersonates the owner",
    { ...all(403), "checkout's state": 200, invoice: 200 },
    (world: World) => impersonating(world, world.ada.user.id),
  ],
  [
    "an owner whose address is not verified",
    allowed,
    async (world: World) => {
      const bob = await world.person("bob", { emailVerified: false });
      const { auth, acme } = world;
      await auth.api.organization.addMember({ organizationId: acme.id, userId: bob.user.id, role: "owner" });
      return bob.headers;
    },
  ],
] as const)("%s gets the right answer from each route", async (_, expected, callerOf) => {
  const world: World = await openOrganization();
  const before = world.requests("PATCH", `/v1/subscriptions/${world.subscriptionId}`).length;
  expect(await statusesOf(world, await callerOf(world))).toEqual(expected);
  const changes = world.requests("PATCH", `/v1/subscriptions/${world.subscriptionId}`).length - before;
  expect(changes > 0).toBe(expected.change === 200);
});

test("an organization that does not exist is answered like another's", async () => {
  const { post, acme, person } = await openOrganization();
  const { headers } = await person("bob");
  for (const path of ["/checkout", "/customer/portal"]) {
    const [other, none] = await Promise.all(
      [acme.id, "no-organization"].map((referenceId) => post(path, { slug: "pro", referenceId }, headers)),
    );
    expect(other).toMatchObject({ status: 403, body: { code: "BILLING_NOT_ALLOWED" } });
    expect(other?.text).toBe(none?.text);
  }
});

test("an organization's customer is a team with its payer, or has the address of its own", async () => {
  const world = await openOrganization();
  const { id } = world.acme;
  expect(world.requests("POST", "/v1/customers/")).toEqual([
    {
      type: "team",
      external_id: `org:${id}`,
      name: "Acme",
      owner: { email: "ada@example.com", name: expect.any(String), external_id: world.ada.user.id },
    },
  ]);
  const billingEmail = (organizationId: string) => `${organizationId}@invoices.example`;
  const older = await openOrganization({ apiVersion: "2025-05", customers: { billingEmail } });
  expect(older.requests("POST", "/v1/customers/")).toEqual([
    { external_id: `org:${older.acme.id}`, name: "Acme", email: `${older.acme.id}@invoices.example` },
  ]);
});

test("a guest cannot buy, neither by the browser nor by the server", async () => {
  const { auth, db, post }: BillingStore = await openStore();
  const answer = await post("/sign-in/anonymous", {});
  const cookie = answer.headers
    .getSetCookie()
    .map((text) => text.split(";")[0])
    .join("; ");
  const refused = await post("/checkout", { slug: "pro" }, { cookie });
  expect(refused).toMatchObject({ status: 403, body: { code: "BILLING_NOT_ALLOWED" } });
  const [guest] = await db.list(userModel, {}, { orderBy: "id", limit: 1 });
  const buying = auth.api.billing.checkoutFor({ slug: "pro", userId: guest?.id });
  await expect(buying).rejects.toMatchObject({ code: "BILLING_NOT_ALLOWED" });
});

import { defineRoles } from "@keyhold/access";
import { admin } from "@keyhold/admin";
import { anonymous } from "@keyhold/anonymous";
import { billing, billingHandlers } from "@keyhold/billing";
import { organization } from "@keyhold/organization";
import { createTestAuth, signInAs } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { orderWire, subscriptionWire } from "../../../tests/harness/billing/purchases.ts";
import { secret } from "../../../tests/harness/billing/webhook-fixture.ts";
import { deliverEvents } from "./mirror/deliver.ts";

/* Each reading route, tried by each kind of caller. */

const statements = {
  organization: ["update", "delete"],
  member: ["create", "update", "delete"],
  invitation: ["create", "cancel"],
  team: ["create", "update", "delete"],
  role: ["create", "update", "delete"],
  billing: ["read"],
} as const;
const roles = defineRoles(statements, { owner: { ...statements }, admin: { billing: ["read"] }, member: {} });

const routes = [
  "billing/state",
  "customer/state",
  "customer/subscriptions/list",
  "customer/orders/list",
  "customer/benefits/list",
  "usage/meters/list",
] as const;

async function open() {
  const { auth, clock, db } = createTestAuth({
    plugins: [
      organization({ statements, roles }),
      admin(),
      anonymous(),
      billing({ webhook: { secret, handlers: billingHandlers() }, mirror: true }),
    ] as const,
  });
  const person = (name: string, changes: object = {}) => signInAs(auth, { email: `${name}@example.com`, ...changes });
  async function sell(externalId: string): Promise<void> {
    const customer = { ...orderWire.customer, id: `customer-of-${externalId}`, external_id: externalId };
    const at = { created_at: customer.created_at, modified_at: null };
    const ids = { customer_id: customer.id, customer };
    const active_meters = [{ ...at, meter_id: "calls", consumed_units: 1, credited_units: 2, balance: 1 }];
    const benefit = { ...at, id: "b", type: "custom", description: `benefit-of-${externalId}`, selectable: true };
    const whole = { ...benefit, deletable: true, organization_id: "m", metadata: {}, properties: { note: null } };
    const granted = { is_granted: true, granted_at: at.created_at, is_revoked: false, revoked_at: null };
    const grant = { ...at, ...ids, ...granted, id: `grant-of-${externalId}`, benefit_id: "b", benefit: whole };
    await deliverEvents(
      auth,
      [
        { type: "subscription.created", data: { ...subscriptionWire, ...ids, id: `subscription-of-${externalId}` } },
        { type: "order.paid", data: { ...orderWire, ...ids, id: `order-of-${externalId}` } },
        {
          type: "benefit_grant.created",
          data: { ...grant, subscription_id: null, order_id: null, properties: {}, previous_properties: null },
        },
        {
          type: "customer.state_changed",
          data: { ...customer, active_subscriptions: [], granted_benefits: [], active_meters },
        },
      ],
      { secret, now: clock.now() },
    );
  }
  /** The answer of a route about the caller, or about an organization. */
  async function read(route: string, headers: HeadersInit, organizationId?: string) {
    const name = route === "billing/state" ? "organizationId" : "referenceId";
    const query = organizationId === undefined ? "" : `?${new URLSearchParams({ [name]: organizationId })}`;
    const response = await auth.handler(new Request(`https://app.example.com/api/auth/${route}${query}`, { headers }));
    return { status: response.status, text: await response.text() };
  }
  const [root, ada] = [await person("root", { role: "admin" }), await person("ada")];
  const acme = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers: ada.headers });
  await sell(`org:${acme.id}`);
  return { auth, clock, db, person, sell, read, root, ada, acme };
}

type World = Awaited<ReturnType<typeof open>>;

async function join({ auth, acme }: World, userId: string, role: "admin" | "member") {
  return auth.api.organization.addMember({ organizationId: acme.id, userId, role });
}

async function impersonating({ auth, root }: World, userId: string): Promise<Headers> {
  const url = "https://app.example.com/api/auth/admin/impersonate-user";
  const headers = new Headers(root.headers);
  headers.set("content-type", "application/json");
  headers.set("origin", "https://app.example.com");
  const answer = await auth.handler(new Request(url, { method: "POST", headers, body: JSON.stringify({ userId }) }));
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return new Headers({ cookie: cookies.filter((cookie) => !cookie.endsWith("=")).join("; ") });
}

/** Of the organization: the status, and whether the answer is about the organization's purchases. */
const ofOrganization: readonly (readonly [string, number, (world: World) => Promise<HeadersInit>])[] = [
  ["the owner", 200, async ({ ada }) => ada.headers],
  [
    "a member with the permission",
    200,
    async (world) => {
      const bob = await world.person("bob");
      await join(world, bob.user.id, "admin");
      return bob.headers;
    },
  ],
  [
    "a member without the permission",
    403,
    async (world) => {
      const bob = await world.person("bob");
      await join(world, bob.user.id, "member");
      return bob.headers;
    },
  ],
  [
    "a former member",
    403,
    async (world) => {
      const bob = await world.person("bob");
      const { id } = await join(world, bob.user.id, "admin");
      const removed = { organizationId: world.acme.id, memberIdOrEmail: id };
      await world.auth.api.organization.removeMember(removed, { headers: world.ada.headers });
      return bob.headers;
    },
  ],
  [
    "a member of another organization",
    403,
    async (world) => {
      const bob = await world.person("bob");
      await world.auth.api.organization.create({ name: "Other", slug: "other" }, { headers: bob.headers });
      return bob.headers;
    },
  ],
  ["an administrator of the app, who is no member", 403, async ({ root }) => root.headers],
  ["an administrator who impersonates the owner", 200, (world) => impersonating(world, world.ada.user.id)],
  [
    "an administrator who impersonates a member without the permission",
    403,
    async (world) => {
      const bob = await world.person("bob");
      await join(world, bob.user.id, "member");
      return impersonating(world, bob.user.id);
    },
  ],
  [
    "a guest",
    403,
    async ({ auth }) => {
      const url = "https://app.example.com/api/auth/sign-in/anonymous";
      const origin = { origin: "https://app.example.com", "content-type": "application/json" };
      const answer = await auth.handler(new Request(url, { method: "POST", headers: origin, body: "{}" }));
      expect(answer.status).toBe(200);
      return {
        cookie: answer.headers
          .getSetCookie()
          .map((cookie) => cookie.split(";")[0])
          .join("; "),
      };
    },
  ],
  ["a caller without a session", 401, async () => ({})],
];

describe.each(ofOrganization)("of an organization %s gets %i", (_, status, callerOf) => {
  test("from each reading route", async () => {
    const world = await open();
    const headers = await callerOf(world);
    for (const route of routes) {
      const answer = await world.read(route, headers, world.acme.id);
      expect({ route, status: answer.status }).toEqual({ route, status });
      // Every answer with rows names the organization's customer.
      expect({ route, isShown: answer.text.includes(`customer-of-org:${world.acme.id}`) }).toEqual({
        route,
        isShown: status === 200,
      });
    }
  });
});

/** Of the caller's own purchases. */
const own: readonly (readonly [string, number, (world: World) => Promise<{ headers: HeadersInit; id: string }>])[] = [
  [
    "a user whose email address is not verified",
    200,
    async ({ person }) => {
      const { headers, user } = await person("bob", { emailVerified: false });
      return { headers, id: user.id };
    },
  ],
  [
    "an administrator who impersonates the user",
    200,
    async (world) => {
      const { user } = await world.person("bob");
      return { headers: await impersonating(world, user.id), id: user.id };
    },
  ],
  [
    "a guest",
    200,
    async (world) => {
      const url = "https://app.example.com/api/auth/sign-in/anonymous";
      const origin = { origin: "https://app.example.com", "content-type": "application/json" };
      const answer = await world.auth.handler(new Request(url, { method: "POST", headers: origin, body: "{}" }));
      const { user } = (await answer.json()) as { readonly user: { readonly id: string } };
      const cookie = answer.headers
        .getSetCookie()
        .map((text) => text.split(";")[0])
        .join("; ");
      return { headers: { cookie }, id: user.id };
    },
  ],
  [
    "a banned user",
    401,
    async ({ auth, person, root }) => {
      const { headers, user } = await person("bob");
      await auth.api.admin.banUser({ userId: user.id }, { headers: root.headers });
      return { headers, id: user.id };
    },
  ],
  [
    "a user whose session has expired",
    401,
    async ({ clock, person }) => {
      const { headers, user } = await person("bob");
      clock.forward({ days: 8 });
      return { headers, id: user.id };
    },
  ],
  [
    "an administrator whose impersonation has ended",
    401,
    async (world) => {
      const { user } = await world.person("bob");
      const headers = await impersonating(world, user.id);
      world.clock.forward({ seconds: 3601 });
      return { headers, id: user.id };
    },
  ],
];

describe.each(own)("of their own purchases %s gets %i", (_, status, callerOf) => {
  test("from each reading route", async () => {
    const world = await open();
    const { headers, id } = await callerOf(world);
    await world.sell(id);
    for (const route of routes) {
      const answer = await world.read(route, headers);
      expect({ route, status: answer.status }).toEqual({ route, status });
      expect({ route, isShown: answer.text.includes(`customer-of-${id}`) }).toEqual({ route, isShown: status === 200 });
      expect(answer.text).not.toContain("customer-of-org:");
    }
  });
});

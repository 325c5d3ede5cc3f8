import { admin } from "@keyhold/admin";
import {
  type BillingOptions,
  billing,
  billingHandlers,
  type ProductSettings,
  type SeatOptions,
} from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import type { Database } from "@keyhold/core/adapter";
import { organization } from "@keyhold/organization";
import { memberModel } from "@keyhold/organization/plugin";
import { teams } from "@keyhold/organization/teams";
import { createClock, createTestAuth, signInAs } from "@keyhold/testing";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect } from "vitest";
import { connect, requestsTo } from "../connect.ts";
import { patientClient, patientDesk } from "../patience.ts";

const secret = "polar_whs_of_the_provider_for_tests";

type Selling = Readonly<Record<string, Omit<ProductSettings, "id">>>;

interface Settings {
  /** The settings of products, by the keys of the provider for tests. */
  readonly sells?: Selling;
  readonly seats?: SeatOptions;
  readonly customers?: NonNullable<BillingOptions["customers"]>;
  /** Default: in memory. The caller migrates and closes it. */
  readonly database?: Database;
}

/** An app that sells seats to organizations, and the provider for tests. */
export async function openShop({ sells = {}, seats, customers, database }: Settings = {}) {
  const clock = createClock();
  const desk = await startBillingProvider({
    ...patientDesk,
    clock,
    products: {
      pro: { name: "Pro", price: 1200, interval: "month" },
      max: { name: "Max", price: 3200, interval: "month" },
      team: { name: "Team", price: { perSeat: 800, min: 1, max: 1000 }, interval: "month" },
      club: { name: "Club", price: { perSeat: 500, min: 1, max: 1000 }, interval: "month" },
    },
    apiVersion: "2026-04",
    webhookSecret: secret,
  });
  const provider = polar({
    ...patientClient,
    accessToken: desk.accessToken,
    baseURL: desk.origin,
    apiVersion: "2026-04",
    retryMilliseconds: 1,
    requestsPerMinute: 1_000_000,
  });
  const sold = (key: "pro" | "max" | "team" | "club") => ({ id: String(desk.products[key]), ...sells[key] });
  const fixture = createTestAuth({
    plugins: [
      organization({ membershipLimit: 1000, roleLimit: 3 }),
      teams(),
      admin(),
      billing({
        webhook: { secret, handlers: billingHandlers() },
        provider,
        products: { pro: sold("pro"), max: sold("max"), team: sold("team"), club: sold("club") },
        ...(seats && { seats }),
        ...(customers && { customers }),
      }),
    ] as const,
    config: {
      user: { deleteUser: { enabled: true, confirmByMail: false } },
      rateLimit: { enabled: false },
      now: clock.now,
      // Several processes share the encrypted entries.
      secret: "only for this test: 4f9b7c21d8e3a650",
      ...(database && { database }),
    },
  });
  const { auth } = fixture;
  await connect(auth, desk);
  const { post } = requestsTo(auth);
  const person = (name: string, changes: object = {}) => signInAs(auth, { email: `${name}@example.com`, ...changes });
  /** Until the provider has delivered its events, and the app has done its work. */
  async function settled(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) {
      await desk.delivered();
      await auth.idle();
    }
  }
  /** An organization with its owner. */
  async function found(name: string) {
    const owner = await person(name);
    const team = { name, slug: name };
    const { id } = await auth.api.organization.create(team, { headers: owner.headers });
    return { id, owner };
  }
  const join = (organizationId: string, userId: string, role: "member" | "admin" | "visitor" = "member") =>
    auth.api.organization.addMember({ organizationId, userId, role: role as "member" });
  /** Buys on the page of the provider, for an organization. */
  async function buy(headers: HeadersInit, fields: object): Promise<void> {
    const { status, body } = await post("/checkout", fields, headers);
    expect({ status, body }).toMatchObject({ status: 200 });
    await desk.pay(body.url);
    await settled();
  }
  /** The subscription of an organization at the provider, with the holders of seats. */
  async function atProvider(organizationId: string) {
    const [data] = (await provider.subscriptions.list({ ownerId: `org:${organizationId}` })).items;
    const id = String(data?.id);
    const { items } = await provider.seats.list(id);
    const holders = items.filter(({ status }) => status === "claimed").map(({ externalMemberId }) => externalMemberId);
    return { id, seats: Number(Reflect.get(Object(data), "seats")), holders: holders.sort(), all: items };
  }
  /** The users of an organization. */
  async function membersOf(organizationId: string): Promise<readonly string[]> {
    const rows = await fixture.db.list(memberModel, { organizationId }, { orderBy: "id", limit: 1000 });
    return rows.map(({ userId }) => userId).sort();
  }
  const told = (type: string) => fixture.events.filter((event) => event.type === type);
  return { ...fixture, clock, desk, provider, post, person, settled, found, join, buy, atProvider, membersOf, told };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** The headers of an impersonating administrator. */
export async function impersonating({ post, person }: Shop, userId: string): Promise<Headers> {
  const root = await person("root", { role: "admin" });
  const answer = await post("/admin/impersonate-user", { userId }, root.headers);
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return new Headers({ cookie: cookies.filter((cookie) => !cookie.endsWith("=")).join("; ") });
}

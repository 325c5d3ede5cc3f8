import { admin } from "@keyhold/admin";
import { anonymous } from "@keyhold/anonymous";
import { billing, billingHandlers, type CheckoutOptions, type CustomerOptions } from "@keyhold/billing";
import { type PolarOptions, polar } from "@keyhold/billing/polar";
import type { Database } from "@keyhold/core/adapter";
import { organization } from "@keyhold/organization";
import { createClock, createTestAuth, signInAs } from "@keyhold/testing";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect } from "vitest";
import { connect, requestsTo } from "../connect.ts";
import { patientClient, patientDesk } from "../patience.ts";

const secret = "polar_whs_of_the_provider_for_tests";

interface Settings {
  readonly apiVersion?: NonNullable<PolarOptions["apiVersion"]>;
  readonly customers?: CustomerOptions;
  readonly checkout?: (discounts: Readonly<Record<string, string>>) => CheckoutOptions;
  readonly organizations?: Parameters<typeof organization>[0];
  /** Default: in memory. The caller migrates and closes it. */
  readonly database?: Database;
}

/** An app that sells, and the provider for tests. */
export async function openStore(settings: Settings = {}) {
  const { apiVersion = "2026-04", customers, checkout, organizations, database } = settings;
  const clock = createClock();
  const desk = await startBillingProvider({
    ...patientDesk,
    clock,
    products: {
      pro: { name: "Pro", price: 1200, interval: "month" },
      team: { name: "Team", price: 3000, interval: "month" },
      seats: { name: "Seats", price: { perSeat: 800, min: 2, max: 10 }, interval: "month" },
      book: { name: "Book", price: 1500 },
      hidden: { name: "Not for sale", price: 1, interval: "month" },
    },
    discounts: { launch: { name: "Launch", percent: 25, code: "LAUNCH" } },
    apiVersion,
    webhookSecret: secret,
  });
  const { pro, team, seats, book } = desk.products;
  const provider = polar({
    ...patientClient,
    accessToken: desk.accessToken,
    baseURL: desk.origin,
    apiVersion,
    retryMilliseconds: 1,
    requestsPerMinute: 100_000,
  });
  const fixture = createTestAuth({
    plugins: [
      organization(organizations ?? {}),
      admin(),
      anonymous(),
      billing({
        webhook: { secret, handlers: billingHandlers() },
        provider,
        products: { pro, team, seats, book },
        ...(customers && { customers }),
        ...(checkout && { checkout: checkout(desk.discounts) }),
      }),
    ] as const,
    config: {
      user: { deleteUser: { enabled: true, confirmByMail: false } },
      rateLimit: { enabled: false },
      now: clock.now,
      ...(database && { database }),
    },
  });
  const { auth } = fixture;
  await connect(auth, desk);
  const { call, post, get } = requestsTo(auth);
  const person = (name: string, changes: object = {}) => signInAs(auth, { email: `${name}@example.com`, ...changes });
  /** Buys on the page of the provider, and waits until the mirror has it. */
  async function buy(headers: HeadersInit, fields: object): Promise<void> {
    const { status, body, text } = await post("/checkout", fields, headers);
    expect({ status, text }).toMatchObject({ status: 200 });
    await desk.pay(body.url);
    await desk.delivered();
    await auth.idle();
  }
  /** The bodies of the requests of a kind that the provider got. */
  const requests = (method: string, path: string) =>
    desk.calls.filter((one) => one.method === method && one.path === path).map(({ body }) => body as Fields);
  return { ...fixture, clock, desk, provider, call, post, get, person, buy, requests };
}

type Fields = Readonly<Record<string, unknown>>;
export type BillingStore = Awaited<ReturnType<typeof openStore>>;

/** The headers of an administrator who impersonates a user. */
export async function impersonating({ post, person }: BillingStore, userId: string): Promise<Headers> {
  const root = await person("root", { role: "admin" });
  const answer = await post("/admin/impersonate-user", { userId }, root.headers);
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return new Headers({ cookie: cookies.filter((cookie) => !cookie.endsWith("=")).join("; ") });
}

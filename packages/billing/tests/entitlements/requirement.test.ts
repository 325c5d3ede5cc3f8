import { type BillingRequirements, billing, billingHandlers, defineEntitlements } from "@keyhold/billing";
import { definePlugin, endpointsFor, ok, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { createTestAuth, signInAs } from "@keyhold/testing";
import { expect, test } from "vitest";
import { subscriptionWire } from "../../../../tests/harness/billing/purchases.ts";
import { secret } from "../../../../tests/harness/billing/webhook-fixture.ts";
import { deliverEvents } from "../mirror/deliver.ts";

const entitlements = defineEntitlements({ export: { products: ["pro"] } });
const endpoint = endpointsFor<unknown, Record<never, never>, BillingRequirements<typeof entitlements>>({});

const ran: string[] = [];
const exportRows = endpoint({
  route: "POST /report/export",
  access: "session",
  requires: { entitlement: "export" },
  doc: "Exports the report.",
  input: z.object({ format: z.string() }),
  output: z.object({ rows: z.number() }),
  handle: ({ input }) => {
    ran.push(input.format);
    return ok({ rows: 3 });
  },
});

interface ReportTypes extends PluginTypes {
  readonly endpoints: { readonly report: { readonly export: typeof exportRows } };
}
const report = (): Plugin<ReportTypes> =>
  definePlugin<ReportTypes>({ id: "report", endpoints: { report: { export: exportRows } } });

const sell = billing({
  webhook: { secret, handlers: billingHandlers() },
  mirror: true,
  products: { pro: subscriptionWire.product_id },
  entitlements,
});

test("an endpoint that requires an entitlement runs for an owner who has it, and answers 402 before it reads the input", async () => {
  const { auth, clock } = createTestAuth({ plugins: [report(), sell] });
  const { user, headers } = await signInAs(auth, { email: "ada@example.com" });
  const post = async (body: object, sent: HeadersInit = headers) => {
    const url = "https://app.example.com/api/auth/report/export";
    const json = { "content-type": "application/json", origin: "https://app.example.com" };
    const request = new Request(url, { method: "POST", headers: { ...json, ...sent }, body: JSON.stringify(body) });
    const answer = await auth.handler(request);
    return { status: answer.status, body: await answer.json() };
  };
  expect(await post({ format: "csv" })).toMatchObject({ status: 402, body: { code: "ENTITLEMENT_REQUIRED" } });
  expect((await post({ format: 1 })).status).toBe(402);
  expect((await post({ format: "csv" }, {})).status).toBe(401);
  expect(ran).toEqual([]);
  const customer = { ...subscriptionWire.customer, external_id: user.id };
  const event = { type: "subscription.created", data: { ...subscriptionWire, customer } };
  await deliverEvents(auth, [event], { secret, now: clock.now() });
  expect(await post({ format: "csv" })).toEqual({ status: 200, body: { rows: 3 } });
  expect(await auth.api.report.export({ format: "xml" }, { headers })).toEqual({ rows: 3 });
  expect(ran).toEqual(["csv", "xml"]);
});

test("an endpoint that requires what no plugin checks never runs", async () => {
  const { auth } = createTestAuth({ plugins: [report()] });
  const { headers } = await signInAs(auth, { email: "ada@example.com" });
  ran.length = 0;
  await expect(auth.api.report.export({ format: "csv" }, { headers })).rejects.toThrow("require.entitlement");
  expect(ran).toEqual([]);
});

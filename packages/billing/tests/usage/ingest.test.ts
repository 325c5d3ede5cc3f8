import { expect, test } from "vitest";
import { openUsage } from "./open.ts";

/* What a browser may report. */

const origin = "https://app.example.com";

async function openBrowser(usage: Parameters<typeof openUsage>[0] = { usage: { fromBrowser: ["visit", "tokens"] } }) {
  const shop = await openUsage(usage);
  async function ingest(body: object, headers?: HeadersInit) {
    const sent = new Headers(headers);
    sent.set("content-type", "application/json");
    sent.set("origin", origin);
    const request = new Request(`${origin}/api/auth/usage/ingest`, {
      method: "POST",
      headers: sent,
      body: JSON.stringify(body),
    });
    const answer = await shop.auth.handler(request);
    return { status: answer.status, body: await answer.json() };
  }
  return { ...shop, ingest };
}

test("a browser reports the named events of its own user, whatever owner it names", async () => {
  const { eventsSent, ingest, person, settled } = await openBrowser();
  const { user, headers } = await person("ada");
  const { user: bob } = await person("bob");
  const named = { userId: bob.id, organizationId: "acme", referenceId: bob.id, externalCustomerId: bob.id, key: "k" };
  expect(await ingest({ event: "visit", metadata: { page: "/pricing" }, ...named }, headers)).toEqual({
    status: 200,
    body: { inserted: 1 },
  });
  expect(await ingest({ event: "tokens", metadata: { tokens: 3 } }, headers)).toMatchObject({ status: 200 });
  await settled();
  expect(eventsSent()).toMatchObject([
    { name: "visit", external_customer_id: user.id, metadata: { page: "/pricing" } },
    { name: "tokens", external_customer_id: user.id, metadata: { tokens: 3 } },
  ]);
});

test("a browser without a session, another event, and units that would be given back are refused", async () => {
  const { eventsSent, ingest, person, settled } = await openBrowser();
  const { headers } = await person("ada");
  expect(await ingest({ event: "visit", metadata: {} })).toMatchObject({ status: 401 });
  for (const event of ["call", "unknown", "constructor"]) {
    expect(await ingest({ event, metadata: {} }, headers)).toMatchObject({
      status: 403,
      body: { code: "BILLING_USAGE_NOT_ALLOWED" },
    });
  }
  for (const tokens of [-3, 0, "3", true]) {
    expect(await ingest({ event: "tokens", metadata: { tokens } }, headers)).toMatchObject({
      status: 403,
      body: { code: "BILLING_USAGE_NOT_ALLOWED" },
    });
  }
  for (const metadata of [
    { note: "" },
    { note: "x".repeat(501) },
    { nested: { a: 1 } },
    { none: null },
    { tokens: 1e300 },
  ]) {
    expect(await ingest({ event: "visit", metadata }, headers)).toMatchObject({ status: 400 });
  }
  await settled();
  expect(eventsSent()).toEqual([]);
});

test("without fromBrowser no browser reports usage, and track and reserve are no routes", async () => {
  const { auth, ingest, person } = await openBrowser({});
  const { user, headers } = await person("ada");
  expect(await ingest({ event: "visit", metadata: {} }, headers)).toMatchObject({ status: 403 });
  for (const path of ["track", "reserve", "send-usage", "settle-usage"]) {
    const sent = new Headers(headers);
    sent.set("content-type", "application/json");
    sent.set("origin", origin);
    const body = JSON.stringify({ event: "visit", userId: user.id, batch: "b", wasCounted: true });
    const answer = await auth.handler(
      new Request(`${origin}/api/auth/billing/${path}`, { method: "POST", headers: sent, body }),
    );
    expect(answer.status).toBe(404);
  }
});

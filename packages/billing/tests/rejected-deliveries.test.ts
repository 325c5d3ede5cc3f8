import { billingHandlers } from "@keyhold/billing";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import { describe, expect, test } from "vitest";
import { openWebhook, refundCreated, secret } from "../../../tests/harness/billing/webhook-fixture.ts";

const max = 60;
const url = "https://app.example.com/api/auth/billing/webhook";
const text = JSON.stringify(refundCreated);

type Opening = Parameters<typeof openWebhook>[0];

function open({ config, ...opening }: Opening = {}) {
  const fixture = openWebhook({ config: { rateLimit: { enabled: true }, ...config }, ...opening });
  let sent = 0;
  async function send(
    ipAddress: string | undefined,
    changes: { by?: string; init?: RequestInit } = {},
  ): Promise<Response> {
    sent += 1;
    const headers = await signWebhook({
      secret: changes.by ?? secret,
      id: `event-${sent}`,
      sentAt: fixture.clock.now(),
      body: text,
    });
    const request = new Request(url, { method: "POST", headers, body: text, ...changes.init });
    return fixture.auth.handler(request, ipAddress === undefined ? {} : { ipAddress });
  }
  const forge = (ipAddress?: string) => send(ipAddress, { by: "a guess of what the secret may be" });
  return { ...fixture, send, forge };
}

async function statusesOf(count: number, send: () => Promise<Response>): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await send()).status);
  return statuses;
}

describe("deliveries of one client address", () => {
  test("sixty failed ones in a minute are allowed; then the client gets 429 with Retry-After", async () => {
    const fixture = open();
    expect(new Set(await statusesOf(max, () => fixture.forge("203.0.113.7")))).toEqual(new Set([403]));
    fixture.clock.forward({ seconds: 20 });
    const answer = await fixture.forge("203.0.113.7");
    expect([answer.status, (await answer.json()).code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(answer.headers.get("retry-after")).toBe("40");
    fixture.clock.forward({ seconds: 40 });
    expect((await fixture.forge("203.0.113.7")).status).toBe(403);
  });

  test("do not block the provider at the same address, e.g. the address of a proxy", async () => {
    const fixture = open();
    await statusesOf(max + 5, () => fixture.send("203.0.113.7", { init: { headers: {} } }));
    expect((await fixture.forge("203.0.113.7")).status).toBe(429);
    expect(new Set(await statusesOf(20, () => fixture.send("203.0.113.7")))).toEqual(new Set([200]));
  });

  test("do not block the provider at another address", async () => {
    const fixture = open();
    await statusesOf(max + 1, () => fixture.forge("203.0.113.7"));
    expect((await fixture.send("198.51.100.4")).status).toBe(200);
  });

  test("count by the network of an IPv6 address", async () => {
    const fixture = open();
    for (let host = 1; host <= max; host += 1) await fixture.forge(`2001:db8::${host.toString(16)}`);
    expect((await fixture.forge("2001:db8::ffff")).status).toBe(429);
    expect((await fixture.forge("2001:db8:0:1::1")).status).toBe(403);
  });

  test("are not limited if they are valid: only failed ones are counted", async () => {
    const fixture = open();
    expect(new Set(await statusesOf(300, () => fixture.send("203.0.113.7")))).toEqual(new Set([200]));
    expect(new Set(await statusesOf(max - 1, () => fixture.forge("203.0.113.7")))).toEqual(new Set([403]));
    expect(new Set(await statusesOf(100, () => fixture.send("203.0.113.7")))).toEqual(new Set([200]));
  });

  test("are not counted if a handler fails, the event is undecodable, or the event comes twice", async () => {
    const handlers = billingHandlers().on("refund.created", () => Promise.reject(new Error("no")));
    const fixture = open({ handlers });
    expect(new Set(await statusesOf(100, () => fixture.send("203.0.113.7")))).toEqual(new Set([500]));
    const signed = async () => {
      const body = "[1]";
      const headers = await signWebhook({ secret, id: "event", sentAt: fixture.clock.now(), body });
      return fixture.auth.handler(new Request(url, { method: "POST", headers, body }), { ipAddress: "203.0.113.7" });
    };
    expect(new Set(await statusesOf(100, signed))).toEqual(new Set([400]));
  });

  test.each<[string, () => RequestInit, number]>([
    ["without headers", () => ({ headers: {} }), 400],
    [
      "that are too old",
      () => ({
        headers: { "webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": `v1,${"A".repeat(43)}=` },
      }),
      403,
    ],
    ["that are too large", () => ({ body: "x".repeat(1024 * 1024 + 1) }), 413],
  ])("those %s are counted", async (_, init, status) => {
    const fixture = open();
    expect(new Set(await statusesOf(max, () => fixture.send("203.0.113.7", { init: init() })))).toEqual(
      new Set([status]),
    );
    expect((await fixture.send("203.0.113.7", { init: init() })).status).toBe(429);
  });

  test("are rejected without reading the body during a block, if their headers are wrong", async () => {
    const fixture = open();
    await statusesOf(max, () => fixture.forge("203.0.113.7"));
    const body = new ReadableStream({ pull: () => expect.unreachable() }, { highWaterMark: 0 });
    const init = { body, duplex: "half", headers: {} } as RequestInit;
    expect((await fixture.send("203.0.113.7", { init })).status).toBe(429);
  });

  test("emit the block once", async () => {
    const fixture = open();
    await statusesOf(max + 20, () => fixture.forge("203.0.113.7"));
    await fixture.auth.idle();
    const exceeded = fixture.events.filter(({ type }) => type === "rate-limit.exceeded");
    expect(exceeded).toEqual([
      { type: "rate-limit.exceeded", route: "POST /billing/webhook", ipAddress: "203.0.113.7", userAgent: null },
    ]);
  });

  test("are counted by all processes with the same database", async () => {
    const { database } = await import("@keyhold/adapter-memory").then(({ memory }) => ({ database: memory() }));
    const config = { database, rateLimit: { enabled: true, storage: "database" } } as const;
    const [one, other] = [open({ config }), open({ config })];
    await statusesOf(max, () => one.forge("203.0.113.7"));
    expect(await statusesOf(2, () => other.forge("203.0.113.7"))).toEqual([403, 429]);
  });
});

describe("there is no limit", () => {
  test("for clients without an address: one of them could block the provider", async () => {
    const fixture = open();
    expect(new Set(await statusesOf(max + 20, () => fixture.forge()))).toEqual(new Set([403]));
    expect((await fixture.send(undefined)).status).toBe(200);
  });

  test("when rate limits are off", async () => {
    const fixture = open({ config: { rateLimit: { enabled: false, wrongPasswords: false } } });
    expect(new Set(await statusesOf(max + 20, () => fixture.forge("203.0.113.7")))).toEqual(new Set([403]));
  });
});

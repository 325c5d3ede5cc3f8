import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { memory } from "@keyhold/adapter-memory";
import { billing, billingHandlers, webhookEventModel } from "@keyhold/billing";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import type { Database } from "@keyhold/core/adapter";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { refundCreated, refundWire, secret } from "../../../tests/harness/billing/webhook-fixture.ts";

/** Seeded, so that the requests are equal in every run. */
function randomness(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  const pick = <Value>(list: readonly Value[]): Value => list[below(list.length)] as Value;
  const bytes = (length: number): Uint8Array<ArrayBuffer> => Uint8Array.from({ length }, () => below(256));
  return { below, pick, bytes };
}
type Random = ReturnType<typeof randomness>;

/** A request and the expected result. */
interface Shot {
  readonly id: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | string;
  /** `new`: signed, in time, decodable: handled. `signed`: genuine, but not an event for handlers of refunds. */
  readonly is: "forged" | "signed" | "new" | "again";
  readonly method?: string;
}

const text = JSON.stringify;
const strangeValues: readonly unknown[] = [
  null,
  0,
  -0,
  1.5,
  2 ** 53,
  1e308,
  "",
  "\u0000",
  "\ud800",
  "é",
  "x".repeat(5000),
  [],
  {},
  [[[]]],
  true,
  { __proto__: null, toString: 1 },
  "2026-02-30T00:00:00Z",
  "__proto__",
  "constructor",
];

/** A payload with an error, or with a newer part. */
function strangePayload(random: Random): string {
  const data: Record<string, unknown> = { ...refundWire };
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const name = random.pick([...Object.keys(refundWire), "__proto__", "newer_at", "a b", "", "constructor"]);
    if (random.below(4) === 0) delete data[name];
    else Object.defineProperty(data, name, { value: random.pick(strangeValues), enumerable: true, configurable: true });
  }
  const type = random.below(3)
    ? "refund.created"
    : random.pick(["refund.voided", "", "*", "refund.*", ...strangeValues]);
  return random.pick([
    () => text({ type, data }),
    () => text({ data, type, timestamp: random.pick(strangeValues) }),
    () => text({ type: random.pick(["order.paid", "customer.state_changed", "benefit_grant.created"]), data }),
    () => text(random.pick(strangeValues)) ?? "",
    () => `{"type":"refund.created","type":${text(type) ?? "1"},"data":${text(data)}}`,
    () => `{"type":"refund.created","data":${"[".repeat(random.below(2000))}`,
    () => `\ufeff${text(refundCreated)}`,
    () => `${text(refundCreated)}\n\u0000`,
    () => `{"type":"newer.one","data":${"[".repeat(200)}${"]".repeat(200)}}`,
  ])();
}

/** An attacker's possible changes of the headers of a genuine delivery, without the secret. */
const forgedHeaders: readonly ((random: Random, headers: Headers) => void)[] = [
  (random, headers) => headers.delete(random.pick(["webhook-signature", "webhook-id", "webhook-timestamp"])),
  (_, headers) => headers.set("webhook-id", `${headers.get("webhook-id")}x`),
  (_, headers) => headers.append("webhook-id", "another"),
  (_, headers) => headers.append("webhook-timestamp", "1"),
  // Equal signed bytes, cut elsewhere.
  (random, headers) => {
    headers.set("webhook-id", `${headers.get("webhook-id")}.${headers.get("webhook-timestamp")}`);
    headers.set("webhook-timestamp", String(random.below(10)));
  },
  (random, headers) => {
    const later = Number(headers.get("webhook-timestamp")) + 1 + random.below(200);
    headers.set("webhook-timestamp", String(later));
  },
  (random, headers) => {
    const none = ["NaN", "0x1", "1e9", "-1", " ", "9".repeat(12), "0".repeat(11)];
    headers.set("webhook-timestamp", random.pick(none));
  },
  (random, headers) => {
    const signature = headers.get("webhook-signature") ?? "";
    const at = 3 + random.below(42);
    const other = signature[at] === "A" ? "B" : "A";
    headers.set("webhook-signature", `${signature.slice(0, at)}${other}${signature.slice(at + 1)}`);
  },
  (random, headers) => {
    const version = random.pick(["v2,", "v1a,", "V1,", "", "v1", "v1,v1,", "v1, "]);
    headers.set("webhook-signature", (headers.get("webhook-signature") ?? "").replace("v1,", version));
  },
  (random, headers) => {
    const guess = btoa(String.fromCharCode(...random.bytes(32)));
    headers.set("webhook-signature", random.pick(["v1,", "v1,AAAA", ",", "v1,x ".repeat(3000), guess, `v1,${guess}`]));
  },
];

/** And to the body. */
const forgedBodies: readonly ((random: Random, body: string) => string | Uint8Array<ArrayBuffer>)[] = [
  (random, body) => {
    const bytes = new TextEncoder().encode(body);
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    return bytes;
  },
  (random, body) => body.slice(0, random.below(body.length)),
  (random, body) => body + random.pick([" ", "\n", "}", "\u0000"]),
  (_, body) => text(JSON.parse(body), null, 1),
  (random) => random.bytes(random.below(300)),
];

async function shots(random: Random, count: number, now: Date): Promise<readonly Shot[]> {
  const made: Shot[] = [];
  const news: Shot[] = [];
  const sign = async (
    id: string,
    body: string | Uint8Array<ArrayBuffer>,
    more: { secret?: string; sentAt?: Date } = {},
  ) =>
    new Headers(
      await signWebhook({
        secret,
        id,
        sentAt: new Date(now.getTime() + (random.below(599) - 299) * 1000),
        body,
        ...more,
      }),
    );
  for (let index = 0; index < count; index += 1) {
    const id = `${random.pick(["evt", "EVT", "__proto__", "50%_", "'", "a.b.1", '"><', "ev,t"])}-${index}`;
    const body = text({ ...refundCreated, data: { ...refundWire, id, amount: random.below(10_000) } });
    const kind = random.below(10);
    if (kind < 2) {
      const shot: Shot = { id, headers: await sign(id, body), body, is: "new" };
      made.push(shot);
      news.push(shot);
    } else if (kind === 2 && news.length > 0) {
      made.push({ ...random.pick(news), is: "again" });
    } else if (kind === 3) {
      const strange = random.below(3) ? strangePayload(random) : random.bytes(random.below(80));
      made.push({ id, headers: await sign(id, strange), body: strange, is: "signed" });
    } else if (kind === 4) {
      const away = random.pick([-301, 301, 86_400, -1e9]);
      const more = random.below(2) ? { secret: `${secret} ` } : { sentAt: new Date(now.getTime() + away * 1000) };
      made.push({ id, headers: await sign(id, body, more), body, is: "forged" });
    } else if (kind === 5) {
      const headers = await sign(id, body);
      made.push({
        id,
        headers,
        body,
        is: "forged",
        method: random.pick(["PUT", "PATCH", "DELETE", "OPTIONS", "get", "HEAD"]),
      });
    } else {
      const headers = await sign(id, body);
      const isOfHeaders = random.below(3) > 0;
      if (isOfHeaders) random.pick(forgedHeaders)(random, headers);
      const sent = isOfHeaders ? body : random.pick(forgedBodies)(random, body);
      made.push({ id, headers, body: sent, is: "forged" });
    }
    // Headers that the route must ignore.
    const { headers } = made.at(-1) as Shot;
    if (random.below(4) === 0) headers.set("origin", random.pick(["https://evil.example", "null"]));
    if (random.below(4) === 0)
      headers.set("content-type", random.pick(["text/plain", "application/x-www-form-urlencoded"]));
    if (random.below(8) === 0) headers.set("content-encoding", random.pick(["gzip", "br", "x"]));
    if (random.below(8) === 0) headers.set("authorization", "Bearer nobody");
  }
  return made;
}

async function shoot(database: Database, count: number, seed: number, migrate: (schema: never) => Promise<void>) {
  const runs = new Map<string, number>();
  const handlers = billingHandlers()
    .on("refund.created", (_, { id, commit }) => commit(async () => void runs.set(id, (runs.get(id) ?? 0) + 1)))
    .on("*", () => undefined);
  const fixture = createTestAuth({ plugins: [billing({ webhook: { secret, handlers } })], config: { database } });
  await migrate(fixture.auth.schema as never);
  const url = "https://app.example.com/api/auth/billing/webhook";
  const all = await shots(randomness(seed), count, fixture.clock.now());
  const statuses = new Map<string, number>();
  for (let start = 0; start < all.length; start += 20) {
    await Promise.all(
      all.slice(start, start + 20).map(async ({ headers, body, is, method = "POST" }) => {
        const hasBody = !/^(?:get|head)$/i.test(method);
        const response = await fixture.auth.handler(new Request(url, { method, headers, body: hasBody ? body : null }));
        const answer = await response.text();
        expect(response.status, `${is} ${answer}`).toBeLessThan(500);
        if (is === "forged") expect([400, 403, 404, 405], answer).toContain(response.status);
        if (is === "new") expect([200, 409], answer).toContain(response.status);
        if (is === "signed") expect([200, 202, 400], answer).toContain(response.status);
        expect(answer).not.toContain(secret);
        expect(response.headers.getSetCookie()).toEqual([]);
        statuses.set(`${is} ${response.status}`, (statuses.get(`${is} ${response.status}`) ?? 0) + 1);
      }),
    );
  }
  await fixture.auth.idle();
  return { fixture, all, runs, statuses };
}

async function expectOnce({ fixture, all, runs, statuses }: Awaited<ReturnType<typeof shoot>>): Promise<void> {
  const ids = (is: Shot["is"]): ReadonlySet<string> =>
    new Set(all.filter((shot) => shot.is === is).map(({ id }) => id));
  const fresh = ids("new");
  for (const id of fresh) {
    expect(runs.get(id), id).toBe(1);
    expect((await fixture.db.find(webhookEventModel, { eventId: id }))?.status).toBe("handled");
  }
  for (const [id, count] of runs) {
    expect(count, id).toBe(1);
    // A strange payload may happen to be a valid refund.
    expect(fresh.has(id) || ids("signed").has(id), id).toBe(true);
  }
  for (const id of ids("forged")) expect(await fixture.db.exists(webhookEventModel, { eventId: id }), id).toBe(false);
  // An event that cannot be decoded is a warning.
  expect(fixture.logged.filter(({ level }) => level !== "warning")).toEqual([]);
  expect(JSON.stringify(fixture.events)).not.toContain(secret);
  // Every kind of request was among them, with all possible answers.
  const expected = ["forged 400", "forged 403", "forged 405", "signed 202", "signed 400", "new 200", "again 200"];
  expect([...statuses.keys()]).toEqual(expect.arrayContaining(expected));
}

test("of 10,000 requests no forgery is handled, every event is handled once, and no answer is 5xx", async () => {
  await expectOnce(await shoot(memory(), 10_000, 20_261_122, async () => {}));
});

test("the same for 500 requests on a database", async () => {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
  const database = sqlite(join(folder, "test.db"));
  try {
    const migrate = async (schema: never): Promise<void> => (await planMigration(database, schema)).apply();
    await expectOnce(await shoot(database, 500, 7, migrate));
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
});

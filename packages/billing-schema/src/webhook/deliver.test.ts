import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BillingSchemaError } from "../schema/error.js";
import { type DeliverOptions, deliver } from "./deliver.js";
import type { VerifiedDelivery } from "./delivery.js";
import { type WebhookContext, webhookHandlers } from "./handlers.js";
import { memoryWebhookStore } from "./memory-store.js";
import type { WebhookReport } from "./report.js";

const refund = {
  id: "refund-1",
  created_at: "2026-03-14T15:09:26Z",
  modified_at: null,
  metadata: {},
  status: "succeeded",
  reason: "duplicate",
  amount: 1900,
  tax_amount: 361,
  currency: "eur",
  organization_id: "organization-1",
  order_id: "order-1",
  subscription_id: null,
  customer_id: "customer-1",
  revoke_benefits: true,
};

const delivery = (payload: VerifiedDelivery["payload"], id = "evt-1"): VerifiedDelivery => ({
  id,
  sentAt: new Date("2026-03-14T15:09:30Z"),
  payload,
});
const refunded = delivery({ type: "refund.created", data: refund });

const bare = (base: WebhookContext): WebhookContext => base;

type Options = Partial<DeliverOptions<WebhookContext>>;

/** Delivers, and returns the answer with the reports. */
async function delivered(
  what: VerifiedDelivery,
  options: Options,
): Promise<{ readonly status: number; readonly body: unknown; readonly reports: readonly WebhookReport[] }> {
  const reports: WebhookReport[] = [];
  const { status, body } = await deliver(what, {
    handlers: webhookHandlers(),
    contextOf: bare,
    report: (report) => reports.push(report),
    ...options,
  });
  return { status, body, reports };
}

const kinds = (reports: readonly WebhookReport[]): readonly string[] => reports.map(({ kind }) => kind);

const listening = webhookHandlers().on("*", () => undefined);
const refundsOnly = webhookHandlers().on("refund.*", () => undefined);

describe("deliver", () => {
  test("a handler gets the decoded event and the facts about the delivery", async () => {
    const seen: unknown[] = [];
    const handlers = webhookHandlers().on("refund.created", ({ type, data }, context) => {
      seen.push(type, data.createdAt, data.taxAmount, context);
    });
    const { status, body, reports } = await delivered(refunded, { handlers, store: memoryWebhookStore() });
    expect({ status, body }).toEqual({ status: 200, body: { status: "handled" } });
    expect(seen).toEqual([
      "refund.created",
      new Date("2026-03-14T15:09:26Z"),
      361,
      { id: "evt-1", sentAt: refunded.sentAt, attempt: 1, isReplay: false, unknowns: [] },
    ]);
    expect(reports).toEqual([{ kind: "handled", id: "evt-1", type: "refund.created", attempt: 1 }]);
  });

  test("handlers run one after the other", async () => {
    const steps: string[] = [];
    const slow = (name: string) => async () => {
      steps.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      steps.push(`${name} ends`);
    };
    const handlers = webhookHandlers().on("*", slow("first")).on("refund.*", slow("second"));
    await delivered(refunded, { handlers });
    expect(steps).toEqual(["first begins", "first ends", "second begins", "second ends"]);
  });

  test("a known event without a handler is acknowledged, and handled when it comes again and has one", async () => {
    const store = memoryWebhookStore();
    const { status, body } = await delivered(refunded, { store });
    expect({ status, body }).toEqual({ status: 202, body: { status: "unhandled" } });
    expect(store.entries()).toMatchObject([{ settlement: { status: "unhandled" } }]);
    expect((await delivered(refunded, { store, handlers: listening })).body).toEqual({ status: "handled" });
    expect((await delivered(refunded, { store, handlers: listening })).body).toEqual({ status: "duplicate" });
  });

  test("a handled event is not handled again", async () => {
    let runs = 0;
    const options: Options = { handlers: webhookHandlers().on("*", () => ++runs), store: memoryWebhookStore() };
    await delivered(refunded, options);
    const { status, body, reports } = await delivered(refunded, options);
    expect({ status, body, runs }).toEqual({ status: 200, body: { status: "duplicate" }, runs: 1 });
    expect(reports).toEqual([{ kind: "duplicate", id: "evt-1", type: "refund.created" }]);
  });

  test("without a store every delivery runs the handlers", async () => {
    let runs = 0;
    const handlers = webhookHandlers().on("*", () => ++runs);
    await delivered(refunded, { handlers });
    expect((await delivered(refunded, { handlers })).status).toBe(200);
    expect(runs).toBe(2);
  });

  test("one of sixteen concurrent deliveries runs the handlers and the others get 409 with Retry-After", async () => {
    let runs = 0;
    const handlers = webhookHandlers().on("*", () => ++runs);
    const store = memoryWebhookStore();
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => deliver(refunded, { handlers, store, contextOf: bare })),
    );
    expect(runs).toBe(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const waiting = answers.filter(({ status }) => status === 409);
    expect(waiting).toHaveLength(15);
    for (const { headers, body } of waiting) {
      expect(headers["retry-after"]).toBe("60");
      expect(body).toMatchObject({ error: { code: "WEBHOOK_BUSY" } });
    }
  });

  test("additions of a newer version of the provider's API are reported and passed to the handler", async () => {
    const seen: unknown[] = [];
    const newer = delivery({ type: "refund.created", data: { ...refund, status: "under_review" } });
    const handlers = webhookHandlers().on("refund.*", (_, { unknowns }) => seen.push(unknowns));
    const { status, reports } = await delivered(newer, { handlers });
    const unknowns = [{ kind: "value", path: ["data", "status"] }];
    expect(status).toBe(200);
    expect(seen).toEqual([unknowns]);
    expect(reports[0]).toEqual({ kind: "drift", id: "evt-1", type: "refund.created", unknowns });
  });

  test("an event of an unknown type goes to the handlers of *", async () => {
    const seen: string[] = [];
    const handlers = webhookHandlers().on("*", ({ type }) => seen.push(String(type)));
    const { status, body, reports } = await delivered(delivery({ type: "seat.claimed", data: {} }), { handlers });
    expect({ status, body, seen }).toEqual({ status: 200, body: { status: "handled" }, seen: ["seat.claimed"] });
    expect(reports[0]).toEqual({ kind: "unknown", id: "evt-1", type: "seat.claimed", hasHandler: true });
  });

  test("an event of an unknown type without a handler is accepted, reported and kept as unhandled", async () => {
    const store = memoryWebhookStore();
    const { status, body, reports } = await delivered(delivery({ type: "seat.claimed" }), { store });
    expect({ status, body }).toEqual({ status: 202, body: { status: "unhandled" } });
    expect(reports).toEqual([{ kind: "unknown", id: "evt-1", type: "seat.claimed", hasHandler: false }]);
    expect(store.entries()).toMatchObject([{ type: "seat.claimed", settlement: { status: "unhandled" } }]);
  });

  test("an undecodable event is accepted and kept with the reason, and no handler runs", async () => {
    let runs = 0;
    const store = memoryWebhookStore();
    const options: Options = { handlers: webhookHandlers().on("*", () => ++runs), store };
    const broken = delivery({ type: "refund.created", data: { ...refund, amount: "19.00" } });
    const { status, body, reports } = await delivered(broken, options);
    expect({ status, body, runs }).toEqual({ status: 202, body: { status: "undecodable" }, runs: 0 });
    expect(reports).toMatchObject([{ kind: "undecodable", error: { code: "BILLING_SCHEMA_MISMATCH" } }]);
    const [entry] = store.entries();
    expect(entry?.settlement?.status).toBe("undecodable");
    expect(JSON.stringify(entry?.settlement)).toContain("data.amount");
  });

  test("an event that the check rejects is undecodable, and one that it lets pass is handled", async () => {
    const runs: string[] = [];
    const options: Options = {
      handlers: webhookHandlers().on("*", ({ type }) => runs.push(String(type))),
      check: ({ type }) =>
        type === "refund.created"
          ? new BillingSchemaError("refund.created", [{ path: ["row"], message: "is no" }])
          : null,
    };
    expect(await delivered(refunded, options)).toMatchObject({
      status: 202,
      body: { status: "undecodable" },
      reports: [{ kind: "undecodable", error: { message: "refund.created: row is no." } }],
    });
    const other = delivery({ type: "refund.updated", data: refund }, "evt-2");
    expect(await delivered(other, options)).toMatchObject({ status: 200 });
    expect(runs).toEqual(["refund.updated"]);
  });

  test("with undecodable: refuse an undecodable event is answered 400, and decoded again at each delivery", async () => {
    const options: Options = { undecodable: "refuse", store: memoryWebhookStore() };
    for (const attempt of [1, 2]) {
      const { status, body } = await delivered(delivery({ type: "refund.created" }), options);
      expect({ attempt, status, body }).toMatchObject({
        status: 400,
        body: { error: { code: "WEBHOOK_UNDECODABLE" } },
      });
    }
  });

  const strange: Readonly<Record<string, VerifiedDelivery["payload"]>> = {
    "an empty object": {},
    "null for a type": { type: null },
    "a number for a type": { type: 7, data: {} },
    "a list for a type": { type: ["refund.created"], data: refund },
    "an object for a type": { type: { toString: "refund.created" } },
    "__proto__ for a type": { type: "__proto__", data: refund },
    "constructor for a type": { type: "constructor" },
    "hasOwnProperty for a type": { type: "hasOwnProperty", data: null },
    "no letters for a type": { type: "" },
    "100,000 letters for a type": { type: "x".repeat(100_000) },
    "a NUL in the type": { type: "refund.created\u0000", data: refund },
    "a list for data": { type: "refund.created", data: [] },
    "names that are none in metadata": {
      type: "refund.created",
      data: { ...refund, metadata: JSON.parse('{"__proto__":{"\\u0000":1},"\\u0000":[]}') },
    },
    "a name of 5000 letters in metadata": {
      type: "refund.created",
      data: { ...refund, metadata: { ["x".repeat(5000)]: [] } },
    },
    "its fields in __proto__": JSON.parse('{"__proto__":{"type":"refund.created"}}'),
    "4000 levels of a known type": JSON.parse(
      `{"type":"refund.created","data":${'{"a":['.repeat(2000)}1${"]}".repeat(2000)}}`,
    ),
    "5000 levels of a newer type": JSON.parse(`{"type":"newer.one","data":${"[".repeat(5000)}${"]".repeat(5000)}}`),
    "a timestamp that is none": { type: "refund.created", timestamp: "yesterday", data: refund },
    "a number for the timestamp of a newer type": { type: "newer.one", timestamp: 7 },
  };

  test.each(Object.keys(strange))(
    "a payload with %s is accepted and no handler of a known type gets it",
    async (name) => {
      let runs = 0;
      const handlers = webhookHandlers().on("refund.*", () => ++runs);
      const store = memoryWebhookStore();
      const { status, reports } = await delivered(delivery(strange[name]!), { handlers, store });
      expect(status).toBe(202);
      expect(runs).toBe(0);
      const [entry] = store.entries();
      expect(entry?.type).toMatch(/^[\w.:-]{0,100}$/);
      // Postgres takes no NUL, and the column is not endless.
      expect(JSON.stringify(entry?.settlement)).not.toContain("\\u0000");
      expect(JSON.stringify(entry?.settlement).length).toBeLessThan(1100);
      expect(kinds(reports)).toHaveLength(1);
    },
  );

  test("every answer forbids caches to keep it", async () => {
    const { headers } = await deliver(refunded, { handlers: webhookHandlers(), contextOf: bare });
    expect(headers).toEqual({ "content-type": "application/json", "cache-control": "no-store" });
  });
});

describe("a failing handler", () => {
  test("is tried again with the next delivery, and those before it are not", async () => {
    const runs: string[] = [];
    const contexts: WebhookContext[] = [];
    const store = memoryWebhookStore();
    const handlers = webhookHandlers()
      .on("*", () => runs.push("first"))
      .on("refund.created", (_, context) => {
        runs.push("second");
        contexts.push(context);
        if (context.attempt < 3) throw new Error("the mail server is away");
      })
      .on("refund.*", () => runs.push("third"));

    const first = await delivered(refunded, { handlers, store });
    expect(first.status).toBe(500);
    expect(JSON.stringify(first.body)).not.toContain("mail");
    expect(first.body).toMatchObject({ error: { code: "WEBHOOK_HANDLER_FAILED" } });
    expect(first.reports).toMatchObject([{ kind: "failed", handler: "refund.created#1", type: "refund.created" }]);
    expect(store.entries()).toMatchObject([
      { done: new Set(["*#1"]), settlement: { status: "failed", error: "Error: the mail server is away" } },
    ]);
    expect((await delivered(refunded, { handlers, store })).status).toBe(500);
    expect((await delivered(refunded, { handlers, store })).status).toBe(200);
    expect(runs).toEqual(["first", "second", "second", "second", "third"]);
    expect(contexts.map(({ attempt, isReplay }) => [attempt, isReplay])).toEqual([
      [1, false],
      [2, true],
      [3, true],
    ]);
    expect((await delivered(refunded, { handlers, store })).body).toEqual({ status: "duplicate" });
  });

  test.each([
    ["nothing", undefined],
    ["a text", "no"],
    ["an error whose name is a symbol", Object.assign(new Error("x"), { name: Symbol("no") })],
    ["an object without a prototype", Object.create(null)],
    ["an error whose message throws", Object.defineProperty(new Error("x"), "message", { get: () => JSON.parse("") })],
  ])("fails the delivery with %s thrown", async (_, thrown) => {
    const handlers = webhookHandlers().on("*", async () => {
      throw thrown;
    });
    const store = memoryWebhookStore();
    const { status, reports } = await delivered(refunded, { handlers, store });
    expect(status).toBe(500);
    expect(reports).toMatchObject([{ kind: "failed", handler: "*#1" }]);
    expect(store.entries()).toMatchObject([{ settlement: { status: "failed" } }]);
  });

  test("fails the delivery without a store too", async () => {
    const handlers = webhookHandlers().on("*", () => Promise.reject(new Error("no")));
    expect((await delivered(refunded, { handlers })).status).toBe(500);
  });
});

describe("the context", () => {
  test("is made for each handler, with the claim, the handler's name and whether it is the last", async () => {
    const made: unknown[] = [];
    const seen: string[] = [];
    interface AppContext extends WebhookContext {
      readonly tenant: string;
    }
    const tell = (_: unknown, { tenant }: AppContext): unknown => seen.push(tenant);
    await deliver(refunded, {
      handlers: webhookHandlers<AppContext>().on("*", tell).on("refund.*", tell),
      store: memoryWebhookStore(),
      contextOf: async (base, { lease, attempt }, handler) => {
        made.push([typeof lease, attempt, handler]);
        return { ...base, tenant: "acme" };
      },
    });
    expect(made).toEqual([
      ["string", 1, { name: "*#1", isLast: false }],
      ["string", 1, { name: "refund.*#1", isLast: true }],
    ]);
    expect(seen).toEqual(["acme", "acme"]);
  });

  test("fails the delivery when it cannot be made, and the next one may try at once", async () => {
    const store = memoryWebhookStore();
    const handlers = webhookHandlers().on("*", () => undefined);
    const contextOf = (): never => {
      throw new Error("no database");
    };
    const { status, reports } = await delivered(refunded, { handlers, store, contextOf });
    expect(status).toBe(500);
    expect(reports).toMatchObject([{ kind: "failed", handler: null }]);
    expect((await delivered(refunded, { handlers, store })).status).toBe(200);
  });
});

describe("a failing report", () => {
  const away: readonly [string, () => unknown][] = [
    ["throws", () => JSON.parse("")],
    ["rejects", () => Promise.reject(new Error("the tracker is away"))],
  ];
  test.each(away)("does not change the answer when it %s", async (_, report) => {
    const store = memoryWebhookStore();
    for (const [what, status] of [
      [refunded, 200],
      [refunded, 200],
      [delivery({ type: "seat.claimed" }, "evt-2"), 202],
      [delivery({ type: "refund.created" }, "evt-3"), 202],
    ] as const) {
      expect((await delivered(what, { handlers: refundsOnly, store, report })).status).toBe(status);
    }
  });
});

describe("the lease", () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 2, 14) }));
  afterEach(() => void vi.useRealTimers());

  const lasting = (seconds: number) => () => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

  test("is kept for as long as handlers run", async () => {
    const store = memoryWebhookStore();
    const answer = delivered(refunded, { handlers: webhookHandlers().on("*", lasting(500)), store });
    for (let second = 0; second < 490; second += 10) {
      await vi.advanceTimersByTimeAsync(10_000);
      expect((await store.claim({ id: "evt-1", type: "", leaseSeconds: 1 })).outcome).toBe("busy");
    }
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await answer).body).toEqual({ status: "handled" });
  });

  test.each([
    ["a handler that comes to its end", () => undefined],
    ["a handler that throws", () => JSON.parse("")],
  ])("leaves no timer behind after %s", async (_, handler) => {
    await delivered(refunded, { handlers: webhookHandlers().on("*", handler), store: memoryWebhookStore() });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("of a crashed process ends, and the next delivery runs the remaining handlers", async () => {
    const store = memoryWebhookStore();
    const runs: string[] = [];
    const attempts: number[] = [];
    const handlers = webhookHandlers()
      .on("*", () => runs.push("first"))
      .on("*", (_, { attempt }) => {
        runs.push("second");
        attempts.push(attempt);
      });
    // The state after a crash between the first and the second handler.
    const dead = await store.claim({ id: "evt-1", type: "refund.created", leaseSeconds: 60 });
    if (dead.outcome === "claimed") await store.markDone(dead.claim, "*#1");

    await vi.advanceTimersByTimeAsync(59_000);
    expect((await delivered(refunded, { handlers, store })).status).toBe(409);
    await vi.advanceTimersByTimeAsync(1000);
    expect((await delivered(refunded, { handlers, store })).body).toEqual({ status: "handled" });
    expect({ runs, attempts }).toEqual({ runs: ["second"], attempts: [2] });
  });

  test("of a hanging handler ends after an hour, and the next delivery gets the event", async () => {
    const store = memoryWebhookStore();
    const answer = delivered(refunded, { handlers: webhookHandlers().on("*", lasting(5 * 3600)), store });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect((await store.claim({ id: "evt-1", type: "", leaseSeconds: 1 })).outcome).toBe("busy");
    await vi.advanceTimersByTimeAsync(61_000);
    expect((await delivered(refunded, { handlers: listening, store })).body).toEqual({ status: "handled" });
    await vi.advanceTimersByTimeAsync(5 * 3_600_000);
    expect((await answer).body).toMatchObject({ error: { code: "WEBHOOK_LEASE_LOST" } });
  });

  test("may be a day and no longer", async () => {
    expect((await delivered(refunded, { leaseSeconds: 86_400 })).status).toBe(202);
    expect((await delivered(refunded, { leaseSeconds: 86_401 })).status).toBe(500);
  });

  test("of another delivery is answered in whole seconds, also if the store has fractions", async () => {
    for (const [retryAfterSeconds, told] of [
      [0, "1"],
      [1.2, "2"],
    ] as const) {
      const store = { ...memoryWebhookStore(), claim: async () => ({ outcome: "busy", retryAfterSeconds }) as const };
      const { headers } = await deliver(refunded, { handlers: webhookHandlers(), contextOf: bare, store });
      expect(headers["retry-after"]).toBe(told);
    }
  });

  test("when lost stops further handlers, even though the running one comes to its end", async () => {
    const store = memoryWebhookStore();
    let later = 0;
    const handlers = webhookHandlers()
      .on("*", lasting(100))
      .on("*", () => ++later);
    // A store that fails at renewals.
    const cut = { ...store, renew: () => Promise.reject(new Error("the database is away")) };
    const answer = delivered(refunded, { handlers, store: cut });
    await vi.advanceTimersByTimeAsync(61_000);
    const other = await store.claim({ id: "evt-1", type: "", leaseSeconds: 60 });
    expect(other).toMatchObject({ outcome: "claimed", claim: { attempt: 2 } });
    await vi.advanceTimersByTimeAsync(40_000);
    const { status, body, reports } = await answer;
    expect({ status, body }).toMatchObject({ status: 409, body: { error: { code: "WEBHOOK_LEASE_LOST" } } });
    expect(later).toBe(0);
    expect(kinds(reports)).toEqual(["unrenewed", "unrenewed", "unrenewed", "lost"]);
    expect(store.entries()).toMatchObject([{ done: new Set(), settlement: null, attempts: 2 }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("when a renewal finds it lost stops before the next handler", async () => {
    const store = memoryWebhookStore();
    let later = 0;
    const marks: string[] = [];
    const handlers = webhookHandlers()
      .on("*", lasting(40))
      .on("*", () => ++later);
    const taken = {
      ...store,
      renew: async () => false,
      markDone: async (_: unknown, name: string) => !!marks.push(name),
    };
    const answer = delivered(refunded, { handlers, store: taken });
    await vi.advanceTimersByTimeAsync(40_000);
    expect((await answer).status).toBe(409);
    expect({ later, marks }).toEqual({ later: 0, marks: ["*#1"] });
  });

  test("when lost at the very end is answered 409, because another delivery is handling the event", async () => {
    const store = { ...memoryWebhookStore(), settle: async () => false };
    for (const what of [refunded, delivery({ type: "refund.created" }, "evt-2")]) {
      const { status, reports } = await delivered(what, { store });
      expect(status).toBe(409);
      expect(kinds(reports)).toContain("lost");
    }
  });

  test.each(["resolves", "rejects"])("is unchanged by a renewal that %s after the end", async (how) => {
    const renewal = Promise.withResolvers<boolean>();
    const store = { ...memoryWebhookStore(), renew: () => renewal.promise };
    const answer = delivered(refunded, { handlers: webhookHandlers().on("*", lasting(40)), store });
    await vi.advanceTimersByTimeAsync(40_000);
    const { status, reports } = await answer;
    if (how === "resolves") renewal.resolve(true);
    else renewal.reject(new Error("the database is away"));
    await vi.advanceTimersByTimeAsync(0);
    expect(status).toBe(200);
    expect(kinds(reports)).toEqual(["handled"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 86_401])(
    "cannot be %j seconds long: the delivery fails with a report",
    async (leaseSeconds) => {
      const { status, reports } = await delivered(refunded, { leaseSeconds });
      expect(status).toBe(500);
      expect(reports).toMatchObject([{ kind: "failed", handler: null, error: { name: "RangeError" } }]);
    },
  );
});

describe("a failing store", () => {
  const away = (): never => {
    throw new Error("postgres://app:hunter2@db is away");
  };
  test.each(["claim", "markDone", "settle"] as const)("in %s is answered with 500, without details", async (verb) => {
    const store = { ...memoryWebhookStore(), [verb]: away };
    // The first of two handlers is marked as done, and the last is settled with the event.
    const handlers = webhookHandlers()
      .on("*", () => undefined)
      .on("refund.*", () => undefined);
    const { status, body, reports } = await delivered(refunded, { handlers, store });
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain("hunter2");
    expect(reports).toMatchObject([
      { kind: "failed", handler: null, error: { message: expect.stringContaining("away") } },
    ]);
  });
});

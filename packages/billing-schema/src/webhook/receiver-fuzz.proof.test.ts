import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { webhookHandlers } from "./handlers.js";
import { memoryWebhookStore } from "./memory-store.js";
import { webhookReceiver } from "./receiver.js";
import { signWebhook } from "./signer.js";

const secret = "whsec_dHdlbnR5IGZvdXIgZHJvcHMgb2YgaW5r";
const sentAt = new Date("2026-03-14T15:09:26Z");

const customer = {
  id: "customer-1",
  created_at: "2026-03-14T15:09:25.123456+01:00",
  modified_at: null,
  metadata: { shelf_no: 7, plan: "gold" },
  external_id: null,
  email: "ada@example.com",
  email_verified: true,
  name: "Ada",
  billing_address: {
    line1: "1 Main St",
    line2: null,
    postal_code: "10115",
    city: "Berlin",
    state: null,
    country: "DE",
  },
  tax_id: ["DE123456789", "eu_vat"],
  organization_id: "organization-1",
  deleted_at: null,
  avatar_url: "https://example.com/ada.png",
};
const refund = {
  id: "refund-1",
  created_at: "2026-03-14T15:09:26Z",
  modified_at: "2026-03-14T15:09:27Z",
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

const genuine = fc
  .constantFrom(
    { type: "customer.created", data: customer },
    { type: "customer.deleted", timestamp: "2026-03-14T15:09:26Z", data: customer },
    { type: "refund.updated", timestamp: "2026-03-14T15:09:26Z", api_version: "2026-04", data: refund },
    { type: "seat.claimed", data: { seats: [1, 2] } },
  )
  .map((payload) => JSON.stringify(payload));

/** Makes a request of a body; `isForgery` is false if the result is signed with the secret, unchanged and in time. */
interface Forged {
  readonly request: (body: string, id: string) => Promise<Request>;
  readonly isForgery: boolean;
}

interface Parts {
  readonly headers: Headers;
  readonly body: BodyInit | null;
  readonly method: string;
}

async function signed(body: string | Uint8Array, id: string, key = secret, at = sentAt): Promise<Headers> {
  return new Headers(await signWebhook({ secret: key, id, sentAt: at, body }));
}

const made = ({ headers, body, method }: Parts): Request =>
  new Request("https://app.example/webhook", { method, headers, body, duplex: "half" } as RequestInit);

function forgery(change: (body: string, id: string) => Promise<Partial<Parts>>): Forged {
  return {
    isForgery: true,
    request: async (body, id) =>
      made({ method: "POST", headers: await signed(body, id), body, ...(await change(body, id)) }),
  };
}

/** A character of a header's value; each character changes the signed text or the signature. */
const odd = fc.constantFrom("0", "a", "Z", "+", "/", "=", ".", ",", " x", "é", "{", "v1,");

const headerForgeries = fc.oneof(
  fc
    .record({
      name: fc.constantFrom("webhook-id", "webhook-timestamp", "webhook-signature"),
      at: fc.nat(40),
      by: odd,
    })
    .map(({ name, at, by }) =>
      forgery(async (body, id) => {
        const headers = await signed(body, id);
        const value = headers.get(name) ?? "";
        const place = at % (value.length - 2);
        const changed = value.slice(0, place) + by + value.slice(place + 1);
        headers.set(name, changed === value ? `${value.slice(0, 5)}Q${value.slice(6)}9` : changed);
        return { headers };
      }),
    ),
  fc.constantFrom("webhook-id", "webhook-timestamp", "webhook-signature").map((name) =>
    forgery(async (body, id) => {
      const headers = await signed(body, id);
      headers.delete(name);
      return { headers };
    }),
  ),
  fc
    .array(fc.tuple(fc.constantFrom("v1", "v1a", "v2", "", "V1"), fc.string({ unit: "grapheme-ascii", maxLength: 60 })))
    .map((list) =>
      forgery(async (body, id) => {
        const headers = await signed(body, id);
        headers.set(
          "webhook-signature",
          list.map(([version, text]) => `${version},${text.replace(/[\r\n]/g, "")}`).join(" "),
        );
        return { headers };
      }),
    ),
  fc
    .constantFrom("", " ", "abc", "-1", "1e9", "0x6", "99999999999", "999999999999999", "NaN", "1773500966.5", "٣")
    .map((timestamp) =>
      forgery(async (body, id) => {
        const headers = await signed(body, id);
        headers.set("webhook-timestamp", encodeURIComponent(timestamp).replace(/%20/g, " "));
        return { headers };
      }),
    ),
  fc.oneof(fc.integer({ min: 301, max: 1e9 }), fc.integer({ min: -1e9, max: -301 })).map((seconds) =>
    forgery(async (body, id) => ({
      headers: await signed(body, id, secret, new Date(sentAt.getTime() - seconds * 1000)),
    })),
  ),
  fc
    .string({ minLength: 1 })
    .map((other) => forgery(async (body, id) => ({ headers: await signed(body, id, `another ${other}`) }))),
);

const bodyForgeries = fc.oneof(
  fc.record({ at: fc.nat(), flip: fc.integer({ min: 1, max: 255 }) }).map(({ at, flip }) =>
    forgery(async (body) => {
      const bytes = new TextEncoder().encode(body);
      const place = at % bytes.length;
      bytes[place] = (bytes[place] ?? 0) ^ flip;
      return { body: bytes };
    }),
  ),
  fc
    .record({ before: fc.string(), after: fc.string(), cut: fc.nat(20) })
    .map(({ before, after, cut }) =>
      forgery(async (body) => ({ body: `${before}${body.slice(0, body.length - cut)}${after}x` })),
    ),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => forgery(async () => ({ body: new Uint8Array(bytes) }))),
  fc.constantFrom(" ", "\n", "\uFEFF").map((space) => forgery(async (body) => ({ body: space + body }))),
  fc.constantFrom(null, "").map((empty) => forgery(async () => ({ body: empty }))),
  fc.constant(
    // Parsed and written again, as a body parser on the way does.
    forgery(async (body) => ({ body: JSON.stringify(JSON.parse(body), null, 1) })),
  ),
);

const methodForgeries = fc
  .constantFrom("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "QUERY", "POSTS")
  .map((method) => forgery(async (body) => ({ method, body: method === "GET" || method === "HEAD" ? null : body })));

const streams = fc
  .record({
    pieces: fc.array(fc.nat(400), { maxLength: 5 }),
    end: fc.constantFrom("closes", "breaks", "never ends"),
    length: fc.constantFrom(null, "0", "3", "-1", "x", "99999999", "1048577"),
  })
  .map(({ pieces, end, length }): Forged => {
    const request = async (body: string, id: string): Promise<Request> => {
      const bytes = new TextEncoder().encode(body);
      const cuts = [0, ...pieces.toSorted((one, other) => one - other), bytes.length];
      const chunks = cuts.slice(1).map((cut, index) => bytes.slice(cuts[index], cut));
      const stream = new ReadableStream({
        pull(controller) {
          const chunk = chunks.shift();
          if (chunk) controller.enqueue(chunk);
          else if (end === "closes") controller.close();
          else if (end === "breaks") controller.error(new Error("reset"));
          else controller.enqueue(new Uint8Array(65_536));
        },
      });
      const headers = await signed(body, id);
      if (length !== null) headers.set("content-length", length);
      return made({ method: "POST", headers, body: stream });
    };
    return { isForgery: end !== "closes", request };
  });

/** A valid signature over an invalid body. */
const honest = (body: (genuine: string) => string | Uint8Array): Forged => ({
  isForgery: false,
  request: async (given, id) => {
    const content = body(given);
    return made({ method: "POST", headers: await signed(content, id), body: content as BodyInit });
  },
});

const strangeValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, "", -1, 1e308, 0.1, 2 ** 60, [], {}, "\u0000", "\uD800", "2026-13-45T25:61:61Z", [
    [[]],
  ]),
  fc.constantFrom<unknown>("__proto__", "constructor", "order.paid", "customer.state_changed", "order.*", "*"),
);

/** Sets or deletes a value at a place of a payload. */
function mutated(text: string, steps: readonly number[], value: unknown, action: "set" | "delete" | "add"): string {
  const payload: unknown = JSON.parse(text);
  let place: unknown = payload;
  for (const [level, step] of steps.entries()) {
    if (typeof place !== "object" || place === null) break;
    const names = Object.keys(place);
    const name = names[step % Math.max(1, names.length)] ?? "nothing";
    const below: unknown = Reflect.get(place, name);
    if (level < steps.length - 1 && typeof below === "object" && below !== null) {
      place = below;
      continue;
    }
    if (action === "delete") Reflect.deleteProperty(place, name);
    else
      Object.defineProperty(place, action === "set" ? name : `__${name}`, {
        value,
        enumerable: true,
        configurable: true,
      });
    break;
  }
  return JSON.stringify(payload);
}

const honestMutations = fc.oneof(
  fc
    .record({
      steps: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
      value: strangeValue,
      action: fc.constantFrom("set" as const, "delete" as const, "add" as const),
    })
    .map(({ steps, value, action }) => honest((body) => mutated(body, steps, value, action))),
  fc.json({ maxDepth: 5 }).map((json) => honest(() => json)),
  fc
    .record({ type: strangeValue, data: strangeValue, timestamp: strangeValue })
    .map((payload) => honest(() => JSON.stringify(payload))),
  fc.uint8Array({ maxLength: 100 }).map((bytes) => honest(() => new Uint8Array(bytes))),
  fc
    .integer({ min: 1, max: 3000 })
    .map((depth) => honest(() => `{"type":"x.y","data":${"[".repeat(depth)}${"]".repeat(depth)}}`)),
  fc
    .string()
    .map((name) =>
      honest((body) => body.replace('"metadata":{', `"metadata":{${JSON.stringify(name)}:1,"__proto__":{"type":1},`)),
    ),
  fc.nat().map((at) => honest((body) => body.slice(0, at % body.length))),
  fc.constant(honest((body) => body)),
);

const attempts = fc.oneof(
  { weight: 4, arbitrary: headerForgeries },
  { weight: 3, arbitrary: bodyForgeries },
  { weight: 1, arbitrary: methodForgeries },
  { weight: 1, arbitrary: streams },
  { weight: 5, arbitrary: honestMutations },
);

describe("10,000 random and mutated requests", () => {
  test("are all answered below 500, and no forgery runs a handler", { timeout: 120_000 }, async () => {
    const ran = new Set<string>();
    const receiver = webhookReceiver({
      secret,
      now: () => sentAt.getTime(),
      store: memoryWebhookStore({ now: () => sentAt.getTime() }),
      handlers: webhookHandlers().on("*", (_, { id }) => ran.add(id)),
    });
    const answered = new Map<number, number>();
    let number = 0;
    await fc.assert(
      fc.asyncProperty(genuine, attempts, async (body, { request, isForgery }) => {
        const id = `evt-${++number}`;
        const before = ran.size;
        const response = await receiver(await request(body, id));
        answered.set(response.status, (answered.get(response.status) ?? 0) + 1);
        const answer: unknown = JSON.parse(await response.text());
        const isAccepted = response.status < 300;
        const found = {
          isBelow500: response.status < 500,
          cache: response.headers.get("cache-control"),
          says: Object.keys(answer as object),
          isForgeryTaken: isForgery && (isAccepted || ran.size > before),
        };
        const says = [isAccepted ? "status" : "error"];
        expect(found).toEqual({ isBelow500: true, cache: "no-store", says, isForgeryTaken: false });
      }),
      { numRuns: 10_000, seed: 20_260_314, endOnFailure: true },
    );
    // If all were rejected, or all accepted, the run would prove little.
    for (const status of [200, 202, 400, 403, 405, 413]) {
      expect([status, (answered.get(status) ?? 0) > 50]).toEqual([status, true]);
    }
  });
});

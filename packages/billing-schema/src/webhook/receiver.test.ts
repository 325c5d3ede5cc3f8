import { afterEach, describe, expect, test, vi } from "vitest";
import { type WebhookContext, webhookHandlers } from "./handlers.js";
import { memoryWebhookStore } from "./memory-store.js";
import { receive } from "./receive.js";
import { type ReceiverOptions, webhookReceiver } from "./receiver.js";
import type { WebhookReport } from "./report.js";
import { signWebhook } from "./signer.js";
import { webhookVerifier } from "./verifier.js";

const secret = "polar_whs_kQ3v0Zb6R1nT8yLwM5xJ2cDs";
const url = "https://app.example/api/billing/webhook";
const sentAt = new Date("2026-03-14T15:09:26Z");
const now = (): number => sentAt.getTime() + 2000;

const body = JSON.stringify({
  type: "customer.created",
  data: {
    id: "customer-1",
    created_at: "2026-03-14T15:09:25.123456Z",
    modified_at: null,
    metadata: { shelf_no: 7 },
    external_id: "user-1",
    email: "ada@example.com",
    email_verified: true,
    name: "Ada",
    billing_address: null,
    tax_id: null,
    organization_id: "organization-1",
    deleted_at: null,
    avatar_url: "https://example.com/ada.png",
  },
});

type Parts = {
  readonly method?: string;
  readonly body?: BodyInit;
  readonly headers?: HeadersInit;
  readonly id?: string;
};

async function request(parts: Parts = {}): Promise<Request> {
  const given = parts.body ?? body;
  const signed = await signWebhook({
    secret,
    id: parts.id ?? "evt-1",
    sentAt,
    body: typeof given === "string" ? given : body,
  });
  const headers = new Headers(signed);
  for (const [name, value] of new Headers(parts.headers)) headers.set(name, value);
  return new Request(url, { method: parts.method ?? "POST", headers, body: given, duplex: "half" } as RequestInit);
}

/** A receiver, the handled ids and the reports. */
function receiving(options: Partial<ReceiverOptions> = {}) {
  const ids: string[] = [];
  const reports: WebhookReport[] = [];
  const handlers = webhookHandlers().on("*", (_, { id }) => ids.push(id));
  const report = (about: WebhookReport): unknown => reports.push(about);
  return { ids, reports, receiver: webhookReceiver({ secret, handlers, now, report, ...options }) };
}

function streamOf(chunks: readonly unknown[], end: "closes" | "breaks" | "never ends" = "closes"): ReadableStream {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      if (next < chunks.length) controller.enqueue(chunks[next++]);
      else if (end === "closes") controller.close();
      else if (end === "breaks") controller.error(new Error("the connection was reset"));
      else controller.enqueue(new Uint8Array(1000));
    },
  });
}

describe("webhookReceiver", () => {
  test("a signed request runs the handlers and is answered with uncached JSON", async () => {
    const { receiver, ids } = receiving();
    const response = await receiver(await request());
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({ status: "handled" });
    expect(ids).toEqual(["evt-1"]);
  });

  test("with a store the second delivery of an event is a duplicate", async () => {
    const { receiver, ids } = receiving({ store: memoryWebhookStore({ now }) });
    await receiver(await request());
    expect(await (await receiver(await request())).json()).toEqual({ status: "duplicate" });
    expect(ids).toEqual(["evt-1"]);
  });

  test("a request signed with another secret is rejected with 403, and the reason is reported", async () => {
    const { receiver, ids, reports } = receiving({ secret: "polar_whs_another00000000000000000" });
    const response = await receiver(await request());
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: "WEBHOOK_SIGNATURE_MISMATCH" } });
    expect(reports).toMatchObject([{ kind: "rejected", error: { code: "WEBHOOK_SIGNATURE_MISMATCH" } }]);
    expect(ids).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, string>>, number]>([
    ["without headers", {}, 400],
    ["that is too old", { "webhook-timestamp": "1" }, 403],
    ["with an id that is none", { "webhook-id": "a b" }, 400],
    ["without a v1 signature", { "webhook-signature": "v2,x" }, 403],
  ])("a request %s is refused before its body is read", async (_, changes, status) => {
    const { receiver, reports } = receiving();
    const { headers } = await request();
    const body = new ReadableStream({ pull: () => expect.unreachable() }, { highWaterMark: 0 });
    const sent = { method: "POST", headers: changes["webhook-id"] === undefined && status === 400 ? {} : headers };
    const init = { ...sent, headers: { ...Object.fromEntries(new Headers(sent.headers)), ...changes }, body };
    const response = await receiver(new Request("https://app.example/", { ...init, duplex: "half" } as RequestInit));
    expect(response.status).toBe(status);
    expect(reports).toMatchObject([{ kind: "rejected" }]);
  });

  test("the tolerance and several secrets are the verifier's", async () => {
    const late = receiving({ toleranceSeconds: 1 });
    expect((await late.receiver(await request())).status).toBe(403);
    const rotated = receiving({ secret: ["polar_whs_another00000000000000000", secret] });
    expect((await rotated.receiver(await request())).status).toBe(200);
  });

  test.each(["PUT", "PATCH", "DELETE", "QUERY", "post-"])(
    "the method %s is answered with 405 and POST",
    async (method) => {
      const { receiver, ids } = receiving();
      const response = await receiver(await request({ method }));
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("POST");
      expect(await response.json()).toMatchObject({ error: { code: "WEBHOOK_METHOD_NOT_ALLOWED" } });
      expect(ids).toEqual([]);
    },
  );

  test.each(["GET", "HEAD", "OPTIONS"])("the method %s, without a body, too", async (method) => {
    expect((await receiving().receiver(new Request(url, { method }))).status).toBe(405);
  });

  test("a request without headers and body is rejected with 400", async () => {
    expect((await receiving().receiver(new Request(url, { method: "POST" }))).status).toBe(400);
  });

  test("a failed handler is answered with 500, without its error", async () => {
    const handlers = webhookHandlers().on("customer.created", () => {
      throw new Error("hunter2");
    });
    const { receiver, reports } = receiving({ handlers });
    const response = await receiver(await request());
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ error: { code: "WEBHOOK_HANDLER_FAILED" } });
    expect(text).not.toContain("hunter2");
    expect(reports).toMatchObject([{ kind: "failed", error: { message: "hunter2" } }]);
  });

  test("handlers can have a context of the app's own", async () => {
    const seen: string[] = [];
    interface AppContext extends WebhookContext {
      readonly tenant: string;
    }
    const receiver = webhookReceiver({
      secret,
      now,
      handlers: webhookHandlers<AppContext>().on("*", (_, { tenant, id }) => seen.push(tenant, id)),
      contextOf: (base) => ({ ...base, tenant: "acme" }),
    });
    await receiver(await request());
    expect(seen).toEqual(["acme", "evt-1"]);
  });
});

describe("the body of a request", () => {
  const bytes = new TextEncoder().encode(body);

  test("may come in pieces", async () => {
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect((await receiving().receiver(await request({ body: streamOf(pieces) }))).status).toBe(200);
  });

  test("may be exactly as large as allowed, and no larger", async () => {
    expect((await receiving({ maxBytes: bytes.length }).receiver(await request())).status).toBe(200);
    const { receiver, reports, ids } = receiving({ maxBytes: bytes.length - 1 });
    const response = await receiver(await request());
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: "WEBHOOK_BODY_TOO_LARGE" } });
    expect(reports).toEqual([{ kind: "unread", reason: "too large" }]);
    expect(ids).toEqual([]);
  });

  test("may have a mebibyte by default", async () => {
    const padded = body + " ".repeat(1024 * 1024 - bytes.length);
    expect((await receiving().receiver(await request({ body: padded }))).status).toBe(200);
    expect((await receiving().receiver(await request({ body: `${padded} ` }))).status).toBe(413);
  });

  test("is not read at all when it is said to be too large", async () => {
    let pulled = 0;
    const stream = new ReadableStream(
      {
        pull: (controller) => {
          pulled += 1;
          controller.enqueue(bytes);
        },
      },
      { highWaterMark: 0 },
    );
    const huge = await request({ body: stream, headers: { "content-length": "999999999" } });
    expect((await receiving().receiver(huge)).status).toBe(413);
    expect(pulled).toBe(0);
  });

  test.each(["1", "0", "-5", "many", "1e1", ""])(
    "is read no further than allowed when its length is said to be %j and it never ends",
    async (length) => {
      const endless = await request({ body: streamOf([], "never ends"), headers: { "content-length": length } });
      expect((await receiving().receiver(endless)).status).toBe(413);
    },
  );

  test("that breaks off is answered with 400", async () => {
    const { receiver, reports } = receiving();
    const response = await receiver(await request({ body: streamOf([bytes], "breaks") }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "WEBHOOK_BODY_UNREADABLE" } });
    expect(reports).toEqual([{ kind: "unread", reason: "unreadable" }]);
  });

  test("that was read before is answered with 400", async () => {
    const read = await request();
    await read.text();
    expect((await receiving().receiver(read)).status).toBe(400);
    const locked = await request();
    locked.body?.getReader();
    expect((await receiving().receiver(locked)).status).toBe(400);
    const peeked = await request();
    const reader = peeked.body?.getReader();
    await reader?.read();
    reader?.releaseLock();
    const response = await receiving().receiver(peeked);
    expect(await response.json()).toMatchObject({ error: { code: "WEBHOOK_BODY_UNREADABLE" } });
  });

  test("is cancelled once it is too large", async () => {
    let cancelled = 0;
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(bytes),
      cancel: () => {
        cancelled += 1;
        throw new Error("the sender does not care");
      },
    });
    expect((await receiving({ maxBytes: 10 }).receiver(await request({ body: stream }))).status).toBe(413);
    expect(cancelled).toBe(1);
  });

  test("with a stream of other values than bytes is answered with 400 at its first piece", async () => {
    let pulled = 0;
    const texts = new ReadableStream({
      pull: (controller) => (++pulled < 1000 ? controller.enqueue(body) : controller.close()),
    });
    expect((await receiving().receiver(await request({ body: texts }))).status).toBe(400);
    expect(pulled).toBeLessThan(5);
  });
});

describe("invalid options are rejected when the receiver is made", () => {
  const handlers = webhookHandlers();
  test.each(["", "a short secret"])("the secret %j", (secret) => {
    expect(() => webhookReceiver({ secret, handlers })).toThrow(/^secret: /);
  });
  test.each([0, -1, Number.NaN])("a lease of %d seconds", (leaseSeconds) => {
    expect(() => webhookReceiver({ secret, handlers, leaseSeconds })).toThrow(RangeError);
  });
  test.each([0, -1, Number.NaN])("a body of at most %d bytes", (maxBytes) => {
    expect(() => webhookReceiver({ secret, handlers, maxBytes })).toThrow(RangeError);
  });
});

describe("an impossible receiver", () => {
  test.each([
    ["handlers", { handlers: undefined }],
    ["handlers", { handlers: {} }],
    ["undecodable", { undecodable: "reject" }],
  ])("is refused when it is made, by the name of its option: %s", (name, wrong) => {
    const options = { secret, handlers: webhookHandlers(), ...wrong };
    expect(() => webhookReceiver(options as Parameters<typeof webhookReceiver>[0])).toThrow(name);
  });
});

describe("without a report", () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  afterEach(() => told.mockClear());

  test("only failed handlers and undecodable events are written to the console", async () => {
    const error = new Error("no");
    const handlers = webhookHandlers().on("*", ({ type }) =>
      String(type) === "wallet.filled" ? null : Promise.reject(error),
    );
    const receiver = webhookReceiver({ secret, now, handlers });
    const send = async (text: string, of = secret) => {
      const headers = await signWebhook({ secret: of, id: "evt-1", sentAt, body: text });
      return (await receiver(new Request("https://app.example/", { method: "POST", headers, body: text }))).status;
    };
    expect(await send(body)).toBe(500);
    expect(told.mock.calls).toEqual([[expect.stringMatching(/^Webhook \S+ evt-1: \*#1 failed\.$/), error]]);
    told.mockClear();
    expect(await send('{"type":"refund.created"}')).toBe(202);
    expect(told.mock.calls).toEqual([[expect.stringContaining("cannot be read: refund.created: data is missing")]]);
    told.mockClear();
    expect([await send(body, "another"), await send('{"type":"wallet.filled"}')]).toEqual([403, 200]);
    expect(told.mock.calls).toEqual([]);
  });
});

describe("receive", () => {
  const contextOf = (base: WebhookContext): WebhookContext => base;

  test("takes bytes and headers from any server, and answers with data", async () => {
    const headers = await signWebhook({ secret, id: "evt-1", sentAt, body });
    const verifier = webhookVerifier({ secret, now });
    const answer = await receive({ headers, body }, { verifier, handlers: webhookHandlers(), contextOf });
    expect(answer).toEqual({
      status: 202,
      headers: { "content-type": "application/json", "cache-control": "no-store" },
      body: { status: "unhandled" },
    });
  });

  test("answers 500 when the verifier itself fails", async () => {
    const reports: WebhookReport[] = [];
    const verifier = {
      verify: () => Promise.reject(new Error("no crypto here")),
    };
    const answer = await receive(
      { headers: {}, body },
      { verifier, handlers: webhookHandlers(), contextOf, report: (about) => reports.push(about) },
    );
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer)).not.toContain("crypto");
    expect(reports).toMatchObject([{ kind: "failed", handler: null }]);
  });
});

import { createHmac } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Delivery } from "./delivery.js";
import { type WebhookVerificationCode, WebhookVerificationError } from "./error.js";
import { webhookHandlers } from "./handlers.js";
import { memoryWebhookStore } from "./memory-store.js";
import { receive } from "./receive.js";
import { webhookVerifier } from "./verifier.js";

const secret = "polar_whs_0fJ3nQ8sT1vX5zB7dH9kL2mP4rW6yA";
const id = "5f0a3c1e-9d27-4b86-8e11-c4d2a7b96f30";
const body = '{"type":"order.paid","data":{"name":"Zoë","total":1200}}';
const seconds = 1_700_000_000;
const now = () => seconds * 1000;
const verifier = webhookVerifier({ secret, now });

/** Written without the code under test. */
function sign(
  key: string | Uint8Array,
  of: { id?: string; at?: number | string; body?: string | Uint8Array } = {},
): string {
  const mac = createHmac("sha256", key).update(`${of.id ?? id}.${of.at ?? seconds}.`);
  return `v1,${mac.update(of.body ?? body).digest("base64")}`;
}

function delivery(changes: { id?: string; at?: number | string; signature?: string; body?: Delivery["body"] } = {}) {
  const headers = {
    "webhook-id": changes.id ?? id,
    "webhook-timestamp": String(changes.at ?? seconds),
    "webhook-signature": changes.signature ?? sign(secret),
  };
  return { headers, body: changes.body ?? body };
}

async function refusal(given: Delivery, by = verifier): Promise<WebhookVerificationError> {
  const outcome = await by.verify(given).catch((error: unknown) => error);
  if (outcome instanceof WebhookVerificationError) return outcome;
  throw new Error("It was not refused so.", { cause: outcome });
}

const codeOf = async (given: Delivery, by = verifier): Promise<WebhookVerificationCode> =>
  (await refusal(given, by)).code;

afterEach(() => vi.restoreAllMocks());

describe("a delivery", () => {
  test("with the provider's signature gives its id, its time and its payload", async () => {
    expect(await verifier.verify(delivery())).toEqual({
      id,
      sentAt: new Date(seconds * 1000),
      payload: JSON.parse(body),
    });
  });

  test("has the same id when it is repeated", async () => {
    const again = delivery({ at: seconds + 60, signature: sign(secret, { at: seconds + 60 }) });
    expect((await verifier.verify(again)).id).toBe((await verifier.verify(delivery())).id);
  });

  test.each(["x.y", "__proto__", "constructor", null, ["order.paid"]])(
    "of the type %j is one like others",
    async (type) => {
      const text = JSON.stringify({ type, data: {} });
      const { payload } = await verifier.verify(delivery({ body: text, signature: sign(secret, { body: text }) }));
      expect(payload).toEqual({ type, data: {} });
    },
  );

  test.each<[string, Delivery["body"]]>([
    ["text", body],
    ["a Buffer", Buffer.from(body)],
    ["a Uint8Array", new TextEncoder().encode(body)],
    ["an ArrayBuffer", new TextEncoder().encode(body).buffer],
  ])("verifies with its body as %s", async (_, form) => {
    expect((await verifier.verify(delivery({ body: form }))).payload).toEqual(JSON.parse(body));
  });

  test("with a parsed body is rejected before all other checks", async () => {
    expect(await codeOf({ headers: {}, body: JSON.parse(body) })).toBe("WEBHOOK_BODY_PARSED");
  });

  test("is read at once: later changes of its memory have no effect", async () => {
    const bytes = new TextEncoder().encode(body);
    const verified = verifier.verify(delivery({ body: bytes }));
    bytes.set(new TextEncoder().encode('{"type":"order.fake"'));
    expect((await verified).payload).toEqual(JSON.parse(body));
  });
});

describe("the key of a secret", () => {
  const vector = {
    headers: {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
    body: '{"test": 2432232314}',
  };
  const base64 = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const at = { id: vector.headers["webhook-id"], at: 1_614_265_330, body: vector.body };

  test("makes the public test vector of Standard Webhooks", () => {
    expect(sign(Buffer.from(base64, "base64"), at)).toBe(vector.headers["webhook-signature"]);
  });

  test.each([base64, `whsec_${base64}`])("is the base64 of %s", async (standard) => {
    const { payload } = await webhookVerifier({ secret: standard, now: () => 1_614_265_330_000 }).verify(vector);
    expect(payload).toEqual({ test: 2432232314 });
  });

  test.each([`whsec_${base64}`, base64, secret, "ünïcode ☕"])("is all of the UTF-8 of %s", async (provider) => {
    const given = delivery({ signature: sign(provider) });
    expect((await webhookVerifier({ secret: provider, now }).verify(given)).id).toBe(id);
  });

  test("may be that of any of several secrets, during a rotation", async () => {
    const rotating = webhookVerifier({ secret: ["the new one", `whsec_${base64}`], now });
    for (const key of ["the new one", `whsec_${base64}`, Buffer.from(base64, "base64")]) {
      expect((await rotating.verify(delivery({ signature: sign(key) }))).id).toBe(id);
    }
    expect(await codeOf(delivery(), rotating)).toBe("WEBHOOK_SIGNATURE_MISMATCH");
  });

  test.each(["", Buffer.alloc(32), "whsec_", "polar_whs_"])("is not a publicly known key: %j", async (key) => {
    for (const weak of ["AAAA", "whsec_AAAAAAAA", "whsec_="]) {
      const given = delivery({ signature: sign(key) });
      expect(await codeOf(given, webhookVerifier({ secret: weak, now }))).toBe("WEBHOOK_SIGNATURE_MISMATCH");
    }
  });

  test("is imported once, when the first delivery comes", async () => {
    const importKey = vi.spyOn(crypto.subtle, "importKey");
    const fresh = webhookVerifier({ secret: [secret, `whsec_${base64}`, secret], now });
    expect(importKey).not.toHaveBeenCalled();
    await Promise.all([fresh.verify(delivery()), fresh.verify(delivery())]);
    await fresh.verify(delivery());
    expect(importKey).toHaveBeenCalledTimes(3);
  });
});

describe("a verifier", () => {
  test.each([
    ["an empty secret", { secret: "" }, /^secret: /],
    ["a secret that is only a prefix", { secret: "whsec_" }, /^secret: /],
    ["no secrets", { secret: [] }, /^secret: /],
    ["a secret that is not there", { secret: undefined as never }, /^secret: /],
    ["a tolerance that is not a number", { secret, toleranceSeconds: Number.NaN }, /^toleranceSeconds: /],
    ["a tolerance without end", { secret, toleranceSeconds: Number.POSITIVE_INFINITY }, /^toleranceSeconds: /],
    ["a tolerance below zero", { secret, toleranceSeconds: -1 }, /^toleranceSeconds: /],
  ])("is not made of %s", (_, options, message) => {
    expect(() => webhookVerifier(options)).toThrow(TypeError);
    expect(() => webhookVerifier(options)).toThrow(message);
  });
});

describe("the signature is rejected when", () => {
  test.each<[string, Delivery]>([
    ["one byte of the body differs", delivery({ body: body.replace("1200", "1201") })],
    ["the body was written again with other spaces", delivery({ body: JSON.stringify(JSON.parse(body), null, 1) })],
    ["the body was written again with escapes", delivery({ body: body.replace("ë", "\\u00eb") })],
    ["a line break was added to the body", delivery({ body: `${body}\n` })],
    ["line breaks were changed", delivery({ body: "{\r\n}", signature: sign(secret, { body: "{\n}" }) })],
    ["a byte order mark was added", delivery({ body: `\ufeff${body}` })],
    ["the id is another", delivery({ id: `${id.slice(0, -1)}1` })],
    ["the time is another", delivery({ at: seconds + 1 })],
    ["the time is written otherwise", delivery({ at: `0${seconds}` })],
    ["the secret is another", delivery({ signature: sign("another") })],
    ["it is of an empty body", delivery({ signature: sign(secret, { body: "" }) })],
    ["it has no version", delivery({ signature: sign(secret).slice(3) })],
    ["it is of another version", delivery({ signature: sign(secret).replace("v1,", "v2,") })],
    ["it is of public keys", delivery({ signature: sign(secret).replace("v1,", "v1a,") })],
    ["it is cut short", delivery({ signature: sign(secret).slice(0, 11) })],
    ["it is written in the base64 of URLs", delivery({ signature: `v1,${"_".repeat(43)}=` })],
    ["there are several and none fits", delivery({ signature: `${sign("a")} ${sign("b")} ${sign("c")}` })],
  ])("%s", async (_, given) => {
    expect(await refusal(given)).toMatchObject({ code: "WEBHOOK_SIGNATURE_MISMATCH", status: 403 });
  });

  test("it is written with other bits where base64 has bits to spare", async () => {
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const [good, last] = [sign(secret).slice(0, -2), sign(secret).at(-2) ?? ""];
    for (const spare of [1, 2, 3]) {
      const alike = `${good}${digits[digits.indexOf(last) + spare]}=`;
      expect(Buffer.from(alike.slice(3), "base64")).toEqual(Buffer.from(sign(secret).slice(3), "base64"));
      expect(await codeOf(delivery({ signature: alike }))).toBe("WEBHOOK_SIGNATURE_MISMATCH");
    }
  });
});

describe("a signature has two texts, because some signers leave out the padding of base64", () => {
  const good = sign(secret);

  test.each([
    ["with padding", good],
    ["without padding", good.slice(0, -1)],
  ])("%s it is verified", async (_, signature) => {
    expect((await verifier.verify(delivery({ signature }))).id).toBe(id);
  });

  test("and both stand for the same 32 bytes", () => {
    const bytes = Buffer.from(good.slice(3), "base64");
    expect(bytes).toHaveLength(32);
    expect(Buffer.from(good.slice(3, -1), "base64")).toEqual(bytes);
  });

  test.each([
    ["two signs of padding", `${good}=`],
    ["padding within", `${good.slice(0, -3)}=${good.slice(-3)}`],
    ["one character less", good.slice(0, -2)],
    [
      "the alphabet of URLs",
      `v1,${Buffer.from(sign(secret).slice(3), "base64").toString("base64url").replace(/^./, "-")}`,
    ],
  ])("but %s is none", async (_, signature) => {
    expect(await codeOf(delivery({ signature }))).toBe("WEBHOOK_SIGNATURE_MISMATCH");
  });

  test("and a second delivery in the other text is the same event", async () => {
    const store = memoryWebhookStore();
    const seen: unknown[] = [];
    const handlers = webhookHandlers().on("*", ({ type }) => void seen.push(String(type)));
    const newer = '{"type":"wallet.filled","data":{}}';
    const signature = sign(secret, { body: newer });
    for (const text of [signature, signature.slice(0, -1)]) {
      const { status } = await receive(delivery({ signature: text, body: newer }), {
        verifier,
        handlers,
        store,
        contextOf: (base) => base,
      });
      expect(status).toBe(200);
    }
    expect(seen).toEqual(["wallet.filled"]);
  });
});

describe("one signature of a list suffices", () => {
  const good = sign(secret);
  test.each([
    ["after a bad one", `${sign("bad")} ${good}`],
    ["before a bad one", `${good} ${sign("bad")}`],
    ["among other versions and spaces", ` v1a,${good.slice(3)}  v2,x ${good} `],
    ["at the head of 10,000", `${good} ${`${sign("bad")} `.repeat(10_000)}`],
  ])("%s", async (_, signature) => {
    expect((await verifier.verify(delivery({ signature }))).id).toBe(id);
  });

  test("but not beyond the first 64", async () => {
    expect(await codeOf(delivery({ signature: `${`${sign("bad")} `.repeat(10_000)}${good}` }))).toBe(
      "WEBHOOK_SIGNATURE_MISMATCH",
    );
  });

  test.each<[string, Delivery]>([
    ["good", delivery()],
    ["of another id", delivery({ id: "another" })],
    ["of another time", delivery({ at: seconds + 7 })],
    ["of another body", delivery({ body: body.replace("1200", "1201") })],
    ["signed 10,000 times", delivery({ signature: `${sign("bad")} `.repeat(10_000) })],
  ])("and the work is one HMAC per key when a delivery is %s", async (_, given) => {
    const hmac = vi.spyOn(crypto.subtle, "sign");
    await webhookVerifier({ secret: [secret, "another-one"], now })
      .verify(given)
      .catch(() => null);
    expect(hmac.mock.calls.map(([, , bytes]) => bytes.byteLength)).toHaveLength(2);
  });

  test.each<[string, Delivery]>([
    ["without a v1 signature", delivery({ signature: "v2,x" })],
    ["too old", delivery({ at: seconds - 301 })],
    ["too new", delivery({ at: seconds + 301 })],
    ["without an id", delivery({ id: "" })],
  ])("and none at all when a delivery is %s", async (_, given) => {
    const hmac = vi.spyOn(crypto.subtle, "sign");
    await refusal(given);
    expect(hmac).not.toHaveBeenCalled();
  });
});

describe("the time of a delivery", () => {
  const sentAt = (at: number, by = verifier) => by.verify(delivery({ at, signature: sign(secret, { at }) }));

  test.each([-300, -299, 0, 299, 300])("may be %i seconds from now", async (offset) => {
    expect((await sentAt(seconds + offset)).sentAt).toEqual(new Date((seconds + offset) * 1000));
  });

  test("is too old from 301 seconds on, with the seconds in the message", async () => {
    await expect(sentAt(seconds - 301)).rejects.toMatchObject({
      code: "WEBHOOK_TIMESTAMP_TOO_OLD",
      status: 403,
      message: expect.stringContaining("301 seconds old; at most 300 are allowed: check this server's clock"),
    });
  });

  test("is too new from 301 seconds on, with the seconds in the message", async () => {
    await expect(sentAt(seconds + 301)).rejects.toMatchObject({
      code: "WEBHOOK_TIMESTAMP_TOO_NEW",
      status: 403,
      message: expect.stringContaining("301 seconds ahead; at most 300 are allowed: check this server's clock"),
    });
  });

  test("is compared in whole passed seconds", async () => {
    const late = webhookVerifier({ secret, now: () => seconds * 1000 + 300_999 });
    expect((await late.verify(delivery())).id).toBe(id);
    expect(await codeOf(delivery(), webhookVerifier({ secret, now: () => seconds * 1000 + 301_000 }))).toBe(
      "WEBHOOK_TIMESTAMP_TOO_OLD",
    );
  });

  test("may be as far away as the tolerance says", async () => {
    const exact = webhookVerifier({ secret, now, toleranceSeconds: 0 });
    expect((await sentAt(seconds, exact)).id).toBe(id);
    await expect(sentAt(seconds + 1, exact)).rejects.toMatchObject({ code: "WEBHOOK_TIMESTAMP_TOO_NEW" });
  });

  test("is checked before the signature, so an old delivery costs no HMAC", async () => {
    expect(await codeOf(delivery({ at: seconds - 5000 }))).toBe("WEBHOOK_TIMESTAMP_TOO_OLD");
    expect(await codeOf(delivery({ at: seconds + 5000 }))).toBe("WEBHOOK_TIMESTAMP_TOO_NEW");
  });

  test("is never valid with a clock without a number", async () => {
    const broken = webhookVerifier({ secret, now: () => Number.NaN });
    await expect(broken.verify(delivery())).rejects.toBeInstanceOf(WebhookVerificationError);
  });

  test("is compared with the system's clock by default", async () => {
    const at = Math.floor(Date.now() / 1000);
    expect((await sentAt(at, webhookVerifier({ secret }))).sentAt).toEqual(new Date(at * 1000));
  });
});

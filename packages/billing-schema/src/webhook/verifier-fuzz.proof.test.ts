import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Delivery } from "./delivery.js";
import { WebhookVerificationError } from "./error.js";
import { webhookVerifier } from "./verifier.js";

const now = 1_700_000_000;
const standardBytes = Buffer.from("a key of thirty-two bytes, or so");
const secrets = ["polar_whs_k3V9rT1xQ8", `whsec_${standardBytes.toString("base64")}`];
/** Every key of the secrets, computed here. */
const keys = [...secrets, standardBytes];
const verifier = webhookVerifier({ secret: secrets, now: () => now * 1000 });

/** A sent delivery, before a server formats the headers. */
interface Sent {
  readonly id: string;
  readonly at: string;
  readonly signature: string;
  readonly body: Buffer;
}

type Mutation = (sent: Sent) => Sent;

function sign(key: string | Buffer, { id, at, body }: Omit<Sent, "signature">): string {
  return `v1,${createHmac("sha256", key).update(`${id}.${at}.`).update(body).digest("base64")}`;
}

const genuine: fc.Arbitrary<Sent> = fc
  .record({
    id: fc.oneof(fc.uuid(), fc.stringMatching(/^[A-Za-z0-9_.-]{1,40}$/)),
    at: fc.integer({ min: now - 300, max: now + 300 }).map(String),
    body: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })).map((data) => Buffer.from(JSON.stringify(data))),
    key: fc.constantFrom(...keys),
  })
  .map(({ key, ...sent }) => ({ ...sent, signature: sign(key, sent) }));

const position = fc.nat({ max: 10_000 });
const flipBit = (bytes: Buffer, at: number): Buffer => {
  const flipped = Buffer.from(bytes);
  if (bytes.length > 0) flipped.writeUInt8(flipped.readUInt8(at % bytes.length) ^ (1 << (at % 8)), at % bytes.length);
  return flipped;
};
const replaceCharacter = (text: string, at: number, by: string): string => {
  const index = at % (text.length + 1);
  return text.slice(0, index) + by + text.slice(index + 1);
};
const header = fc.constantFrom("id" as const, "at" as const, "signature" as const);
const junk = fc.oneof(
  fc.string(),
  fc.stringMatching(/^[ -~]{0,60}$/),
  fc.constantFrom("0", "-1", "NaN", "1e9", "v1,", ","),
);

/** Ways to tamper. The result may by chance be the original; the check below notices that. */
const tampering: fc.Arbitrary<Mutation> = fc.oneof(
  position.map(
    (at): Mutation =>
      (sent) => ({ ...sent, body: flipBit(sent.body, at) }),
  ),
  position.map(
    (at): Mutation =>
      (sent) => ({ ...sent, body: sent.body.subarray(0, at % (sent.body.length + 1)) }),
  ),
  fc.string().map(
    (text): Mutation =>
      (sent) => ({ ...sent, body: Buffer.concat([sent.body, Buffer.from(text)]) }),
  ),
  fc.uint8Array({ maxLength: 50 }).map(
    (bytes): Mutation =>
      (sent) => ({ ...sent, body: Buffer.from(bytes) }),
  ),
  fc.constantFrom("\ufeff", " ", "[".repeat(100_000)).map(
    (text): Mutation =>
      (sent) => ({
        ...sent,
        body: Buffer.concat([Buffer.from(text), sent.body]),
      }),
  ),
  fc.tuple(header, position, fc.string({ maxLength: 2 })).map(
    ([name, at, by]): Mutation =>
      (sent) => ({
        ...sent,
        [name]: replaceCharacter(sent[name], at, by),
      }),
  ),
  fc.tuple(header, position).map(
    ([name, at]): Mutation =>
      (sent) => ({
        ...sent,
        [name]: flipBit(Buffer.from(sent[name], "latin1"), at).toString("latin1"),
      }),
  ),
  fc.tuple(header, junk).map(
    ([name, text]): Mutation =>
      (sent) => ({ ...sent, [name]: text }),
  ),
  fc.integer({ min: -1000, max: 1000 }).map(
    (by): Mutation =>
      (sent) => ({ ...sent, at: String(Number(sent.at) + by) }),
  ),
  fc.constant<Mutation>((sent) => ({ ...sent, id: `${sent.id}.${sent.at}` })),
  fc.constant<Mutation>((sent) => ({ ...sent, id: `${sent.id}.${sent.at}`, at: "", body: sent.body })),
  fc.constant<Mutation>((sent) => {
    const [id = "", at = "", ...others] = sent.id.split(".");
    return { ...sent, id, at, body: Buffer.from(`${others.join(".")}.${sent.at}.${sent.body}`) };
  }),
  fc.constantFrom("", "another", "whsec_", Buffer.alloc(32)).map(
    (key): Mutation =>
      (sent) => ({
        ...sent,
        signature: sign(key, sent),
      }),
  ),
  genuine.map(
    (other): Mutation =>
      (sent) => ({ ...sent, signature: `${other.signature} ${other.signature}` }),
  ),
  genuine.map(
    (other): Mutation =>
      (sent) => ({ ...other, signature: sent.signature }),
  ),
);

/** Other ways to write a delivery. */
const rewriting: fc.Arbitrary<Mutation> = fc.oneof(
  fc.constant<Mutation>((sent) => ({ ...sent, signature: sent.signature.replaceAll("=", "") })),
  fc.constant<Mutation>((sent) => ({ ...sent, signature: `v2,x v1a,${sent.signature.slice(3)} ${sent.signature}` })),
  fc.constant<Mutation>((sent) => ({ ...sent, signature: `${sent.signature} ${sign("another", sent)} ` })),
);

/** The servers' forms of headers, garbled headers included. */
const forms: readonly ((sent: Sent) => Delivery["headers"])[] = [
  (sent) => named(sent, (name) => name),
  (sent) => named(sent, (name) => name.toUpperCase()),
  (sent) => new Map(Object.entries(named(sent, (name) => name.replace("w", "W")))),
  (sent) => Object.fromEntries(Object.entries(named(sent, (name) => name)).map(([name, value]) => [name, [value]])),
  (sent) => ({ "Webhook-ID": sent.id, ...named(sent, (name) => name), accept: undefined }),
];
const garblings: readonly ((sent: Sent) => Delivery["headers"])[] = [
  (sent) => ({ ...named(sent, (name) => name), "webhook-id": undefined }),
  (sent) => ({ ...named(sent, (name) => name), "webhook-signature": [sent.signature, sent.signature] }),
  (sent) => ({ ...named(sent, (name) => name), "Webhook-Timestamp": `${sent.at}0` }),
  () => ({}),
  () => null as never,
];

function named({ id, at, signature }: Sent, spell: (name: string) => string): { readonly [name: string]: string } {
  return { [spell("webhook-id")]: id, [spell("webhook-timestamp")]: at, [spell("webhook-signature")]: signature };
}

const bodyForms: readonly ((body: Buffer) => Delivery["body"])[] = [
  (body) => body,
  (body) => new Uint8Array(body),
  (body) => new Uint8Array(body).buffer,
];

test("of 10,000 random and mutated deliveries, each is the provider's or a verification error", async () => {
  const seen = new Map<string, number>();
  const attempt = fc.record({
    signed: genuine,
    mutations: fc.oneof(
      fc.array(rewriting, { maxLength: 3 }).map((all) => ({ all, areHarmless: true })),
      fc.array(fc.oneof({ weight: 3, arbitrary: tampering }, rewriting), { minLength: 1, maxLength: 3 }).map((all) => ({
        all,
        areHarmless: false,
      })),
    ),
    form: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...forms).map((apply) => ({ apply, isWhole: true })) },
      fc.constantFrom(...garblings).map((apply) => ({ apply, isWhole: false })),
    ),
    bodyForm: fc.constantFrom(...bodyForms),
  });
  await fc.assert(
    fc.asyncProperty(attempt, async ({ signed, mutations, form, bodyForm }) => {
      const sent = mutations.all.reduce((changed, mutate) => mutate(changed), signed);
      const given = { headers: form.apply(sent), body: bodyForm(sent.body) };
      const outcome = await verifier.verify(given).catch((error: unknown) => error);
      const isRejected = outcome instanceof WebhookVerificationError;
      seen.set(isRejected ? outcome.code : "taken", (seen.get(isRejected ? outcome.code : "taken") ?? 0) + 1);
      if (isRejected) {
        expect(mutations.areHarmless && form.isWhole).toBe(false);
        return;
      }
      // Accepted: then a key of the list signed exactly these bytes, and the result is the object in them.
      expect(outcome).toEqual({
        id: sent.id,
        sentAt: new Date(Number(sent.at) * 1000),
        payload: JSON.parse(sent.body.toString()),
      });
      const signatures = sent.signature.split(" ").map((entry) => entry.replace("=", ""));
      expect(keys.some((key) => signatures.includes(sign(key, sent).replace("=", "")))).toBe(true);
    }),
    { numRuns: 10_000 },
  );
  expect(seen.get("taken")).toBeGreaterThan(2000);
  expect(seen.get("WEBHOOK_SIGNATURE_MISMATCH")).toBeGreaterThan(1000);
  for (const code of ["HEADERS_MISSING", "HEADERS_INVALID", "TIMESTAMP_INVALID"]) {
    expect(seen.get(`WEBHOOK_${code}`)).toBeGreaterThan(100);
  }
});

test("a signed body in any form gives a payload or a verification error", async () => {
  const seen = new Set<string>();
  const text = fc.oneof(fc.string(), fc.json(), fc.constantFrom("{}", "[]", "null", "{", "[".repeat(100_000)));
  const body = fc.oneof(
    text.map((value) => Buffer.from(value)),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  );
  const at = fc.integer({ min: now - 600, max: now + 600 }).map(String);
  await fc.assert(
    fc.asyncProperty(body, at, fc.constantFrom(...keys), async (bytes, time, key) => {
      const sent = { id: "evt_1", at: time, body: bytes };
      const headers = named({ ...sent, signature: sign(key, sent) }, (name) => name);
      const outcome = await verifier.verify({ headers, body: bytes }).catch((error: unknown) => error);
      if (outcome instanceof WebhookVerificationError) seen.add(outcome.code);
      else expect(outcome).toMatchObject({ id: "evt_1", payload: JSON.parse(bytes.toString()) });
    }),
    { numRuns: 1000 },
  );
  expect([...seen].sort()).toEqual(["WEBHOOK_BODY_INVALID", "WEBHOOK_TIMESTAMP_TOO_NEW", "WEBHOOK_TIMESTAMP_TOO_OLD"]);
});

test("any value in place of headers and a body gives a verification error", async () => {
  const anything = fc.anything({ withMap: true, withSet: false, withTypedArray: true, withNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(anything, anything, async (headers, body) => {
      const given = { headers, body } as Delivery;
      await expect(verifier.verify(given)).rejects.toBeInstanceOf(WebhookVerificationError);
    }),
    { numRuns: 2000 },
  );
});

test("one signature is valid for only one split of the signed text into id, time and body", async () => {
  const at = fc.integer({ min: now - 300, max: now + 300 }).map(String);
  const name = fc.oneof(fc.uuid(), fc.stringMatching(/^[a-z0-9_.]{1,30}$/));
  const timed = fc.tuple(name, at, at).map((parts) => parts.join("."));
  await fc.assert(
    fc.asyncProperty(fc.oneof(name, timed), at, at, name, async (id, signedAt, inside, text) => {
      const body = JSON.stringify({ [`${text}.${inside}.{}`]: [`.${inside}.{`, { id: `.${inside}.` }] });
      const signature = sign(secrets[0] ?? "", { id, at: signedAt, body: Buffer.from(body) });
      const content = `${id}.${signedAt}.${body}`;
      const dots = [...content.matchAll(/\./g)].map(({ index }) => index);
      const taken: string[] = [];
      for (const [place, dot] of dots.slice(0, -1).entries()) {
        const next = dots[place + 1] ?? 0;
        const cut = { id: content.slice(0, dot), at: content.slice(dot + 1, next), body: Buffer.alloc(0), signature };
        const given = { headers: named(cut, (header) => header), body: content.slice(next + 1) };
        const outcome = await verifier.verify(given).catch((error: unknown) => error);
        if (!(outcome instanceof WebhookVerificationError)) taken.push(cut.id);
      }
      expect(taken).toEqual([id]);
    }),
    { numRuns: 300 },
  );
});

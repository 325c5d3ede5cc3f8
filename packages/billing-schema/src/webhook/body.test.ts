import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { bodyBytes, payloadOf } from "./body.js";
import type { Delivery } from "./delivery.js";
import { WebhookVerificationError } from "./error.js";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function refusal(act: () => unknown): WebhookVerificationError {
  try {
    act();
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error;
    throw error;
  }
  throw new Error("It was taken.");
}

describe("the bytes of a body are taken from", () => {
  const text = '{"name":"Zoë ☕"}';
  const within = Buffer.concat([Buffer.from("xx"), Buffer.from(text), Buffer.from("yy")]);
  test.each<[string, Delivery["body"]]>([
    ["a string", text],
    ["a Uint8Array", bytes(text)],
    ["a Buffer, which is a part of a pool", Buffer.from(text)],
    ["a part of other bytes", within.subarray(2, -2)],
    ["an ArrayBuffer", bytes(text).buffer],
    [
      "an ArrayBuffer of another realm",
      runInNewContext("Uint8Array.from(values).buffer", { values: [...bytes(text)] }),
    ],
    ["a view", new DataView(bytes(text).buffer) as never],
  ])("%s", (_, body) => {
    expect([...bodyBytes(body)]).toEqual([...bytes(text)]);
  });
});

describe("the raw body is asked for when given is", () => {
  const givenAway = new ArrayBuffer(8);
  structuredClone(givenAway, { transfer: [givenAway] });
  test.each<[string, unknown]>([
    ["a parsed object", { type: "order.paid" }],
    ["a parsed list", [1, 2]],
    ["what JSON makes of a Buffer", Buffer.from("{}").toJSON()],
    ["a Request", new Request("https://app.example/")],
    ["a Blob", new Blob(["{}"])],
    ["nothing", undefined],
    ["null", null],
    ["a number", 42],
    ["memory that was given away", givenAway],
    ["a view of memory that was given away", viewGivenAway()],
  ])("%s", (_, body) => {
    expect(refusal(() => bodyBytes(body as Delivery["body"]))).toMatchObject({
      code: "WEBHOOK_BODY_PARSED",
      status: 400,
    });
  });
});

function viewGivenAway(): DataView {
  const view = new DataView(new ArrayBuffer(8));
  structuredClone(view.buffer, { transfer: [view.buffer] });
  return view;
}

test("text with half a surrogate pair is rejected, because it has no UTF-8 form", () => {
  expect(refusal(() => bodyBytes('{"a":"\ud800"}')).code).toBe("WEBHOOK_BODY_INVALID");
});

describe("the payload of a body", () => {
  test("is the same object with white space around it", () => {
    expect(payloadOf(bytes(' {"a":[1,{"b":"{[\\"["}]} \r\n'))).toEqual({ a: [1, { b: '{["[' }] });
  });

  test("keeps a key named __proto__ as a key", () => {
    const payload = payloadOf(bytes('{"__proto__":{"isAdmin":true}}'));
    expect(Object.keys(payload)).toEqual(["__proto__"]);
    expect(Reflect.get(payload, "isAdmin")).toBeUndefined();
  });

  test.each<[string, Uint8Array, string]>([
    ["empty", bytes(""), "is not a JSON object"],
    ["a number", bytes("42"), "is not a JSON object"],
    ["a string", bytes('"x"'), "is not a JSON object"],
    ["null", bytes("null"), "is not a JSON object"],
    ["true", bytes("true"), "is not a JSON object"],
    ["a list", bytes('[{"type":"order.paid"}]'), "is not a JSON object"],
    ["cut short", bytes('{"type":"order.pa'), "is not a JSON object"],
    ["followed by something", bytes("{}{}"), "is not a JSON object"],
    ["after a byte order mark", bytes("\ufeff{}"), "is not a JSON object"],
    ["of a lone continuation byte", new Uint8Array([0x7b, 0x80, 0x7d]), "is not UTF-8"],
    ["of an encoded half of a surrogate pair", Uint8Array.from([...bytes('{"a":"'), 0xed, 0xa0, 0x80]), "is not UTF-8"],
    ["of overlong UTF-8", Uint8Array.from([0xc1, 0xbb, 0x7d]), "is not UTF-8"],
    ["UTF-16", Uint8Array.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), "is not UTF-8"],
    ["a hundred thousand lists in each other", bytes("[".repeat(100_000)), "has more than 256 levels"],
    [
      "a hundred thousand closed lists",
      bytes(`${"[".repeat(100_000)}${"]".repeat(100_000)}`),
      "has more than 256 levels",
    ],
    [
      "a hundred thousand objects",
      bytes(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
      "has more than 256 levels",
    ],
    ["deep where it is no JSON", bytes(`${"]".repeat(100_000)}${"[".repeat(100_000)}`), "is not a JSON object"],
  ])("is none when it is %s", (_, body, reason) => {
    const error = refusal(() => payloadOf(body));
    expect(error).toMatchObject({ code: "WEBHOOK_BODY_INVALID", status: 400, message: `The body ${reason}.` });
    expect(error.cause).toBeUndefined();
  });

  test("may have 256 levels, and any count of brackets in its strings and beside each other", () => {
    const nested = (levels: number): Uint8Array => bytes(`{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`);
    expect(Object.keys(payloadOf(nested(256)))).toEqual(["a"]);
    expect(refusal(() => payloadOf(nested(257))).code).toBe("WEBHOOK_BODY_INVALID");
    const flat = { text: '["\\'.repeat(5000), list: Array.from({ length: 5000 }, () => ({ a: [] })) };
    expect(payloadOf(bytes(JSON.stringify(flat)))).toEqual(flat);
  });
});

import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import type { DeliveryHeaders } from "./delivery.js";
import { WebhookVerificationError } from "./error.js";
import { webhookHeaders } from "./headers.js";

const given = { "webhook-id": "evt_1", "webhook-timestamp": "1700000000", "webhook-signature": "v1,x v1,y" };
const read = { id: "evt_1", timestamp: "1700000000", signature: "v1,x v1,y" };

function codeOf(headers: unknown): string {
  try {
    webhookHeaders(headers as DeliveryHeaders);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
  return "none";
}

describe("the three headers are found in", () => {
  const upper = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toUpperCase(), value]));
  const lists = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, [value]]));
  test.each<[string, DeliveryHeaders]>([
    ["Headers", new Headers(given)],
    ["an object", given],
    ["an object of capital letters", upper],
    ["an object without a prototype", Object.assign(Object.create(null), given)],
    ["an object of lists of one, as Node's headersDistinct", lists],
    ["a map", new Map(Object.entries(given))],
    ["a map of capital letters", new Map(Object.entries(upper))],
    ["a map of another realm", runInNewContext("new Map(entries)", { entries: Object.entries(given) })],
    [
      "an object with other headers and undefined ones",
      { host: "a", accept: undefined, "x-all": ["1", "2"], ...given },
    ],
    ["an object with two spellings of one value", { ...given, "Webhook-Id": "evt_1" }],
    ["an object with an absent second spelling", { ...given, "Webhook-Id": undefined, "WEBHOOK-ID": "" }],
  ])("%s", (_, headers) => {
    expect(webhookHeaders(headers)).toEqual(read);
  });
});

describe.each(Object.keys(given))("%s", (name) => {
  test.each<[string, unknown]>([
    ["absent", undefined],
    ["null", null],
    ["an empty string", ""],
    ["an empty list", []],
    ["a list of an empty string", [""]],
  ])("counts as missing when it is %s, and is named", (_, value) => {
    const headers = { ...given, [name]: value } as DeliveryHeaders;
    expect(codeOf(headers)).toBe("WEBHOOK_HEADERS_MISSING");
    expect(() => webhookHeaders(headers)).toThrow(`No ${name} header:`);
  });

  test.each<[string, unknown]>([
    ["a list of two", ["1700000000", "1700000000"]],
    ["a number", 1700000000],
    ["a list in a list", [["1700000000"]]],
    ["an object", { toString: () => "1700000000" }],
  ])("is refused as %s", (_, value) => {
    expect(codeOf({ ...given, [name]: value })).toBe("WEBHOOK_HEADERS_INVALID");
  });

  test("is rejected in two spellings with different values", () => {
    expect(codeOf({ ...given, [name.toUpperCase()]: "1700000001" })).toBe("WEBHOOK_HEADERS_INVALID");
    expect(codeOf(new Map([...Object.entries(given), [name.toUpperCase(), "1700000001"]]))).toBe(
      "WEBHOOK_HEADERS_INVALID",
    );
  });
});

describe("headers", () => {
  test("are all named when all are missing", () => {
    expect(() => webhookHeaders(new Headers())).toThrow("No webhook-id, no webhook-timestamp, no webhook-signature");
  });

  test("are those of the object itself, not of its prototype", () => {
    expect(codeOf(Object.create(given))).toBe("WEBHOOK_HEADERS_MISSING");
  });

  test("in characters that are equal only after lower-casing are different headers", () => {
    const { "webhook-id": id, ...others } = given;
    expect(codeOf({ ...others, "webhoo\u212a-id": id })).toBe("WEBHOOK_HEADERS_MISSING");
  });

  test.each<[string, unknown, string]>([
    ["undefined", undefined, "WEBHOOK_HEADERS_INVALID"],
    ["null", null, "WEBHOOK_HEADERS_INVALID"],
    ["a string", "webhook-id: 1", "WEBHOOK_HEADERS_INVALID"],
    ["Node's flat list", Object.entries(given).flat(), "WEBHOOK_HEADERS_MISSING"],
    ["a list of numbers", [1, 2], "WEBHOOK_HEADERS_MISSING"],
    ["a map of symbols", new Map([[Symbol("webhook-id"), "1"]]), "WEBHOOK_HEADERS_MISSING"],
  ])("given as %s are refused", (_, headers, code) => {
    expect(codeOf(headers)).toBe(code);
  });

  test("joined from two values by a proxy are rejected", () => {
    const headers = new Headers(given);
    headers.append("webhook-id", "evt_2");
    expect(codeOf(headers)).toBe("WEBHOOK_HEADERS_INVALID");
  });
});

describe("webhook-id", () => {
  test.each(["a", "0b7e1f04-86c8-4f0e-a7a3-5dbb5b7c9a10", "evt_1.1700000000", "a:b/c", "x".repeat(255)])(
    "may be %s",
    (id) => {
      expect(webhookHeaders({ ...given, "webhook-id": id }).id).toBe(id);
    },
  );

  test.each([
    ["256 characters", "x".repeat(256)],
    ["a space", "a b"],
    ["a line break", "a\n"],
    ["a control character", "a\u0000"],
    ["letters beyond ASCII", "é"],
    ["a brace, with which a body starts", 'evt_1.1700000000.{"a":1'],
  ])("has no %s", (_, id) => {
    expect(codeOf({ ...given, "webhook-id": id })).toBe("WEBHOOK_HEADERS_INVALID");
  });
});

describe("webhook-timestamp", () => {
  test.each(["0", "1700000000", "99999999999", "01700000000"])("may be %s", (timestamp) => {
    expect(webhookHeaders({ ...given, "webhook-timestamp": timestamp }).timestamp).toBe(timestamp);
  });

  test.each([
    "1700000000abc",
    "1.7e9",
    "0x6553f100",
    "1700000000.0",
    "-1",
    "+1700000000",
    " 1700000000",
    "1700000000\n",
    "1_700_000_000",
    "1700000000000",
    "NaN",
    "Infinity",
    "١٧٠٠٠٠٠٠٠٠",
    "1700000000, 1700000000",
    "2023-11-14T22:13:20Z",
  ])("is not %j", (timestamp) => {
    expect(codeOf({ ...given, "webhook-timestamp": timestamp })).toBe("WEBHOOK_TIMESTAMP_INVALID");
  });
});

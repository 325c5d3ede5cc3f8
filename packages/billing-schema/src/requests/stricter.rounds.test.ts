import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repeats } from "../../../../tests/harness/repeats.js";
import { bodiesOf } from "../../tests/body-arbitrary.js";
import { isObject } from "../../tests/declared.js";
import { asOfLastSchemas } from "../../tests/newer-than-schemas.js";
import { requests } from "../../tests/requests.js";
import { firstSdk, lastSdk, type Sdk, withoutDefaults } from "../../tests/sdk-schemas.js";
import type { ApiVersion } from "../requests.js";

/**
 * Values that the schemas of the provider's SDKs accept and `encode` rejects, by message, with the reason. The schemas
 * know types alone; the provider's server rejects these values too, or misinterprets them.
 */
const justified: readonly (readonly [message: RegExp, why: string])[] = [
  [/not a text that is not empty$/, "An id, a key or the name of an event is never empty."],
  [/not an email address$/, "The server checks addresses; this finds what a form left empty."],
  [
    /not an absolute URL with http or https$/,
    "The server takes no other. A relative one, or javascript:, is a mistake or an attack.",
  ],
  [/not an integer from 50 to 99999999$/, "The bounds that the API of 2025-05 documents."],
  [/not an integer from [01]$/, "Amounts are not negative; seats, units and refunds begin at one."],
  [
    /not a number from 0 or a decimal text/,
    "A price per unit is a decimal number that is not negative, in a text as in a number.",
  ],
  [/not a number or a decimal text$/, "A cost is a decimal number, in a text as in a number."],
  [
    /not a text of 1 to 500 characters, a number or a boolean$/,
    "The limit of metadata; a structure stands under _cost and _llm alone.",
  ],
  [/under a key that is not a text of 1 to 40 characters$/, "The limit of metadata."],
  [/not one with at most 50 keys$/, "The limit of metadata."],
  [
    /under a key that is not a text of some characters$/,
    "The slug of a custom field, the id of a product and a locale are never empty.",
  ],
  [/not a country code of ISO 3166-1 alpha-2$/, "The newer schemas have the list, the older one takes any text."],
  [/half of a surrogate pair|not a well-formed text, an integer, a boolean or null$/, "No UTF-8 can carry it."],
  [/not a list of at least one (product|tier)$/, "Without one there is nothing to buy, and no price."],
  [/not the number and its format$|tax_id\.\d is null, not a string$/, "A tax id of 2025-05 is a pair."],
  [/not one with an email or an owner$/, "The server refuses a team that has no address to write to."],
  [/not one of "/, "Enumerations of SDK 0.49.0 let any text through; the newest types do not."],
  [/not a currency of the provider in lower case, such as usd$/, "As enumerations."],
  [/metadata\._(cost|llm)\b/, "These two keys have a meaning for the provider, and a structure each."],
  [/has none of the fields of which/, "It would change nothing."],
  [/not null$/, "The schema of pending_update takes anything, and its type null alone."],
];

/** Values at the edges of a place's bounds, and beyond them. */
const others: readonly unknown[] = [
  null,
  true,
  "",
  " ",
  "x",
  "now",
  "usd",
  "\ud800",
  "-1",
  "1.5",
  "1e5",
  "2025-06-01",
  "javascript:alert(1)",
  "/path",
  "XX",
  "x".repeat(501),
  0,
  -1,
  1,
  1.5,
  49,
  100_000_000,
  2 ** 53,
  [],
  [null],
  ["x"],
  {},
  { "": 1 },
  { a: "" },
  { a: null },
  { ["k".repeat(41)]: 1 },
  { amount: 1, currency: "usd" },
  Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, index])),
];

type Path = readonly (string | number)[];

function placesIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...inner.flatMap(([step, below]) => placesIn(below, [...path, step]))];
}

function replaced(value: unknown, [step, ...rest]: Path, by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? replaced(item, rest, by) : item));
  return isObject(value) ? { ...value, [step]: replaced(value[step], rest, by) } : value;
}

const versions: readonly (readonly [ApiVersion, (request: string) => Promise<Sdk>])[] = [
  ["2025-05", firstSdk],
  ["2026-04", lastSdk],
];

describe.each(versions)("of %s", (apiVersion, sdkOf) => {
  test.each(requests)("$name rejects only listed values of the SDK", async (of) => {
    const sdk = await sdkOf(of.name);
    const bodies = bodiesOf(of, { isFirstVersion: apiVersion === "2025-05", keys: "plain" });
    const judge = (body: unknown, place: number, other: unknown): void => {
      const before = of.encode(body, { apiVersion });
      const wire = apiVersion === "2025-05" ? before : asOfLastSchemas(of.name, before);
      const places = placesIn(wire);
      const changed = replaced(wire, places[place % places.length] ?? [], other);
      const isSent = isDeepStrictEqual(withoutDefaults(sdk(changed), changed), changed);
      const result = of.safeDecode(changed, { apiVersion });
      if (!isSent || result.success) return;
      const messages = result.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
      expect(messages.filter((message) => !justified.some(([known]) => known.test(message)))).toEqual([]);
    };
    fc.assert(fc.property(bodies, fc.nat(), fc.constantFrom(...others), judge), { numRuns: repeats(1_000) });
  });
});

describe("a value of the SDK that encode rejects", () => {
  const event = { name: "x", customer_id: "c" };
  const fifty = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, index]));

  test.each<readonly [ApiVersion, string, object, string]>([
    ["2026-04", "CheckoutCreate", { products: [""] }, "not a text that is not empty"],
    ["2026-04", "CustomerCreate", { email: "anna" }, "not an email address"],
    ["2026-04", "CheckoutCreate", { products: ["a"], success_url: "/done" }, "not an absolute URL with http or https"],
    ["2025-05", "CheckoutUpdate", { amount: 49 }, "not an integer from 50 to 99999999"],
    ["2026-04", "RefundCreate", { order_id: "o", reason: "other", amount: 0 }, "not an integer from 1"],
    [
      "2026-04",
      "LicenseKeyActivate",
      { key: "k", organization_id: "o", label: "l", meta: { a: "" } },
      "not a text of 1 to 500",
    ],
    ["2026-04", "CheckoutUpdate", { metadata: { ["k".repeat(41)]: 1 } }, "under a key that is not a text of 1 to 40"],
    ["2026-04", "CheckoutUpdate", { metadata: fifty }, "not one with at most 50 keys"],
    ["2025-05", "CustomerUpdate", { billing_address: { country: "XX" } }, "not a country code of ISO 3166-1 alpha-2"],
    ["2026-04", "CustomerUpdate", { name: "\ud800" }, "half of a surrogate pair"],
    ["2026-04", "CheckoutCreate", { products: [] }, "not a list of at least one product"],
    ["2025-05", "CustomerUpdate", { tax_id: ["FR1"] }, "not the number and its format"],
    ["2026-04", "CustomerCreate", { type: "team" }, "not one with an email or an owner"],
    ["2026-04", "SubscriptionUpdate", { proration_behavior: "prorate" }, "has none of the fields of which"],
    ["2026-04", "SubscriptionUpdate", { pending_update: 5 }, "not null"],
    [
      "2026-04",
      "EventsIngest",
      { events: [{ ...event, metadata: { cost: { amount: 1, currency: "usd" } } }] },
      "not a text of 1 to 500",
    ],
    [
      "2026-04",
      "EventsIngest",
      { events: [{ ...event, metadata: { _cost: { amount: "a", currency: "usd" } } }] },
      "not a number or a decimal text",
    ],
  ])("of %s is a %s of %j: %s", async (apiVersion, request, wire, message) => {
    const of = requests.find(({ name }) => name === request) ?? expect.fail();
    const sdk = await (apiVersion === "2025-05" ? firstSdk : lastSdk)(request);
    expect(withoutDefaults(sdk(wire), wire)).toEqual(wire);
    const result = of.safeDecode(wire, { apiVersion });
    expect(result.success ? "" : result.error.message).toContain(message);
  });

  test("is an unknown field, dropped silently by the SDK", async () => {
    const of = requests.find(({ name }) => name === "RefundCreate") ?? expect.fail();
    const wire = { order_id: "o", reason: "other", amount: 5, revokeBenefits: true };
    for (const sdkOf of [firstSdk, lastSdk]) expect(await sdkOf(of.name)).toSatisfy((sdk: Sdk) => isObject(sdk(wire)));
    expect(of.safeDecode(wire)).toMatchObject({ success: false });
  });
});

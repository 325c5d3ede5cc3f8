import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { repeats } from "../../../../../tests/harness/repeats.js";
import { dates, dateTexts } from "../../../tests/arbitrary.js";
import { checkerOf } from "../checker.js";
import type { Declaration } from "../field.js";
import { leafIssue } from "./leaf.js";

/** Requests check the leaves of entities without zod. Both checks have to agree. */
const leaves: readonly Declaration[] = [
  { kind: "text" },
  { kind: "integer" },
  { kind: "number" },
  { kind: "flag" },
  { kind: "date" },
  { kind: "choice", name: "Colour", values: ["red", "light_blue"] },
  { kind: "literal", values: ["now"] },
  { kind: "literal", values: [true] },
];

const digits = fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?(Z|[+-]\d\d:\d\d)$/);
const nearDates = fc.constantFrom(
  "2024-02-29T00:00:00Z",
  "2023-02-29T00:00:00Z",
  "1900-02-29T00:00:00Z",
  "2000-02-29T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "0004-02-29T23:59:59+23:59",
  "2025-06-31T00:00:00Z",
  "2025-13-01T00:00:00Z",
  "2025-00-10T00:00:00Z",
  "2025-01-00T00:00:00Z",
  "2025-01-01T24:00:00Z",
  "2025-01-01T23:59:60Z",
  "2025-01-01T10:00Z",
  "2025-01-01T10:00:00",
  "2025-01-01T10:00:00+0200",
  "2025-01-01T10:00:00+24:00",
  "2025-01-01T10:00:00+02:60",
  "2025-01-01t10:00:00z",
  "2025-01-01 10:00:00Z",
  "2025-01-01T10:00:00.Z",
  "2025-01-01T10:00:00Z\n",
  "2025-01-01",
);
const values = fc.oneof(
  fc.anything({ withDate: true, withBigInt: true, withTypedArray: true }),
  fc.constantFrom(
    "red",
    "light_blue",
    "now",
    true,
    "",
    2 ** 53,
    -(2 ** 53),
    1.5,
    -0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ),
  dates,
  fc.constantFrom(new Date(Number.NaN), new Date(8.64e15), new Date("-000001-12-31T23:59:59.999Z")),
  dateTexts,
  digits,
  nearDates,
);

test.each(leaves.flatMap((is) => (["wire", "client"] as const).map((form) => ({ is, form }))))(
  "requests and entities agree about %j",
  ({ is, form }) => {
    const checker = checkerOf({ is }, { form, mode: "strict" });
    const judge = (value: unknown): void => {
      const issue = leafIssue(is, value, form);
      // Half of a surrogate pair cannot be sent; in received data half a pair is accepted.
      if (issue?.includes("surrogate")) return;
      expect(issue === null, String(issue)).toBe(z.safeParse(checker, value).success);
    };
    fc.assert(fc.property(values, judge), { numRuns: repeats(2_000) });
  },
);

test.each(["0004-02-29T23:59:59+23:59", "1900-02-29T00:00:00Z", "0100-02-29T00:00:00Z", "2025-01-01T10:00:00+24:00"])(
  "and about the date %s",
  (text) => {
    const checker = checkerOf({ is: { kind: "date" } }, { form: "wire", mode: "strict" });
    expect(leafIssue({ kind: "date" }, text, "wire") === null).toBe(z.safeParse(checker, text).success);
  },
);

import assert from "node:assert/strict";
import { dateText, unknownsIn } from "@keyhold/billing-schema";
import fc from "fast-check";
import { test } from "vitest";
import { dates, valuesOf } from "./arbitrary.js";
import { build, clientName } from "./declared.js";
import type { Codec } from "./exported.js";

const same = (name: string): string => name;
const keep = (text: string): string => text;
/** A date after a copy of its owner: the same instant at the precision of a `Date`. */
const atMilliseconds = (text: string): string => new Date(text).toISOString();

/** The invariants of all codecs, for any possible data. */
export function roundTrips({ name, field, decode, encode, safeDecode }: Codec, runs: number): void {
  const wire = valuesOf(field, { form: "wire", mode: "strict" });
  const newerWire = valuesOf(field, { form: "wire", mode: "tolerant" });
  const client = valuesOf(field, { form: "client", mode: "strict" });
  const holds = <T>(values: fc.Arbitrary<T>, judge: (value: T) => void): void =>
    fc.assert(fc.property(values, judge), { numRuns: runs });

  test(`${name}: what is decoded has the names of the client form, and dates that know their text`, () => {
    holds(wire, (value) => {
      const decoded = decode(value, "strict");
      assert.deepStrictEqual(
        decoded,
        build(field, value, { mode: "strict", name: clientName, date: (text) => new Date(text) }),
      );
      assert.deepStrictEqual(textsIn(decoded), build(field, value, { mode: "strict", name: clientName, date: keep }));
    });
  });

  test(`${name}: what is decoded strictly is encoded to what was sent`, () => {
    holds(wire, (value) => {
      const before = structuredClone(value);
      const encoded = encode(decode(value, "strict"), "strict");
      assert.deepStrictEqual(encoded, build(field, value, { mode: "strict", name: same, date: keep }));
      assert.deepStrictEqual(value, before);
    });
  });

  test(`${name}: what is decoded tolerantly is encoded to what was sent, with all that is newer`, () => {
    holds(newerWire, (value) => {
      const before = structuredClone(value);
      const encoded = encode(decode(value, "tolerant"), "tolerant");
      assert.deepStrictEqual(encoded, build(field, value, { mode: "tolerant", name: same, date: keep }));
      assert.deepStrictEqual(value, before);
    });
  });

  test(`${name}: what strict mode takes of newer values is the same without what is newer`, () => {
    holds(newerWire, (value) => {
      const result = safeDecode(value, "strict");
      if (!result.success) return;
      const encoded = encode(result.data, "strict");
      assert.deepStrictEqual(encoded, build(field, value, { mode: "strict", name: same, date: keep }));
    });
  });

  test(`${name}: both modes are of one mind about what is declared, and nothing of it is found to be new`, () => {
    holds(wire, (value) => {
      const decoded = decode(value, "tolerant");
      assert.deepStrictEqual(decoded, decode(value, "strict"));
      assert.deepStrictEqual(unknownsIn(decoded), []);
    });
  });

  test(`${name}: what an app makes itself comes back as it was`, () => {
    holds(client, (value) => {
      const before = structuredClone(value);
      assert.deepStrictEqual(decode(encode(value, "strict"), "strict"), value);
      assert.deepStrictEqual(decode(encode(value, "tolerant"), "tolerant"), value);
      assert.deepStrictEqual(value, before);
    });
  });

  test(`${name}: a copy of what was decoded is encoded to the same instants`, () => {
    holds(wire, (value) => {
      const decoded = decode(value, "strict");
      const instants = build(field, value, { mode: "strict", name: same, date: atMilliseconds });
      assert.deepStrictEqual(encode(structuredClone(decoded), "strict"), instants);
      // A shallow copy shares the dates, and they remember.
      assert.deepStrictEqual(encode({ ...decoded }, "strict"), encode(decoded, "strict"));
    });
  });

  test(`${name}: a copy of what was decoded tolerantly has all that is declared as it was`, () => {
    const declared = { mode: "strict", name: same, date: atMilliseconds } as const;
    holds(newerWire, (value) => {
      const encoded = encode(structuredClone(decode(value, "tolerant")), "tolerant");
      assert.ok(safeDecode(encoded, "tolerant").success);
      assert.deepStrictEqual(build(field, encoded, declared), build(field, value, declared));
    });
  });

  test(`${name}: a date that was moved is encoded as what it is now`, () => {
    holds(fc.tuple(wire, dates), ([value, moment]) => {
      const moved = decode(value, "strict");
      moveDates(moved, moment);
      const expected = build(field, value, { mode: "strict", name: same, date: () => moment.toISOString() });
      assert.deepStrictEqual(encode(moved, "strict"), expected);
    });
  });
}

/** A copy with the text of each date. */
function textsIn(value: unknown): unknown {
  if (value instanceof Date) return dateText(value);
  if (Array.isArray(value)) return value.map(textsIn);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, textsIn(inner)]));
}

function moveDates(value: unknown, moment: Date): void {
  if (value instanceof Date) value.setTime(moment.getTime());
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) moveDates(inner, moment);
}

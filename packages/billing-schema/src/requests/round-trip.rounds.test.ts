import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repeats } from "../../../../tests/harness/repeats.js";
import { bodiesOf } from "../../tests/body-arbitrary.js";
import { requests, spellings } from "../../tests/requests.js";

const cases = requests.flatMap((of) => spellings.map((apiVersion) => ({ of, name: of.name, apiVersion })));

describe.each(cases)("$name of the API of $apiVersion", ({ of, apiVersion }) => {
  const bodies = bodiesOf(of, { isFirstVersion: apiVersion === "2025-05", keys: "any" });
  const holds = (judge: (value: unknown) => void): void =>
    fc.assert(fc.property(bodies, judge), { numRuns: repeats(300) });

  test("is decoded to the encoded value, and that is unchanged", () => {
    holds((value) => {
      const before = structuredClone(value);
      assert.deepStrictEqual(of.decode(of.encode(value, { apiVersion }), { apiVersion }), value);
      assert.deepStrictEqual(value, before);
    });
  });

  test("is the same for JSON", () => {
    holds((value) => {
      const wire = of.encode(value, { apiVersion });
      assert.deepStrictEqual(JSON.parse(JSON.stringify(wire)), wire);
    });
  });

  test("has no field besides its own", () => {
    holds((value) => {
      const key = "notAField";
      const result = of.safeEncode({ ...Object(value), [key]: 1 }, { apiVersion });
      const issues = result.success ? [] : result.error.issues;
      expect(issues.map(({ path }) => path)).toEqual([[key]]);
    });
  });
});

test("every body is found, under a name of its own", () => {
  const names = requests.map(({ name }) => name);
  expect(names.length).toBe(12);
  expect(new Set(names).size).toBe(names.length);
});

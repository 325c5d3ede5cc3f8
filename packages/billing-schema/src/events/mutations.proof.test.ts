import assert from "node:assert/strict";
import { describe, expect, test } from "vitest";
import { isWhole } from "../../../../tests/harness/repeats.js";
import { allows, build } from "../../tests/declared.js";
import { events } from "../../tests/exported.js";
import { smallestOf } from "../../tests/least.js";
import { type Mutation, type Path, possibleMutationsOf } from "../../tests/mutations.js";
import { payloads } from "../../tests/payloads.js";
import type { Mode } from "../schema/mode.js";
import { unknownsIn } from "../schema/unknowns.js";

const modes: readonly Mode[] = ["strict", "tolerant"];
/**
 * A third of the replacements, and in the scheduled workflow all: a place has the first, fourth … replacement, and the next place others
 * of them.
 */
const stride = isWhole ? 1 : 3;
const building = { name: (name: string) => name, date: (text: string) => text };

const starts = (path: Path, start: Path): boolean => start.every((step, index) => path[index] === step);

/**
 * An issue names the changed place, a place inside the new value, or the parent of a missing key or item. Only a
 * discriminator of a union may cause errors elsewhere: in that member.
 */
const names = ({ path, decides }: Mutation, issue: Path): boolean =>
  [path, ...decides].some((place) => starts(issue, place)) || (decides.length > 0 && starts(path, issue));

const typeOf = ({ payload }: Mutation): unknown => Reflect.get(Object(payload), "type");

describe.each(modes)("a payload with one place changed, in %s mode,", (mode) => {
  const counted = { refused: 0, harmless: 0 };
  const before = new Set<string>();
  let made = 0;

  test.each(events)("of type $name, is rejected at that place, or allowed there and lossless", (event) => {
    const payload = Reflect.get(payloads, event.name);
    assert.ok(allows(event.field, payload, mode));
    for (const { make, ...possible } of possibleMutationsOf(event.field, payload, before)) {
      made += 1;
      if (made % stride !== 0) continue;
      const mutation = { ...possible, payload: make() };
      const place = `${mutation.path.join(".")} is ${mutation.what}`;
      const result = event.safeDecode(mutation.payload, mode);
      // Tolerant mode accepts another type as an unknown event.
      const isRenamed = mode === "tolerant" && mutation.path[0] === "type" && typeof typeOf(mutation) === "string";
      const isAllowed = isRenamed || allows(event.field, mutation.payload, mode);
      assert.equal(result.success, isAllowed, `${place}: ${result.success ? "taken" : result.error.message}`);
      if (result.success) {
        const expected = isRenamed ? mutation.payload : build(event.field, mutation.payload, { mode, ...building });
        assert.deepStrictEqual(event.encode(result.data, mode), expected, place);
        counted.harmless += 1;
      } else {
        const strays = result.error.issues.filter((issue) => !names(mutation, issue.path));
        assert.deepStrictEqual(strays, [], place);
        counted.refused += 1;
      }
    }
  });

  test("is rejected, or accepted, many times", () => {
    expect(counted.refused).toBeGreaterThan(20_000 / stride);
    expect(counted.harmless).toBeGreaterThan(1_000 / stride);
  });
});

describe.each(modes)("in %s mode", (mode) => {
  test.each(events)("a full and a minimal $name round-trip unchanged, without unknowns", (event) => {
    const full = Reflect.get(payloads, event.name);
    for (const payload of [full, smallestOf(event.field, full)]) {
      const decoded = event.decode(payload, mode);
      assert.deepStrictEqual(event.encode(decoded, mode), payload);
      assert.deepStrictEqual(unknownsIn(decoded), []);
    }
    assert.notDeepStrictEqual(smallestOf(event.field, full), full);
  });
});

import { describe, expect, test } from "vitest";
import { repeats } from "../../../../tests/harness/repeats.js";
import { entities } from "../../tests/exported.js";
import { roundTrips } from "../../tests/round-trip.js";

describe("every exported entity", () => {
  for (const entity of entities) roundTrips(entity, repeats(30));

  test("is found, under a name of its own", () => {
    const names = entities.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(80);
    expect(new Set(names).size).toBe(names.length);
  });
});

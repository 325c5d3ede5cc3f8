import { describe, expect, test } from "vitest";
import { repeats } from "../../../../tests/harness/repeats.js";
import { events } from "../../tests/exported.js";
import { roundTrips } from "../../tests/round-trip.js";

describe("every event", () => {
  for (const event of events) roundTrips(event, repeats(10));

  test("is one of the twenty-seven", () => {
    expect(events).toHaveLength(27);
  });
});

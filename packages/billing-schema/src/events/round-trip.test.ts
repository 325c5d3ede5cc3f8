import { describe, expect, test } from "vitest";
import { events } from "../../../../tests/billing/exported.js";
import { roundTrips } from "../../../../tests/billing/round-trip.js";

describe("every event", () => {
  for (const event of events) roundTrips(event, 10);

  test("is one of the twenty-seven", () => {
    expect(events).toHaveLength(27);
  });
});

import { describe, expect, test } from "vitest";
import { repeats } from "../../../../tests/harness/repeats.js";
import { events, eventsByData } from "../../tests/exported.js";
import { roundTrips } from "../../tests/round-trip.js";

const runs = repeats(10);
/** Events with equal data differ in the type only: all events are in the tier `proof`. */
const tested = runs < 10 ? eventsByData : events;

describe("every event", () => {
  for (const event of tested) roundTrips(event, runs);

  test("is one of the twenty-seven", () => {
    expect(events).toHaveLength(27);
    expect(eventsByData).toHaveLength(10);
  });
});

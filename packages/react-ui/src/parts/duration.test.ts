import { expect, test } from "vitest";
import { durationIn } from "./duration.js";

const day = 86_400;

test.each([
  ["en", 90 * day, "90 days"],
  ["en", day, "1 day"],
  ["en", 1.5 * day, "36 hours"],
  ["en", 3600, "1 hour"],
  ["en", 5400, "90 minutes"],
  ["en", 61, "61 seconds"],
  ["de", 7 * day, "7 Tage"],
])("a duration is written in the language %s: %i seconds are %j", (locale, seconds, text) => {
  expect(durationIn(locale, seconds)).toBe(text);
});

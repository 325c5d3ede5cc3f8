import { expect, test } from "vitest";
import { relativeTime } from "./relative-time.js";

const now = Date.UTC(2026, 4, 4, 12);
const before = (seconds: number): Date => new Date(now - seconds * 1000);

test.each([
  [0, "now"],
  [59, "now"],
  [-30, "now"],
  [60, "1 minute ago"],
  [3599, "59 minutes ago"],
  [7200, "2 hours ago"],
  [86_400, "yesterday"],
  [-86_400, "tomorrow"],
  [6 * 86_400, "6 days ago"],
  [8 * 86_400, null],
])("a moment %i seconds ago is %j", (seconds, text) => {
  expect(relativeTime(before(seconds), now, "en")).toBe(text);
});

test("a moment is written in the language of the texts", () => {
  expect(relativeTime(before(300), now, "de")).toBe("vor 5 Minuten");
});

import { expect, test } from "vitest";
import { readIsoDate } from "./iso-date.js";

test.each([
  "1000-01-01T00:00:00.000Z",
  "2024-02-29T23:59:59.999Z",
  "2026-11-29T12:45:42.063Z",
  "9999-12-31T00:00:00.001Z",
])("%s is read as the constructor reads it", (text) => {
  expect(readIsoDate(text)).toEqual(new Date(text));
  expect(readIsoDate(text)?.toISOString()).toBe(text);
});

test.each([
  "",
  "2026-11-29",
  "2026-11-29 12:45:42",
  "2026-11-29T12:45:42Z",
  "2026-11-29T12:45:42.063+",
  "2026-13-29T12:45:42.063Z",
  "2026-11-32T12:45:42.063Z",
  "2026-11-29T24:45:42.063Z",
  "2026-11-29Tab:45:42.063Z",
  "0099-11-29T12:45:42.063Z",
  1_764_420_342,
  null,
])("%s is left to the general reader of dates", (value) => {
  expect(readIsoDate(value)).toBe(null);
});

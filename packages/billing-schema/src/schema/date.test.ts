import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dates, dateTexts } from "../../tests/arbitrary.js";
import { isDateText } from "../../tests/declared.js";
import { payloads } from "../../tests/payloads.js";
import { customer } from "../entities/customer.js";
import { dateText, readDate } from "./date.js";

const wire = payloads["customer.created"].data;
const takes = (text: unknown): boolean => customer.safeDecode({ ...wire, created_at: text }).success;

describe("a date", () => {
  test("decoded from text is the instant at milliseconds, and keeps its text", () => {
    fc.assert(
      fc.property(dateTexts, (text) => {
        const date = readDate(text);
        expect(date.getTime()).toBe(Date.parse(text));
        expect(dateText(date)).toBe(text);
        expect(JSON.stringify({ date })).toBe(JSON.stringify({ date: new Date(text) }));
        expect(date).toEqual(new Date(text));
        expect(Reflect.ownKeys(date)).toEqual([]);
      }),
    );
  });

  test("made, copied or changed by an app has its ISO form", () => {
    fc.assert(
      fc.property(dateTexts, dates, (text, other) => {
        expect(dateText(other)).toBe(other.toISOString());
        expect(dateText(structuredClone(readDate(text)))).toBe(new Date(text).toISOString());
        const moved = readDate(text);
        moved.setTime(other.getTime());
        if (other.getTime() !== Date.parse(text)) expect(dateText(moved)).toBe(other.toISOString());
      }),
    );
  });

  test("in the contract's form is accepted, and is an instant", () => {
    fc.assert(
      fc.property(dateTexts, (text) => {
        expect(takes(text)).toBe(true);
      }),
    );
  });

  test.each([
    ["-000001-12-31T23:59:59.999Z", false],
    ["0000-01-01T00:00:00.000Z", true],
    ["9999-12-31T23:59:59.999Z", true],
    ["+010000-01-01T00:00:00.000Z", false],
  ])("of an app, %s, is written where it could be read again: %s", (text, isWritten) => {
    const client = { ...customer.decode(wire), createdAt: new Date(text) };
    if (isWritten) expect(takes(customer.encode(client).created_at)).toBe(true);
    else expect(() => customer.encode(client)).toThrow("createdAt is a Date, not one of the years 0 to 9999");
  });

  test.each(["0000-01-01T00:00:00+12:00", "9999-12-31T23:59:59.999-12:00"])(
    "decoded from %s is of another year in UTC, and encoded unchanged",
    (text) => {
      const decoded = customer.decode({ ...wire, created_at: text });
      expect(customer.encode(decoded).created_at).toBe(text);
    },
  );

  test.each([
    ["2031-05-20T08:30:00Z", true],
    ["2031-05-20T08:30:00.1234567890Z", true],
    ["2031-05-20T08:30:00+23:59", true],
    ["2031-05-20T08:30:00-00:00", true],
    ["2032-02-29T08:30:00Z", true],
    ["2000-02-29T08:30:00Z", true],
    ["2031-05-20T08:30:00", false],
    ["2031-05-20", false],
    ["2031-05-20 08:30:00Z", false],
    ["2031-05-20t08:30:00z", false],
    ["2031-05-20T08:30Z", false],
    ["2031-05-20T08:30:00+02", false],
    ["2031-05-20T08:30:00+0200", false],
    ["2031-05-20T08:30:00+24:00", false],
    ["2031-05-20T08:30:00+99:99", false],
    ["2031-05-20T08:30:00.Z", false],
    ["2031-05-20T08:30:00,5Z", false],
    ["2031-05-20T24:00:00Z", false],
    ["2031-06-30T23:59:60Z", false],
    ["2031-02-29T08:30:00Z", false],
    ["2031-02-30T08:30:00Z", false],
    ["1900-02-29T08:30:00Z", false],
    ["2031-04-31T08:30:00Z", false],
    ["2031-13-01T08:30:00Z", false],
    ["2031-00-10T08:30:00Z", false],
    ["2031-01-00T08:30:00Z", false],
    ["+002031-05-20T08:30:00Z", false],
    ["31-05-20T08:30:00Z", false],
    [" 2031-05-20T08:30:00Z", false],
    ["2031-05-20T08:30:00Z\n", false],
    ["2031-05-20T08:30:00Z ", false],
    ["٢٠٣١-05-20T08:30:00Z", false],
    ["1927000000", false],
    ["", false],
    [1_927_000_000, false],
    [null, false],
  ])("written as %j is taken: %s", (text, isTaken) => {
    expect(takes(text)).toBe(isTaken);
    expect(isDateText(text)).toBe(isTaken);
  });
});

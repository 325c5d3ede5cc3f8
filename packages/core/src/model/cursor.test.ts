import { describe, expect, test } from "vitest";
import { pageOf, readCursor, writeCursor } from "./cursor.js";

describe("a cursor", () => {
  test.each(["", "ann", "Zoë 🔑", 'a","b'])("restores the position at the text %j", (value) => {
    expect(readCursor("text", writeCursor(value, "id1"))).toEqual({ value, id: "id1" });
  });

  test("restores the position at a point in time, to the millisecond", () => {
    const value = new Date("2026-01-05T12:00:00.123Z");
    expect(readCursor("date", writeCursor(value, "id1"))).toEqual({ value, id: "id1" });
  });

  test("needs no encoding in a URL", () => {
    expect(writeCursor("??>>~~ÿÿÿ", "id")).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  test.each([
    ["nothing", ""],
    ["no base64url", "a+b="],
    ["no JSON", btoa("nonsense").replaceAll("=", "")],
    ["no UTF-8", "_w"],
    ["another shape", writeCursor(5, "id")],
    ["no moment", writeCursor("yesterday", "id")],
    ["far too much", writeCursor("x".repeat(5000), "id")],
    ["a moment before there were databases", writeCursor("-271821-04-20T00:00:00.000Z", "id")],
    ["a moment in the year 0", writeCursor("0000-12-31T23:59:59.999Z", "id")],
    ["a moment after the year 9999", writeCursor("+010000-01-01T00:00:00.000Z", "id")],
    ["an id with a NUL", writeCursor("2026-01-05T12:00:00.000Z", "i\0d")],
  ])("that is %s is invalid", (_, cursor) => {
    expect(readCursor("date", cursor)).toBe(null);
  });

  test.each(["\0", "own\0er", "\ud800"])("with the text %j, which no database compares, is invalid", (value) => {
    expect(readCursor("text", btoa(JSON.stringify([value, "id"])).replaceAll("=", ""))).toBe(null);
    expect(readCursor("text", btoa(JSON.stringify(["owner", value])).replaceAll("=", ""))).toBe(null);
  });
});

describe("a page", () => {
  const rows = ["ann", "ben", "cid"].map((name, index) => ({ id: `id${index}`, name }));

  test("continues after its last row, if one more was found", () => {
    const { shown, nextCursor } = pageOf(rows, 2, "name");
    expect(shown).toEqual(rows.slice(0, 2));
    expect(readCursor("text", nextCursor ?? "")).toEqual({ value: "ben", id: "id1" });
  });

  test.each([3, 4])("of at most %i rows is the last one of three", (limit) => {
    expect(pageOf(rows, limit, "name")).toEqual({ shown: rows, nextCursor: null });
  });

  test("of an empty list is the last one", () => {
    expect(pageOf<"name", (typeof rows)[number]>([], 2, "name")).toEqual({ shown: [], nextCursor: null });
  });
});

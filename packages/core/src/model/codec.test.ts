import { describe, expect, test } from "vitest";
import { columnCodec, completeRow } from "./codec.js";
import { bool, counter, date, integer, json, state, text } from "./column.js";
import { defineModel } from "./model.js";

const native = { booleans: "native", dates: "native" } as const;
const plain = { booleans: "0/1", dates: "iso text" } as const;
const hookName = new Date("2026-01-05T12:00:00.123Z");

describe("a value on its way to the driver and back", () => {
  test.each([
    ["a boolean, natively", bool(), native, true, true],
    ["a boolean as a number", bool(), plain, true, 1],
    ["a date, natively", date(), native, hookName, hookName],
    ["a date as text", date(), plain, hookName, "2026-01-05T12:00:00.123Z"],
    ["JSON", json(), plain, { a: [1] }, '{"a":[1]}'],
    ["a number", integer(), plain, -5, -5],
    ["text", text(), plain, "x", "x"],
    ["nothing", text(), plain, null, null],
    ["no JSON", json(), native, null, null],
  ])("%s", (_, { facts }, can, value, encoded) => {
    const { encode, decode } = columnCodec(facts, can);
    expect(encode(value)).toEqual(encoded);
    expect(decode(encoded)).toEqual(value);
  });

  test.each([true, 1, 1n])("a boolean is true as %s", (stored) => {
    expect(columnCodec(bool().facts, plain).decode(stored)).toBe(true);
  });

  test.each([false, 0, 0n, "1", "true"])("a boolean is false as %s, if numbers are expected", (stored) => {
    expect(columnCodec(bool().facts, plain).decode(stored)).toBe(false);
  });

  test.each([
    ["the driver's own", hookName, hookName],
    ["text", "2026-01-05T12:00:00.123Z", hookName],
    ["text with an offset", "2026-01-05T14:00:00.123+02:00", hookName],
    ["text without a zone", "2026-01-05 12:00:00.123", hookName],
    ["ISO text without a zone", "2026-01-05T12:00:00.123", hookName],
    ["seconds", 1_767_614_400, new Date("2026-01-05T12:00:00.000Z")],
    ["milliseconds", 1_767_614_400_123, hookName],
    ["a large whole number", 1_767_614_400_123n, hookName],
  ])("a date of another library's database is read as %s", (_, stored, read) => {
    expect(columnCodec(date().facts, plain).decode(stored)).toEqual(read);
  });
});

describe("a new row", () => {
  const model = defineModel("thing", {
    id: text().initially(() => "made"),
    name: text(),
    note: text().optional(),
    seats: counter(),
    status: state("open", "closed"),
  });

  test("has every column, in the order of the model", () => {
    expect(Object.entries(completeRow(model, { name: "n" }))).toEqual([
      ["id", "made"],
      ["name", "n"],
      ["note", null],
      ["seats", 0],
      ["status", "open"],
    ]);
  });

  test("keeps the given values", () => {
    expect(completeRow(model, { id: "own", name: "n", note: "x", status: "closed" })).toMatchObject({
      id: "own",
      note: "x",
      status: "closed",
    });
  });

  test.each([
    ["a column is missing", {}, 'needs the column "name"'],
    ["a column is undefined", { name: undefined }, 'needs the column "name"'],
    ["a column that is not optional is null", { name: null }, 'The column "thing.name" cannot be null'],
    ["there is no such column", { name: "n", role: "admin" }, 'has no column "role"'],
    ["a column has the name of every object's member", { name: "n", constructor: "x" }, 'has no column "constructor"'],
  ])("fails if %s", (_, row, message) => {
    expect(() => completeRow(model, row)).toThrow(message);
  });
});

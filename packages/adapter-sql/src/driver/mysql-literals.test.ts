import { expect, it } from "vitest";
import { withLiterals } from "./mysql-literals.js";

it("writes texts as hexadecimal digits, so that no text ends before its end", () => {
  expect(withLiterals("select ? where a = ?", ["é'\\", ""])).toBe("select _utf8mb4 x'c3a9275c' where a = _utf8mb4 x''");
});

it("writes numbers and null as they are", () => {
  expect(withLiterals("values (?, ?, ?)", [1700000000123, -1, null])).toBe("values (1700000000123, -1, null)");
});

it("leaves question marks in names and texts as they are", () => {
  expect(withLiterals("select `a?` like 'b?' escape '|' and c = ?", [1])).toBe(
    "select `a?` like 'b?' escape '|' and c = 1",
  );
});

it("fails for a value of another type, or too few or too many values", () => {
  expect(() => withLiterals("select ?", [new Date(0)])).toThrow("type object");
  expect(() => withLiterals("select ?", [Number.NaN])).toThrow("type number");
  expect(() => withLiterals("select ?", [])).toThrow("type undefined");
  expect(() => withLiterals("select ?", [1, 2])).toThrow("1 parameters and 2 values");
});

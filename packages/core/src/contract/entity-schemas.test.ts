import { describe, expect, test } from "vitest";
import { name } from "./entity-schemas.js";

const read = (value: unknown): unknown => name["~standard"].validate(value);

describe("a name", () => {
  test.each([
    ["Ann \u202Egpj.exe", "Ann gpj.exe"],
    ["\u202AAnn\u202C \u202BBob\u202C", "Ann Bob"],
    ["\u2066Ann\u2069\u2067\u2068", "Ann"],
    ["\u202D", ""],
  ])("has no characters that change the text direction of what follows: %j", (given, stored) => {
    expect(read(given)).toEqual({ value: stored });
  });

  test.each(["Ann O'Neil", "\u05D0\u05D1\u200F", "\u0645\u062D\u0645\u062F", "a\u200Db", "  two  blanks ", ""])(
    "stays as it is otherwise: %j",
    (given) => expect(read(given)).toEqual({ value: given }),
  );

  test("has at most 255 characters", () => {
    expect(read("x".repeat(255))).toEqual({ value: "x".repeat(255) });
    expect(read("x".repeat(256))).toMatchObject({ issues: [{}] });
  });
});

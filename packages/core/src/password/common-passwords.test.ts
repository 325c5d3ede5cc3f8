import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.js";

test("the list has the 2,008 of 3,000 passwords of the minimum length that are no date", () => {
  const source = readFileSync(new URL("common-passwords.ts", import.meta.url), "utf8");
  const entries = source.match(/(?<=const list = `[^`]*)[A-Z][^A-Z\s`]*/g) ?? [];
  let listed = "";
  const passwords = new Set<string>();
  for (const entry of entries) {
    listed = listed.slice(0, entry.charCodeAt(0) - 65) + entry.slice(1);
    passwords.add(listed);
  }
  expect([...passwords].filter((password) => password.length >= 8 && isCommonPassword(password))).toHaveLength(2008);
});

describe("a date in digits, the day first, is common", () => {
  const days = (year: number): readonly string[] =>
    Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(year, 0, 1 + day)))
      .filter((day) => day.getUTCFullYear() === year)
      .map((day) => day.toISOString().replace(/^(\d{4})-(\d\d)-(\d\d).*$/, "$3$2$1"));

  test.each([1900, 1941, 1984, 1999, 2000, 2012, 2026, 2099])("of any day of %i", (year) => {
    expect(days(year).length).toBeGreaterThanOrEqual(365);
    expect(days(year).filter((day) => !isCommonPassword(day))).toEqual([]);
  });

  test.each([
    "00011984",
    "32011984",
    "01001984",
    "01131984",
    "01011884",
    "01012184",
    "010119840",
    "x01011984",
    "1011984",
  ])("and %s is none", (digits) => {
    expect(isCommonPassword(digits)).toBe(false);
  });
});

describe("among the most common passwords is", () => {
  test.each(["password", "12345678", "password1", "qwerty123", "iloveyou", "1q2w3e4r", "jennifer", "baseball"])(
    "%s, in the list",
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  test.each(["Password1", "PASSWORD", "BaseBall", "\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44"])(
    "%s, in any composition of its characters",
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  test.each(["00000000", "11111111", "87654321", "abcdefgh"])(
    "%s, which a strength meter finds without a list",
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );
});

describe("not among the most common passwords is", () => {
  test.each(["a right password", "correct horse", "correct horse battery staple", "password of mine", "13579135"])(
    "%s",
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );

  test.each([" password", "password ", "", "x", "constructor", "__proto__", "toString"])(
    "%j, which is only similar to one",
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );
});

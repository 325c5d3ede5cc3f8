import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.js";

test("the list has 3,000 passwords of the minimum length", () => {
  const source = readFileSync(new URL("common-passwords.ts", import.meta.url), "utf8");
  const entries = source.match(/(?<=const list = `[^`]*)[A-Z][^A-Z\s`]*/g) ?? [];
  let listed = "";
  const passwords = new Set<string>();
  for (const entry of entries) {
    listed = listed.slice(0, entry.charCodeAt(0) - 65) + entry.slice(1);
    passwords.add(listed);
  }
  expect([...passwords].filter((password) => password.length >= 8 && isCommonPassword(password))).toHaveLength(3000);
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

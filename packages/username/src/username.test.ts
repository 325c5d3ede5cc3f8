import { describe, expect, test } from "vitest";
import { usernameErrors } from "./errors.js";
import type { UsernameOptions } from "./options.js";
import { displayUsernameError, isSameName, normaliseUsername, usernameError } from "./username.js";

const options: UsernameOptions = {
  minUsernameLength: 3,
  maxUsernameLength: 30,
  usernameValidator: () => true,
  displayUsernameValidator: null,
  disableAvailabilityCheck: false,
};

describe("a username", () => {
  test.each(["abc", "ABC", "a.b", "a_b", "...", "___", "123", "x".repeat(30)])("may be %s", (username) => {
    expect(usernameError(options, username)).toBeNull();
  });

  test.each(["", "a", "ab", "🔑🔑"])("is too short as %j", (username) => {
    expect(usernameError(options, username)).toBe(usernameErrors.USERNAME_IS_TOO_SHORT);
  });

  test.each(["x".repeat(31), "🔑".repeat(31), "x".repeat(100_000)])("is too long as %s", (username) => {
    expect(usernameError(options, username)).toBe(usernameErrors.USERNAME_IS_TOO_LONG);
  });

  test.each([
    "a b",
    "a-b",
    "a@b.co",
    "a/b",
    "a\\b",
    "a%62",
    "<b>",
    "äbc",
    "名前名",
    "🔑🔑🔑",
    "abc\n",
    "\nabc",
    "a\u0000b",
    "a\u200bb",
    "\u212Aelvin",
    "i\u0307stanbul",
    "аlice",
  ])("is invalid as %j", (username) => {
    expect(usernameError(options, username)).toBe(usernameErrors.USERNAME_IS_INVALID);
  });

  test("has the lengths of the options", () => {
    const wanted = { ...options, minUsernameLength: 1, maxUsernameLength: 5 };
    expect(usernameError(wanted, "a")).toBeNull();
    expect(usernameError(wanted, "abcdef")).toBe(usernameErrors.USERNAME_IS_TOO_LONG);
  });

  test("can be rejected by the app, too", () => {
    const reserved = { ...options, usernameValidator: (name: string) => name !== "admin" };
    expect(usernameError(reserved, "admin")).toBe(usernameErrors.USERNAME_IS_INVALID);
    expect(usernameError(reserved, "alice")).toBeNull();
  });

  test("is never accepted by the app alone", () => {
    expect(usernameError({ ...options, usernameValidator: () => true }, "a b")).toBe(
      usernameErrors.USERNAME_IS_INVALID,
    );
  });
});

test.each([
  ["Alice", "alice"],
  ["ALICE_1.x", "alice_1.x"],
  ["alice", "alice"],
])("%s is stored and looked up as %s", (username, stored) => {
  expect(normaliseUsername(username)).toBe(stored);
});

describe("two names", () => {
  test.each([
    ["alice_1.x", "ALICE_1.x"],
    ["alice", "alice"],
  ])("are equal except for capitals: %j and %j", (one, other) => {
    expect([isSameName(one, other), isSameName(other, one)]).toEqual([true, true]);
  });

  test.each([
    ["alice", "alice_"],
    ["kelvin", "\u212Aelvin"],
    ["istanbul", "\u0130stanbul"],
    ["istanbul", "\u0131stanbul"],
    ["strasse", "stra\u00dfe"],
    ["sam", "\u017fam"],
    ["alice", "\u0430lice"],
    ["alice", null],
    [undefined, undefined],
  ])("are different: %j and %j", (one, other) => {
    expect([isSameName(one, other), isSameName(other, one)]).toEqual([false, false]);
  });
});

describe("a display name without a username", () => {
  test.each(["", "The Alice", "a b<script>", "名前名", "👩‍🚀", "x".repeat(255), "🔑".repeat(255)])(
    "may be %j",
    (name) => {
      expect(displayUsernameError(options, name)).toBeNull();
    },
  );

  test.each(["x".repeat(256), "🔑".repeat(256)])("is too long as %s", (name) => {
    expect(displayUsernameError(options, name)).toBe(usernameErrors.USERNAME_IS_TOO_LONG);
  });

  test.each(["a\nb", "a\r\nbcc: b@x.io", "\u001b[31m", "a\u0085b", "a\tb"])("is invalid as %j", (name) => {
    expect(displayUsernameError(options, name)).toBe(usernameErrors.USERNAME_IS_INVALID);
  });

  test("passes if the app's own check accepts it", () => {
    const own = { ...options, displayUsernameValidator: (name: string) => name !== "Support" };
    expect(displayUsernameError(own, "The Alice")).toBeNull();
    expect(displayUsernameError(own, "Support")).toBe(usernameErrors.USERNAME_IS_INVALID);
    expect(displayUsernameError(own, "a\nb")).toBe(usernameErrors.USERNAME_IS_INVALID);
  });
});

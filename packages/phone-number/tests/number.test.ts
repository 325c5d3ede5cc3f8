import { describe, expect, test } from "vitest";
import { isMobile, parseNumber } from "../src/number/parse.ts";
import { codeOf, number, open } from "./fixture.ts";

const spellings: readonly (readonly [given: string, country?: string])[] = [
  ["+15005550006"],
  ["+1 (500) 555-0006"],
  ["+1 500 555 0006"],
  ["＋１ ５００ ５５５ ０００６"],
  ["+1-500-555-0006"],
  ["  +1 500 5550006  "],
  ["(500) 555-0006", "US"],
  ["500.555.0006", "US"],
  ["1 500 555 0006", "US"],
  ["011 1 500 555 0006", "US"],
];

test("ten spellings are one number", () => {
  expect(new Set(spellings.map(([given, country]) => parseNumber(given, country)?.number))).toEqual(
    new Set(["+15005550006"]),
  );
});

// https://github.com/signalapp/Signal-Android/issues/11630
test.each([
  ["as Apple's contacts copy it", "\u202d+1 500 555 0006\u202c"],
  ["as Windows copies it", "\u202a+15005550006\u202c"],
  ["as Signal copies it", "\u2068+1 500-555-0006\u2069"],
  ["after a mark of direction", "\u200e+15005550006"],
  ["with soft hyphens", "+1\u00ad500\u00ad5550006"],
  ["with spaces without width", "+1\u200b500\u20605550006\ufeff"],
])("a number with invisible characters is the number that the user sees: %s", (_, given) => {
  expect(parseNumber(given)?.number).toBe("+15005550006");
});

test("ten spellings of a number have one account", async () => {
  const fixture = open({ options: { numbers: "any" } });
  for (const [phoneNumber, country] of spellings) {
    const visit = fixture.visit();
    expect((await visit.browser.post("/phone-number/send-otp", { phoneNumber, country })).status).toBe(200);
    await fixture.auth.idle();
    const code = fixture.phones.lastTo("+15005550006")?.code ?? "";
    expect((await fixture.verify(visit, code, { phoneNumber, country })).status).toBe(200);
  }
  expect(await fixture.users()).toHaveLength(1);
});

test.each([
  ["0151 12345678", "DE"],
  ["+49 (0)151 12345678", undefined],
  ["0049 151 12345678", "DE"],
])("a number with a leading zero is read by its country: %s", (given, country) => {
  expect(parseNumber(given, country)).toEqual({ number, country: "DE", prefix: "+49" });
});

const invalid = [
  "abc",
  "",
  " ",
  "+",
  "+12345",
  "0151 12345678",
  "+1800FLOWERS",
  "+4915112345678abc",
  "call +4915112345678 now",
  "+4915112345678 ext. 5",
  "+4915112345678;ext=5",
  "+4915112345678\u0000",
  "++4915112345678",
  "+4915112345678,+4915187654321",
  `+49151${"1".repeat(100)}`,
];

describe("a text that is no number", () => {
  test.each(invalid)("is not read: %j", (given) => {
    expect(parseNumber(given)).toBe(null);
  });

  test.each(["send-otp", "request-password-reset", "forget-password"])("gets no message of %s", async (path) => {
    const { auth, visit, phones } = open();
    for (const phoneNumber of invalid.filter((text) => !text.includes("\u0000"))) {
      const answer = await visit().browser.post(`/phone-number/${path}`, { phoneNumber });
      expect(await codeOf(answer)).toEqual([400, "INVALID_PHONE_NUMBER"]);
    }
    await auth.idle();
    expect(phones.messages).toEqual([]);
  });

  test("is 400 at each use of a code and at the sign-in with a password", async () => {
    const { visit } = open();
    const uses = {
      verify: { code: "000000" },
      "reset-password": { otp: "000000", newPassword: "a right password" },
    };
    for (const [path, body] of Object.entries(uses)) {
      const answer = await visit().browser.post(`/phone-number/${path}`, { phoneNumber: "abc", ...body });
      expect(await codeOf(answer)).toEqual([400, "INVALID_PHONE_NUMBER"]);
    }
    const answer = await visit().browser.post("/sign-in/phone-number", { phoneNumber: "abc", password: "x" });
    expect(await codeOf(answer)).toEqual([400, "INVALID_PHONE_NUMBER"]);
  });
});

test.each([
  ["a premium number", "+499001234567", false],
  ["a premium number of the United States", "+19002345678", false],
  ["a toll-free number", "+498001234567", false],
  ["a fixed number", "+4930123456", false],
  ["a mobile number", number, true],
  ["a number that may be fixed or mobile", "+12133734253", true],
])("%s is mobile: %s is %s", (_, given, expected) => {
  expect(isMobile(given)).toBe(expected);
});

import { describe, expect, test } from "vitest";
import { codeOf, matchStep, newSecret, readSecret, stepOf, totpURI } from "./totp.js";

/** RFC 6238, appendix B, SHA-1: the last six of eight digits. */
const secret = new TextEncoder().encode("12345678901234567890");
const vectors = [
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
] as const;

describe("codes", () => {
  test.each(vectors)("at second %d it is %s, as RFC 6238 says", (second, code) => {
    expect(codeOf(secret, stepOf(new Date(second * 1000)))).toBe(code);
  });

  test("one step before and after the present one match, two do not", () => {
    const now = new Date("2026-01-01T12:00:10Z");
    const step = stepOf(now);
    const matched = [-2, -1, 0, 1, 2].map((away) => matchStep(secret, codeOf(secret, step + away), now));
    expect(matched).toEqual([null, step - 1, step, step + 1, null]);
  });

  test.each(["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", "28708 3"])("%j matches no step", (given) => {
    expect(matchStep(secret, given, new Date(59_000))).toBe(null);
  });

  test("blanks and dashes do not count", () => {
    expect(matchStep(secret, " 287-082 ", new Date(59_000))).toBe(1);
  });
});

describe("secrets", () => {
  test("have 20 bytes, and differ", () => {
    const secrets = Array.from({ length: 100 }, newSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const one of secrets) expect(readSecret(one)).toHaveLength(20);
  });

  test("are read in any case, with blanks and padding", () => {
    const [one] = [newSecret()];
    const given = `${one.toLowerCase().replace(/(.{4})/g, "$1 ")}`;
    expect(readSecret(given)).toEqual(readSecret(one));
  });

  test.each(["", "A", "not base32!", "A".repeat(20), "1".repeat(32)])("%j is none", (given) => {
    expect(readSecret(given)).toBe(null);
  });
});

test("the URI escapes issuer and account, and names the issuer twice", () => {
  expect(totpURI("ABC", { issuer: "Tea & Shop best", account: "ada+1@example.com" })).toBe(
    "otpauth://totp/Tea%20%26%20Shop%20best:ada%2B1%40example.com?secret=ABC&issuer=Tea%20%26%20Shop%20best&algorithm=SHA1&digits=6&period=30",
  );
});

test("the issuer in the URI has no colon, which divides it from the account", () => {
  const uri = totpURI("ABC", { issuer: "Tea: Shop", account: "ada@example.com" });
  expect(uri).toContain("otpauth://totp/Tea%20Shop:ada%40example.com?");
  expect(uri).toContain("&issuer=Tea%20Shop&");
});

import { describe, expect, test } from "vitest";
import { readCookie, writeCookie } from "./cookies.js";

describe("a cookie is read", () => {
  test.each([
    ["a=1", "1"],
    ["a=1; b=2", "1"],
    ["b=2; a=1", "1"],
    ["b=2;a=1", "1"],
    ["b=2;   a=1", "1"],
    ["a=", ""],
    ["a=x=y=z", "x=y=z"],
    ["a=%20%C3%A9", " é"],
    ["a=1; a=2", "1"],
    ["b; a=1", "1"],
    [";;; a=1", "1"],
    ["b=a=2; a=1", "1"],
  ])("from %j as %j", (header, value) => {
    expect(readCookie(header, "a")).toBe(value);
  });

  test.each([null, "", "b=1", "A=1", "xa=1", "a", "a ; b=1", "ab=1", "b=a=1", "=a", ";", "\ta=1"])(
    "as none from %j",
    (header) => {
      expect(readCookie(header, "a")).toBeNull();
    },
  );

  test.each(["a=%", "a=%Z", "a=%E0%A4", "a=%C3%28"])("as none from %s, which is no encoding", (header) => {
    expect(readCookie(header, "a")).toBeNull();
  });

  test.each([" ", ";", "; ", "a", "a;", "=;"])("as none from a header of a hundred thousand times '%s'", (part) => {
    expect(readCookie(part.repeat(100_000), "a")).toBeNull();
  });
});

describe("a cookie is written", () => {
  test("with its life, for this host's every path, out of reach of scripts and other sites", () => {
    expect(writeCookie("a", "1", { maxAgeSeconds: 60, isSecure: false })).toBe(
      "a=1; Max-Age=60; Path=/; HttpOnly; SameSite=Lax",
    );
  });

  test("for https only, when it is secure", () => {
    expect(writeCookie("a", "1", { maxAgeSeconds: null, isSecure: true })).toBe(
      "a=1; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
  });

  test.each(["; Domain=evil.example", "a,b", "a\r\nb", "a=b", "ü", '"', " ", "+/="])(
    "so that %j stays its value",
    (value) => {
      const line = writeCookie("a", value, { maxAgeSeconds: null, isSecure: false });
      expect(line.split("; ")).toHaveLength(4);
      expect(line).toMatch(/^[\x21-\x7e ]+$/);
      expect(readCookie(line, "a")).toBe(value);
    },
  );
});

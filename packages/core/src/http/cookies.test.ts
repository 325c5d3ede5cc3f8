import { describe, expect, test } from "vitest";
import { type CookieAttributes, readCookies, writeCookie } from "./cookies.js";

describe("cookies are read", () => {
  test.each([
    ["a=1", ["1"]],
    ["a=1; b=2", ["1"]],
    ["b=2; a=1", ["1"]],
    ["b=2;a=1", ["1"]],
    ["b=2;   a=1", ["1"]],
    ["a=", [""]],
    ["a=x=y=z", ["x=y=z"]],
    ["a=%20%C3%A9", [" é"]],
    ["a=1; a=2", ["1", "2"]],
    ["a=2; b=0; a=1; a=2", ["2", "1", "2"]],
    ["b; a=1", ["1"]],
    [";;; a=1", ["1"]],
    ["b=a=2; a=1", ["1"]],
    ["a=%; a=1", ["1"]],
  ])("from %j as %j", (header, values) => {
    expect(readCookies(header, "a")).toEqual(values);
  });

  test.each([null, "", "b=1", "A=1", "xa=1", "a", "a ; b=1", "ab=1", "b=a=1", "=a", ";", "\ta=1"])(
    "as absent from %j",
    (header) => {
      expect(readCookies(header, "a")).toEqual([]);
    },
  );

  test.each(["a=%", "a=%Z", "a=%E0%A4", "a=%C3%28"])("as absent from %s, which is no encoding", (header) => {
    expect(readCookies(header, "a")).toEqual([]);
  });

  test.each([" ", ";", "; ", "a", "a;", "=;"])("as absent from a header of a hundred thousand times '%s'", (part) => {
    expect(readCookies(part.repeat(100_000), "a")).toEqual([]);
  });
});

const plain: CookieAttributes = { maxAgeSeconds: null, isSecure: false, domain: null };

describe("a cookie is written", () => {
  test("with its lifetime, for every path of this host, HttpOnly and SameSite", () => {
    expect(writeCookie("a", "1", { ...plain, maxAgeSeconds: 60 })).toBe(
      "a=1; Max-Age=60; Path=/; HttpOnly; SameSite=Lax",
    );
  });

  test("for https only, if it is secure", () => {
    expect(writeCookie("a", "1", { ...plain, isSecure: true })).toBe("a=1; Path=/; HttpOnly; Secure; SameSite=Lax");
  });

  test("for a domain and its subdomains, if it is shared", () => {
    expect(writeCookie("a", "1", { maxAgeSeconds: 60, isSecure: true, domain: "example.com" })).toBe(
      "a=1; Max-Age=60; Domain=example.com; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
  });

  test.each(["; Domain=evil.example", "a,b", "a\r\nb", "a=b", "ü", '"', " ", "+/="])(
    "so that %j stays its value",
    (value) => {
      const line = writeCookie("a", value, plain);
      expect(line.split("; ")).toHaveLength(4);
      expect(line).toMatch(/^[\x21-\x7e ]+$/);
      expect(readCookies(line, "a")).toEqual([value]);
    },
  );

  test.each(["", "a=b", "a;b", "a b", "a\r\nSet-Cookie: b", "a,b", 'a"', "ä", "a\u0000", "__proto__\t"])(
    "never by the name %j",
    (name) => {
      expect(() => writeCookie(name, "1", plain)).toThrow("The name of a cookie");
    },
  );

  test.each(["", "a;b", "a b", "example.com\r\nx", "example.com; Path=/x", "é.com", "a=b"])(
    "never for the domain %j",
    (domain) => {
      expect(() => writeCookie("a", "1", { ...plain, domain })).toThrow("The domain of a cookie");
    },
  );

  test.each([Number.NaN, 0.5, Number.POSITIVE_INFINITY])("never for %s seconds", (maxAgeSeconds) => {
    expect(() => writeCookie("a", "1", { ...plain, maxAgeSeconds })).toThrow("The age of a cookie");
  });
});

import { describe, expect, test } from "vitest";
import { safeRedirects, trustedForRedirects, unsafeRedirects } from "../../tests/redirects.js";
import { safeRedirect, withQuery } from "./redirect.js";
import { trustedOrigins } from "./trusted-origins.js";

const settings = { origin: "https://example.com" };
const entries = ["https://example.com", "https://*.trusted.example", "myapp://", "other://open/here"];
const sent = (raw: string): string | null => safeRedirect(raw, settings, trustedOrigins(entries));

describe("a browser may be redirected to", () => {
  test.each([
    ["/dashboard", "/dashboard"],
    ["/a/../b?c=/../d#/../e", "/b?c=/../d#/../e"],
    ["/?next=//evil.com", "/?next=//evil.com"],
    ["/?a=%2f%5c%00", "/?a=%2f%5c%00"],
    ["https://example.com", "https://example.com/"],
    ["https://a.trusted.example/x", "https://a.trusted.example/x"],
    ["myapp://cb", "myapp://cb"],
    ["myapp:///cb?x=1", "myapp:///cb?x=1"],
    ["MYAPP://x", "myapp://x"],
    ["other://open/here?x=1", "other://open/here?x=1"],
    ["other://open/there/../here", "other://open/here"],
    [`/${"a".repeat(2047)}`, `/${"a".repeat(2047)}`],
  ])("%j, as %j", (raw, written) => {
    expect(sent(raw)).toBe(written);
  });
});

describe("a browser is never redirected to", () => {
  test.each([
    "myapp:cb",
    "myapp:/cb",
    "myapp2://cb",
    "myapp://x@evil.com",
    "myapp://x@http://evil.com",
    "myapp://a b",
    "myapp://a\\b",
    "myapp://%65vil",
    "myapp://*",
    "other://open",
    "other://open/there",
    "other://open/here/../there",
    "https:///example.com",
    "https:////example.com",
    "https:example.com",
    "https://*.trusted.example/",
    "https://a.b.trusted.example/",
    "https://a%2e.trusted.example/",
    "javascript://example.com/%0aalert(1)",
    "data://example.com/,x",
    `/${"a".repeat(2048)}`,
    `/${"../".repeat(700)}`,
    `/${"é".repeat(2048)}`,
  ])("%j", (raw) => {
    expect(sent(raw)).toBe(null);
  });
});

describe("an app with trusted origins of every kind", () => {
  const home = { origin: "http://localhost:3000" };
  const trusted = trustedOrigins([home.origin, ...trustedForRedirects]);

  test.each(unsafeRedirects)("does not redirect to %j", (raw) => {
    expect(safeRedirect(raw, home, trusted)).toBe(null);
  });

  test.each(safeRedirects)("redirects to %j, as %j", (raw, written) => {
    expect(safeRedirect(raw, home, trusted)).toBe(written);
  });

  test.each([
    ["a path", `/${"a".repeat(60_000)}`],
    ["a path that becomes short", `/${"../".repeat(20_000)}`],
    ["a URL of a trusted origin", `https://app.example.com/${"é".repeat(9000)}`],
  ])("does not redirect to %s above the maximum length", (_, raw) => {
    expect(safeRedirect(raw, home, trusted)).toBe(null);
  });
});

test("a checked URL stays the same when it is checked again", () => {
  for (const raw of [
    "/a/../b",
    "/%2e/x",
    "https://EXAMPLE.com:443/../x",
    "MYAPP://x",
    "/gr\u00fc\u00dfe?\u00e4#\u00f6",
  ]) {
    const once = sent(raw);
    expect(once).not.toBe(null);
    expect(sent(String(once))).toBe(once);
  }
});

describe("parameters are added to", () => {
  test.each([
    ["/ok", "https://example.com/ok?error=INVALID_TOKEN"],
    ["/ok?a=1&error=mine#here", "https://example.com/ok?a=1&error=INVALID_TOKEN#here"],
    ["https://a.trusted.example/x?y", "https://a.trusted.example/x?y=&error=INVALID_TOKEN"],
    ["myapp://cb", "myapp://cb?error=INVALID_TOKEN"],
  ])("%s", (checked, location) => {
    expect(withQuery(settings, checked, { error: "INVALID_TOKEN" })).toBe(location);
  });

  test("no query, if the URL only has to be absolute", () => {
    expect(withQuery(settings, "/ok?a=1")).toBe("https://example.com/ok?a=1");
  });

  test("any text, without an injection into the query", () => {
    const location = withQuery(settings, "/ok", { error: "a\r\nx: y&token=1#\u2028é" });
    expect([...location].every((character) => character > " " && character < "\u007f")).toBe(true);
    expect([...new URL(location).searchParams]).toEqual([["error", "a\r\nx: y&token=1#\u2028é"]]);
  });
});

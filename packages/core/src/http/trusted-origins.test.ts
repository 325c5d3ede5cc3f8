import { describe, expect, test } from "vitest";
import { trustedOriginError, trustedOrigins } from "./trusted-origins.js";

const trusts = (entry: unknown, address: string): boolean => trustedOrigins([entry]).trustsUrl(new URL(address));

describe("an origin is trusted", () => {
  test.each([
    ["https://app.example.com", "https://app.example.com/a?b#c"],
    ["https://app.example.com", "https://app.example.com:443/"],
    ["https://app.example.com:443/", "https://app.example.com/"],
    ["https://APP.example.com/path", "https://app.example.com/"],
    ["http://localhost:3000", "http://localhost:3000/x"],
    ["http://[::1]:3000", "http://[0:0:0:0:0:0:0:1]:3000/x"],
    ["https://bücher.example", "https://xn--bcher-kva.example/"],
  ])("%s has %s", (entry, address) => {
    expect(trusts(entry, address)).toBe(true);
  });

  test.each([
    ["https://app.example.com", "http://app.example.com/"],
    ["https://app.example.com", "https://app.example.com:8443/"],
    ["https://app.example.com", "https://example.com/"],
    ["https://app.example.com", "https://sub.app.example.com/"],
    ["https://app.example.com", "https://app.example.com./"],
    ["https://app.example.com", "https://app.example.com.evil.com/"],
    ["https://app.example.com", "wss://app.example.com/"],
    ["http://localhost:3000", "blob:http://localhost:3000/1234"],
  ])("%s has not %s", (entry, address) => {
    expect(trusts(entry, address)).toBe(false);
  });
});

describe("a star matches one label of a host", () => {
  test.each([
    ["https://*.trusted.example", "https://a.trusted.example/x"],
    ["https://*.trusted.example", "https://xn--bcher-kva.trusted.example/"],
    ["https://*.trusted.example", "https://A.TRUSTED.example:443/"],
    ["https://*.trusted.example:8443", "https://a.trusted.example:8443/"],
    ["https://*.trusted.example/", "https://a.trusted.example/"],
    ["http://*.localhost:3000", "http://tenant.localhost:3000/"],
  ])("%s has %s", (entry, address) => {
    expect(trusts(entry, address)).toBe(true);
  });

  test.each([
    ["https://*.trusted.example", "https://trusted.example/"],
    ["https://*.trusted.example", "https://.trusted.example/"],
    ["https://*.trusted.example", "https://a.b.trusted.example/"],
    ["https://*.trusted.example", "https://a.trusted.example./"],
    ["https://*.trusted.example", "http://a.trusted.example/"],
    ["https://*.trusted.example", "https://a.trusted.example:8443/"],
    ["https://*.trusted.example", "https://eviltrusted.example/"],
    ["https://*.trusted.example", "https://a.trusted.example.evil.com/"],
    ["https://*.trusted.example", "https://evil.com/.trusted.example"],
    ["https://*.trusted.example", "https://evil.com/?.trusted.example"],
    ["https://*.trusted.example", "https://evil.com/#.trusted.example"],
    ["https://*.trusted.example", "blob:https://a.trusted.example/1"],
    ["https://*.trusted.example:8443", "https://a.trusted.example/"],
    ["http://*.localhost:3000", "http://localhost:3000/"],
  ])("%s has not %s", (entry, address) => {
    expect(trusts(entry, address)).toBe(false);
  });
});

describe("an app's own scheme", () => {
  test.each([
    ["myapp://", "myapp://cb"],
    ["myapp://", "myapp://any/path?x#y"],
    ["myapp://", "myapp:///path"],
    ["MyApp://", "MYAPP://cb"],
    ["myapp://open", "myapp://open"],
    ["myapp://open", "myapp://open/anything?x"],
    ["myapp://open/", "myapp://open/anything"],
    ["myapp://open/here", "myapp://open/here?x#y"],
    ["myapp://open/here", "myapp://open/%68ere"],
    ["myapp://open/here", "myapp://open/there/../here"],
    ["myapp://open/gr%C3%BC%C3%9Fe", "myapp://open/grüße"],
    ["exp://192.168.0.2:8081", "exp://192.168.0.2:8081/--/cb"],
  ])("%s has %s", (entry, address) => {
    expect(trusts(entry, address)).toBe(true);
  });

  test.each([
    ["myapp://", "myapp2://cb"],
    ["myapp://", "my://cb"],
    ["myapp://", "https://myapp/"],
    ["myapp://open", "myapp://opened"],
    ["myapp://open", "myapp://open:1"],
    ["myapp://open", "myapp://open.evil"],
    ["myapp://open", "myapp:///open"],
    ["myapp://open", "myapp:open"],
    ["myapp://open/here", "myapp://open"],
    ["myapp://open/here", "myapp://open/here/"],
    ["myapp://open/here", "myapp://open/here/../there"],
    ["myapp://open/here", "myapp://open/here/%2e%2e/there"],
    ["myapp://open/here", "myapp://open/here%2F..%2Fthere"],
    ["myapp://open/here", "myapp://open/HERE"],
    ["myapp://open/here", "myapp://open/%"],
  ])("%s has not %s", (entry, address) => {
    expect(trusts(entry, address)).toBe(false);
  });
});

describe("an Origin header is trusted", () => {
  const trusted = trustedOrigins(["http://localhost:3000", "https://*.trusted.example", "myapp://", "myapp://open"]);

  test.each(["http://localhost:3000", "https://a.trusted.example", "myapp://open"])("if it is %s", (origin) => {
    expect(trusted.trustsOrigin(origin)).toBe(true);
  });

  test.each([
    "null",
    "",
    "*",
    "http://localhost:3000/",
    "http://localhost:3000/x",
    "HTTP://localhost:3000",
    "http://LOCALHOST:3000",
    "http://localhost:03000",
    "http://user@localhost:3000",
    " http://localhost:3000",
    "http://localhost:3000 https://evil.com",
    "https://a.trusted.example:443",
    "https://A.trusted.example",
    "https://*.trusted.example",
    "blob:http://localhost:3000/1",
    "myapp://",
    "myapp://open/",
    "myapp://other",
    "javascript:alert(1)",
    "%%%",
  ])("but not if it is %j", (origin) => {
    expect(trusted.trustsOrigin(origin)).toBe(false);
  });
});

describe("no list can trust", () => {
  test.each([
    ["*", /lacks a scheme/],
    ["*://*", /lacks a scheme/],
    ["*.example.com", /lacks a scheme/],
    ["https://*", /first label/],
    ["https://*:3000", /first label/],
    ["https://a*.example.com", /first label/],
    ["https://app.*.example.com", /first label/],
    ["https://*.*.example.com", /first label/],
    ["https://*.example.*", /first label/],
    ["https://**.example.com", /first label/],
    ["https://*.1.2.3", /first label/],
    ["https://*.example.com:*", /first label/],
    ["https://*.com", /two fixed labels/],
    ["https://*.com.", /two fixed labels/],
    ["https://*..com", /two fixed labels/],
    ["https://*.", /two fixed labels/],
    ["http://*.local:8080", /two fixed labels/],
    ["https://*.example.com/path", /has a path/],
    ["https://*.example.com?x", /has a path/],
    ["myapp://*", /has a star/],
    ["myapp://open/*", /has a star/],
    ["exp://192.168.*", /has a star/],
    ["javascript://", /can run code or read files; remove it/],
    ["JavaScript://localhost:3000", /can run code or read files; remove it/],
    ["data://", /can run code or read files; remove it/],
    ["file:///etc", /can run code or read files; remove it/],
    ["blob://localhost", /can run code or read files; remove it/],
    ["filesystem://x", /can run code or read files; remove it/],
    ["vbscript://x", /can run code or read files; remove it/],
    ["about://blank", /can run code or read files; remove it/],
    ["intent://x", /can run code or read files; remove it/],
    ["view-source://x", /can run code or read files; remove it/],
    ["ws://localhost:3000", /can run code or read files; remove it/],
    ["example.com", /is not an origin/],
    ["localhost:3000", /is not an origin/],
    ["/path", /is not an origin/],
    ["", /is not an origin/],
    ["null", /is not an origin/],
    ["javascript:alert(1)", /is not an origin/],
    ["data:,", /is not an origin/],
    ["myapp:", /is not an origin/],
    ["myapp:open", /is not an origin/],
    ["myapp:///only-a-path", /is not an origin/],
    ["myapp://open?x", /is not an origin/],
    ["myapp://open/%", /is not an origin/],
    ["https://", /is not an origin/],
    ["https://user@example.com", /is not an origin/],
    ["https://example.com\\.evil.com", /is not an origin/],
    ["https://exam ple.com", /is not an origin/],
    ["https://example.com\n", /is not an origin/],
    [" https://example.com", /is not an origin/],
    ["https://[", /is not an origin/],
    [undefined, /is not an origin/],
    [null, /is not an origin/],
    [7, /is not an origin/],
    [["https://app.example.com"], /is not an origin/],
    [{ toString: () => "https://app.example.com" }, /is not an origin/],
  ])("%j, and the config error has the reason", (entry, reason) => {
    expect(trustedOriginError(entry)).toMatch(reason);
    const trusted = trustedOrigins([entry]);
    for (const address of ["https://example.com/", "https://a.example.com/", "javascript:alert(1)", "myapp://open"]) {
      expect(trusted.trustsUrl(new URL(address))).toBe(false);
    }
    expect(trusted.trustsOrigin("https://app.example.com")).toBe(false);
    expect(trusted.trustsOrigin(String(entry))).toBe(false);
  });
});

test("an invalid entry does not affect the others", () => {
  const trusted = trustedOrigins(["", null, "https://app.example.com", "*"]);
  expect(trusted.trustsOrigin("https://app.example.com")).toBe(true);
});

import { describe, expect, test } from "vitest";
import type { Caller } from "../../contract/context.js";
import { trustedOrigins } from "../../http/trusted-origins.js";
import { signOut } from "../../routes/sign-out.js";
import type { IncomingCall } from "../incoming-call.js";
import { checkOrigin } from "./origin.js";

const home = "http://localhost:3000";
const trusted = trustedOrigins([home, "https://app.example.com", "https://example.org:8443"]);

type Given = Readonly<Record<string, string>>;

/** The code of the error for these headers; null if the request may change data. */
function rejectionOf(headers: Given, hasSessionCookie: boolean): string | null {
  const call = { route: { endpoint: signOut }, headers: new Headers(headers) } as unknown as IncomingCall;
  try {
    checkOrigin({ advise: () => undefined }, call, { trustedOrigins: trusted, hasSessionCookie } as Caller);
    return null;
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

describe.each([
  ["with a session's cookie", true],
  ["without a cookie", false],
])("a request that changes data, %s,", (_, hasCookie) => {
  test.each([
    "https://evil.example",
    "http://localhost:3000.evil.example",
    "http://localhost",
    "http://localhost:3001",
    "https://localhost:3000",
    "http://localhost:3000/",
    "http://localhost:3000, https://evil.example",
    "http://user@localhost:3000",
    "https://sub.app.example.com",
    "https://example.org",
    "",
  ])("fails from %j", (origin) => {
    expect(rejectionOf({ origin }, hasCookie)).toBe("INVALID_ORIGIN");
  });

  test("fails from an unknown origin", () => {
    const headers = { origin: "null", "sec-fetch-site": "same-origin", referer: `${home}/` };
    expect(rejectionOf(headers, hasCookie)).toBe("MISSING_OR_NULL_ORIGIN");
  });

  test("fails from another origin, with any referer", () => {
    const headers = { origin: "https://evil.example", "sec-fetch-site": "same-origin", referer: `${home}/` };
    expect(rejectionOf(headers, hasCookie)).toBe("INVALID_ORIGIN");
  });

  test.each(["cross-site", "same-site", "unknown", ""])(
    "fails if the browser sends %j in place of an origin",
    (site) => {
      expect(rejectionOf({ "sec-fetch-site": site, referer: `${home}/` }, hasCookie)).toBe("INVALID_ORIGIN");
    },
  );

  test.each([
    `https://evil.example/?${home}`,
    "http://localhost:3000.evil.example/",
    "http://localhost:3000@evil.example/",
    "about:blank",
    "%%%",
    "",
  ])("fails if the referer in place of an origin is %j", (referer) => {
    expect(rejectionOf({ referer }, hasCookie)).toBe("INVALID_ORIGIN");
  });

  test.each<Given>([
    { origin: home },
    { origin: "https://app.example.com" },
    { origin: "https://example.org:8443" },
    { origin: home, "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { referer: `${home}/sign-in?next=https://evil.example` },
  ])("may come with %j", (headers) => {
    expect(rejectionOf(headers, hasCookie)).toBe(null);
  });
});

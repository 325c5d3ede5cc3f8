import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { writeCookie } from "../http/cookies.js";
import { cookiesOf, hasSessionCookie } from "./cookies.js";

const secret = "only for this test: 4f9b7c21d8e3a650";
const person = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

describe("cookiesOf", () => {
  test("reads what a sign-up sets", async () => {
    const { auth } = createTestAuth();
    const lines: string[] = [];
    await auth.api.signUp.email(person, { setCookie: (line) => void lines.push(line) });
    expect(cookiesOf(lines)).toEqual([
      {
        name: "__Host-keyhold.session_token",
        value: expect.stringMatching(/^\w+\.[A-Za-z0-9+/]{43}=$/),
        options: { path: "/", httpOnly: true, secure: true, sameSite: "lax", maxAge: 604_800 },
      },
    ]);
  });

  test.each([
    [{ maxAgeSeconds: null, isSecure: false, domain: null }, { secure: false }],
    [
      { maxAgeSeconds: 0, isSecure: true, domain: null },
      { secure: true, maxAge: 0 },
    ],
    [
      { maxAgeSeconds: 60, isSecure: true, domain: "example.com" },
      { secure: true, maxAge: 60, domain: "example.com" },
    ],
  ])("reads a cookie with the attributes %j", (attributes, options) => {
    const always = { path: "/", httpOnly: true, sameSite: "lax" };
    expect(cookiesOf([writeCookie("a", "1 =;é%", attributes)])).toEqual([
      { name: "a", value: "1 =;é%", options: { ...always, ...options } },
    ]);
  });
});

describe("hasSessionCookie", () => {
  async function cookieOf(config: object = {}): Promise<string> {
    const { auth } = createTestAuth({ config: { secret, ...config } });
    const lines: string[] = [];
    await auth.api.signUp.email(person, { setCookie: (line) => void lines.push(line) });
    return lines.map((line) => line.split(";", 1)[0]).join("; ");
  }

  test.each([
    ["https", {}],
    ["http", { baseURL: "http://localhost:3000" }],
    ["a domain", { cookies: { domain: "example.com" } }],
  ])("finds the cookie of an app at %s, with and without the secret", async (_, config) => {
    const cookie = await cookieOf(config);
    expect(hasSessionCookie(new Headers({ cookie }))).toBe(true);
    expect(hasSessionCookie({ headers: { cookie } }, { secret })).toBe(true);
    expect(hasSessionCookie(new Request("https://example.com", { headers: { cookie } }), { secret })).toBe(true);
  });

  test("verifies the signature by each secret", async () => {
    const headers = new Headers({ cookie: await cookieOf() });
    const other = "another secret of this test: 9c01ab77e4";
    expect(hasSessionCookie(headers, { secret: other })).toBe(false);
    expect(hasSessionCookie(headers, { secret: [other, secret] })).toBe(true);
  });

  test("looks for the prefix", async () => {
    const headers = new Headers({ cookie: await cookieOf({ cookies: { prefix: "shop" } }) });
    expect(hasSessionCookie(headers)).toBe(false);
    expect(hasSessionCookie(headers, { prefix: "shop" })).toBe(true);
  });

  test.each(["", "keyhold.session_token=", "keyhold.session_token=abc", "keyhold.session_token=abc.def", "a=b"])(
    "finds none in %j",
    (cookie) => {
      expect(hasSessionCookie(new Headers({ cookie }))).toBe(false);
      expect(hasSessionCookie({})).toBe(false);
    },
  );
});

import { describe, expect, test } from "vitest";
import type { Settings } from "../contract/config.js";
import { keysFor } from "../secret/keys.js";
import { sign } from "../secret/signature.js";
import { cookieName, readSessionCookie, readSignedCookies, sessionCookies, signedCookie } from "./cookie.js";

const secret = "for tests only: 0123456789abcdefghij";
const newer = "for tests only: a newer secret than that";

/** The part of a context that cookies need. */
const open = (cookies: Partial<Settings["cookies"]> = {}, secrets: readonly [string, ...string[]] = [secret]) => ({
  settings: { cookies: { prefix: "keyhold", secure: true, domain: null, continueFrom: null, ...cookies } } as Settings,
  cookieKeys: keysFor("cookie", secrets),
});
type Opened = ReturnType<typeof open>;

const journey = { name: "state", value: "a secret; of, this=browser", maxAgeSeconds: 600 };
const pairOf = (line: string): string => line.split("; ", 1)[0] ?? "";
const readAll = (ctx: Opened, cookieHeader: string | null, name = "state") =>
  readSignedCookies(ctx, { cookieHeader }, name);
const read = (ctx: Opened, cookieHeader: string | null, name?: string) => readAll(ctx, cookieHeader, name)[0] ?? null;

describe("a signed cookie", () => {
  test("returns its value, with any characters", () => {
    const ctx = open();
    for (const value of [journey.value, "plain", "ü \u{1f642}", "a.b.c", "%", "+/="]) {
      expect(read(ctx, pairOf(signedCookie(ctx, { ...journey, value })))).toBe(value);
    }
  });

  test.each<[Partial<Settings["cookies"]>, string, string]>([
    [{}, "__Host-keyhold.state", "; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax"],
    [{ secure: false }, "keyhold.state", "; Max-Age=600; Path=/; HttpOnly; SameSite=Lax"],
    [{ prefix: "acme" }, "__Host-acme.state", "; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax"],
    [
      { domain: "example.com" },
      "__Secure-keyhold.state",
      "; Max-Age=600; Domain=example.com; Path=/; HttpOnly; Secure; SameSite=Lax",
    ],
  ])("has the attributes of all cookies of this library: %j", (cookies, name, attributes) => {
    const ctx = open(cookies);
    const line = signedCookie(ctx, journey);
    expect(line.startsWith(`${name}=`)).toBe(true);
    expect(line.endsWith(attributes)).toBe(true);
    expect(cookieName(ctx.settings, "state")).toBe(name);
    expect(read(ctx, pairOf(line))).toBe(journey.value);
  });

  test("is found among others, and of several with its name all correctly signed ones, in the order of arrival", () => {
    const ctx = open();
    const [one, two] = ["one", "two"].map((value) => pairOf(signedCookie(ctx, { ...journey, value })));
    expect(readAll(ctx, `a=1; ${one}; b=2`)).toEqual(["one"]);
    expect(readAll(ctx, `${two}; ${one}`)).toEqual(["two", "one"]);
    const planted = "__Host-keyhold.state=planted; __Host-keyhold.state=";
    expect(readAll(ctx, `${planted}; ${one}; ${two}`)).toEqual(["one", "two"]);
  });

  test.each<[string, (pair: string) => string | null]>([
    ["no cookies", () => null],
    ["an empty header", () => ""],
    ["other cookies", () => "a=1"],
    ["another name", (pair) => pair.replace(".state", ".stat")],
    ["another lead", (pair) => pair.replace("__Host-", "")],
    ["no value", () => "__Host-keyhold.state="],
    ["no signature", (pair) => pair.slice(0, -54)],
    ["half a signature", (pair) => pair.slice(0, -8)],
    ["another value", (pair) => pair.replace("browser", "Browser")],
    ["a broken encoding", (pair) => `${pair}%`],
  ])("is not read from %s", (_, change) => {
    const ctx = open();
    expect(read(ctx, change(pairOf(signedCookie(ctx, journey))))).toBe(null);
  });

  test("of one name is invalid under another, although both are signed: neither a session's nor the reverse", () => {
    const ctx = { ...open(), now: () => new Date(0) };
    const state = pairOf(signedCookie(ctx, journey));
    expect(read(ctx, state.replace(".state", ".other"), "other")).toBe(null);
    expect(readSessionCookie(ctx, state.replace(".state", ".session_token"))?.sessionToken).toBe(null);
    const [session = ""] = sessionCookies(ctx, { token: "t".repeat(32), until: new Date(1000) }, true);
    expect(readSessionCookie(ctx, pairOf(session))?.sessionToken).toBe("t".repeat(32));
    expect(read(ctx, pairOf(session).replace(".session_token", ".state"))).toBe(null);
  });

  test("is invalid if another secret signed it, or the same secret for another purpose", () => {
    const ctx = open();
    expect(read(ctx, pairOf(signedCookie(open({}, [newer]), journey)))).toBe(null);
    const foreign = sign(keysFor("signed value", [secret]), "state", "x");
    expect(read(ctx, `__Host-keyhold.state=${encodeURIComponent(foreign)}`)).toBe(null);
  });

  test("is still read after a rotation of the secret, and written with the new one", () => {
    const rotated = open({}, [newer, secret]);
    expect(read(rotated, pairOf(signedCookie(open(), journey)))).toBe(journey.value);
    expect(read(open(), pairOf(signedCookie(rotated, journey)))).toBe(null);
    expect(read(open({}, [newer]), pairOf(signedCookie(rotated, journey)))).toBe(journey.value);
  });

  test.each([
    { ...journey, name: "a;b" },
    { ...journey, name: "a b" },
    { ...journey, name: "a\r\nb" },
    { ...journey, maxAgeSeconds: Number.NaN },
    { ...journey, maxAgeSeconds: 0.5 },
    { ...journey, maxAgeSeconds: Number.POSITIVE_INFINITY },
  ])("is never written as %j", (wrong) => {
    expect(() => signedCookie(open(), wrong)).toThrow("of a cookie");
  });

  test("without a value is not read", () => {
    const ctx = open();
    expect(read(ctx, pairOf(signedCookie(ctx, { ...journey, value: "" })))).toBe(null);
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, countRows, openApp } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";

let app: App;
let browser: Browser;

beforeEach(async () => {
  app = openApp();
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
});

const cleared = [
  "keyhold.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
  "keyhold.session_data=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
  "keyhold.dont_remember=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
];

describe("a sign-out", () => {
  test("succeeds, and clears every session cookie", async () => {
    const answer = await browser.post("/sign-out");
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"success":true}');
    expect(answer.cookies.map((cookie) => cookie.line)).toEqual(cleared);
  });

  test("needs no body and no content type", async () => {
    const answer = await browser.send("POST", "/sign-out", undefined, { headers: { "content-type": null } });
    expect(answer.status).toBe(200);
  });

  test("makes its cookie invalid", async () => {
    const cookie = browser.cookieHeader();
    await browser.post("/sign-out");
    expect(await countRows(app)).toMatchObject({ sessions: 0 });
    expect((await app.browser().get("/get-session", { headers: { cookie } })).text).toBe("null");
  });

  test("does not affect the user's other browsers", async () => {
    const other = app.browser();
    await other.post("/sign-in/email", alice);
    await browser.post("/sign-out");
    expect((await other.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
  });

  test("answers the same without a session", async () => {
    const answer = await app.browser().post("/sign-out");
    expect(answer.text).toBe('{"success":true}');
    expect(answer.cookies.map((cookie) => cookie.line)).toEqual(cleared);
  });

  test("may be repeated", async () => {
    const cookie = browser.cookieHeader();
    await browser.post("/sign-out");
    expect((await browser.post("/sign-out", {}, { headers: { cookie } })).status).toBe(200);
  });

  test("emits an event once, even for sixteen concurrent calls", async () => {
    const headers = { cookie: browser.cookieHeader() };
    await Promise.all(Array.from({ length: 16 }, () => app.browser().post("/sign-out", {}, { headers })));
    const ended = app.events.filter((event) => event.type === "session.ended");
    expect(ended).toEqual([expect.objectContaining({ reason: "signed out" })]);
  });

  test.each([
    ["another signature", (token: string) => `${token}.${"A".repeat(43)}=`],
    ["no signature", (token: string) => token],
    ["an empty signature", (token: string) => `${token}.`],
  ])("by a known token with %s ends no session", async (_, forge) => {
    const [token = ""] = browser.sessionCookie.split(".");
    const cookie = `keyhold.session_token=${encodeURIComponent(forge(token))}`;
    expect((await app.browser().post("/sign-out", {}, { headers: { cookie } })).status).toBe(200);
    expect(await countRows(app)).toMatchObject({ sessions: 1 });
  });

  test.each(["GET", "HEAD"])("is not done by %s", async (method) => {
    expect((await browser.send(method, "/sign-out")).status).toBe(405);
    expect(await countRows(app)).toMatchObject({ sessions: 1 });
  });

  test("from an unknown origin fails if a session cookie comes along", async () => {
    const answer = await browser.post("/sign-out", {}, { headers: { origin: null } });
    expect(answer.status).toBe(403);
    expect(await countRows(app)).toMatchObject({ sessions: 1 });
  });
});

describe("a cookie from before a new token", () => {
  let headers: { readonly cookie: string };
  const isSignedIn = async (by = browser): Promise<boolean> => (await by.get("/get-session")).text !== "null";
  const signOutLate = () => app.browser().post("/sign-out", {}, { headers });

  beforeEach(async () => {
    headers = { cookie: browser.cookieHeader() };
    expect((await browser.post("/step-up/password", { password: alice.password })).status).toBe(200);
  });

  test("ends the session for ten minutes, and opens no session", async () => {
    expect((await app.browser().get("/get-session", { headers })).text).toBe("null");
    expect((await signOutLate()).body).toEqual({ success: true });
    expect(await isSignedIn()).toBe(false);
  });

  test("ends no session later", async () => {
    app.wait(601);
    expect((await signOutLate()).body).toEqual({ success: true });
    expect(await isSignedIn()).toBe(true);
  });

  test("ends no other session of the user", async () => {
    const other = app.browser();
    await other.post("/sign-in/email", alice);
    await signOutLate();
    expect([await isSignedIn(), await isSignedIn(other)]).toEqual([false, true]);
  });

  test("ends the session also after two new tokens", async () => {
    await browser.post("/step-up/password", { password: alice.password });
    await signOutLate();
    expect(await isSignedIn()).toBe(false);
  });
});

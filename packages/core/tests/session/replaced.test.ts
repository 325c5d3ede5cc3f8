import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  openApp,
  password,
  sessionModel,
  sessionsOf,
  userByEmail,
} from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";

const day = 86_400;

let app: App;
let browser: Browser;

beforeEach(async () => {
  app = openApp();
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
});

const readWith = (cookie: string) => app.browser().get("/get-session", { headers: { cookie } });

describe("a sign-in in a browser that has a session", () => {
  test("has a token of its own", async () => {
    const [before] = browser.sessionCookie.split(".");
    const answer = await browser.post("/sign-in/email", alice);
    expect(answer.body?.token).not.toBe(before);
  });

  test("ends the old session", async () => {
    const before = browser.cookieHeader();
    await browser.post("/sign-in/email", alice);
    expect((await readWith(before)).text).toBe("null");
    expect(await sessionsOf(app, (await userByEmail(app)).id)).toHaveLength(1);
  });

  test("ends a session that an attacker had planted there", async () => {
    const mallory = app.browser();
    await mallory.post("/sign-up/email", { name: "Mallory", email: "mallory@example.com", password });
    const planted = mallory.cookieHeader();
    const victim = await app.browser().post("/sign-in/email", alice, { headers: { cookie: planted } });
    expect(victim.body?.token).not.toBe(decodeURIComponent(mallory.sessionCookie).split(".")[0]);
    expect((await readWith(planted)).text).toBe("null");
  });

  test("emits an event that the old one was replaced", async () => {
    await browser.post("/sign-in/email", alice);
    expect(app.events.slice(-2)).toMatchObject([
      { type: "session.ended", reason: "replaced" },
      { type: "session.created" },
    ]);
  });

  test("keeps the old session if it fails", async () => {
    const before = browser.cookieHeader();
    const answer = await browser.post("/sign-in/email", { ...alice, password: "a wrong password" });
    expect(answer.cookies).toEqual([]);
    expect((await readWith(before)).body?.user).toMatchObject({ email: alice.email });
  });

  test("does not affect the user's other browsers", async () => {
    const other = app.browser();
    await other.post("/sign-in/email", alice);
    await browser.post("/sign-in/email", alice);
    expect((await other.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
  });

  test("does so when it signs up, too", async () => {
    const before = browser.cookieHeader();
    await browser.post("/sign-up/email", { name: "Bob", email: "bob@example.com", password });
    expect((await readWith(before)).text).toBe("null");
  });

  test("cannot end a session by a token without its signature", async () => {
    const [token] = browser.sessionCookie.split(".");
    const headers = { cookie: `keyhold.session_token=${token}.${"A".repeat(43)}%3D` };
    await app.browser().post("/sign-in/email", alice, { headers });
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
  });

  test("ends one with the token itself in its row", async () => {
    const [session] = await sessionsOf(app, (await userByEmail(app)).id);
    const [token = ""] = browser.sessionCookie.split(".");
    await app.db.update(sessionModel, session?.id ?? "", { token });
    const before = browser.cookieHeader();
    await browser.post("/sign-in/email", alice);
    expect((await readWith(before)).text).toBe("null");
  });
});

describe("a user without rememberMe, and now with it", () => {
  test("has the dont_remember cookie cleared", async () => {
    await browser.post("/sign-in/email", { ...alice, rememberMe: false });
    const answer = await browser.post("/sign-in/email", alice);
    expect(answer.cookies.map((cookie) => [cookie.name, cookie.attributes.get("max-age")])).toEqual([
      ["keyhold.session_token", "604800"],
      ["keyhold.dont_remember", "0"],
    ]);
  });

  test("has a session that is prolonged", async () => {
    await browser.post("/sign-in/email", { ...alice, rememberMe: false });
    await browser.post("/sign-in/email", alice);
    app.wait(day + 60);
    expect((await browser.get("/get-session")).body?.session).toMatchObject({ expiresAt: "2026-01-13T12:01:00.000Z" });
  });
});

test("a dont_remember cookie is accepted with a valid signature only", async () => {
  app.wait(day + 60);
  const cookie = `${browser.cookieHeader()}; keyhold.dont_remember=true; keyhold.dont_remember=true.AAAA`;
  expect((await readWith(cookie)).body?.session).toMatchObject({ expiresAt: "2026-01-13T12:01:00.000Z" });
});

test("a session without rememberMe stays so if its cookie is lost", async () => {
  await browser.post("/sign-in/email", { ...alice, rememberMe: false });
  app.wait(60);
  const answer = await readWith(`keyhold.session_token=${browser.sessionCookie}`);
  expect(answer.body?.session).toMatchObject({ expiresAt: "2026-01-06T12:00:00.000Z" });
  expect(answer.cookies).toEqual([]);
});

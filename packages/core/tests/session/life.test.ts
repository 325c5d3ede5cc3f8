import { memory } from "@keyhold/adapter-memory";
import { intercept } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  countRows,
  openApp,
  sessionModel,
  sessionsOf,
  userByEmail,
  userModel,
} from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { expectIssues } from "../../../../tests/harness/expect-error.ts";

const hour = 3600;
const day = 24 * hour;

let app: App;
let browser: Browser;

beforeEach(async () => {
  app = openApp();
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
});

const onlySession = async () => (await sessionsOf(app, (await userByEmail(app)).id))[0];

describe("the session of a caller", () => {
  test("is shown with its user, its token and no cookie", async () => {
    const answer = await browser.get("/get-session");
    const { id } = await userByEmail(app);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      session: {
        id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
        userId: id,
        token: browser.sessionCookie.split(".")[0],
        expiresAt: "2026-01-12T12:00:00.000Z",
        createdAt: "2026-01-05T12:00:00.000Z",
        updatedAt: "2026-01-05T12:00:00.000Z",
        ipAddress: null,
        userAgent: null,
      },
      user: {
        id,
        name: "Alice",
        email: "alice@example.com",
        emailVerified: false,
        image: null,
        createdAt: "2026-01-05T12:00:00.000Z",
        updatedAt: "2026-01-05T12:00:00.000Z",
        username: null,
        displayUsername: null,
      },
    });
    expect(answer.cookies).toEqual([]);
  });

  test("is null for a caller without a cookie", async () => {
    const answer = await app.browser().get("/get-session");
    expect(answer.status).toBe(200);
    expect(answer.text).toBe("null");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.cookies).toEqual([]);
  });

  test.each(["?unknown=1", "?disableCookieCache=true", "?disableCookieCache=false&disableRefresh=true"])(
    "is shown with %s, too",
    async (query) => {
      expect((await browser.get(`/get-session${query}`)).body?.user).toMatchObject({ email: alice.email });
    },
  );

  test.each([
    ["disableCookieCache", "maybe"],
    ["disableCookieCache", ""],
    ["disableCookieCache", "TRUE"],
    ["disableRefresh", "1"],
    ["disableRefresh", "true "],
  ])("is not shown with %s=%j", async (wish, value) => {
    expectIssues(await browser.get(`/get-session?${wish}=${encodeURIComponent(value)}`), [wish]);
  });

  test("ends with its user", async () => {
    await app.db.remove(userModel, { id: (await userByEmail(app)).id });
    expect((await browser.get("/get-session")).text).toBe("null");
    expect(await countRows(app)).toEqual({ users: 0, accounts: 0, sessions: 0 });
  });
});

describe("a session is prolonged", () => {
  test("not before a day has passed", async () => {
    app.wait(day - 60);
    const answer = await browser.get("/get-session");
    expect(answer.body?.session).toMatchObject({ expiresAt: "2026-01-12T12:00:00.000Z" });
    expect(answer.cookies).toEqual([]);
    expect((await onlySession())?.expiresAt).toEqual(new Date("2026-01-12T12:00:00.000Z"));
  });

  test("by seven days when a day has passed, and the cookie with it", async () => {
    app.wait(day + 60);
    const answer = await browser.get("/get-session");
    expect(answer.body?.session).toMatchObject({
      expiresAt: "2026-01-13T12:01:00.000Z",
      updatedAt: "2026-01-06T12:01:00.000Z",
    });
    expect(answer.cookies.map((cookie) => [cookie.name, cookie.attributes.get("max-age")])).toEqual([
      ["keyhold.session_token", "604800"],
    ]);
    expect((await onlySession())?.expiresAt).toEqual(new Date("2026-01-13T12:01:00.000Z"));
  });

  test("at the very second", async () => {
    app.wait(day);
    expect((await browser.get("/get-session")).cookies).toHaveLength(1);
  });

  test("once a day, however often it is read", async () => {
    app.wait(day + 60);
    await browser.get("/get-session");
    app.wait(day - 60);
    expect((await browser.get("/get-session")).cookies).toEqual([]);
  });

  test("with the same token and sign-in time as before", async () => {
    const before = browser.sessionCookie;
    app.wait(day + 60);
    const answer = await browser.get("/get-session");
    expect(browser.sessionCookie).toBe(before);
    expect(answer.body?.session).toMatchObject({ createdAt: "2026-01-05T12:00:00.000Z" });
  });

  test("not if it was ended at the same moment", async () => {
    app.wait(day + 60);
    const headers = { cookie: browser.cookieHeader() };
    const [read] = await Promise.all([
      app.browser().get("/get-session", { headers }),
      app.browser().post("/sign-out", {}, { headers }),
    ]);
    expect(read.status).toBe(200);
    expect(await countRows(app)).toMatchObject({ sessions: 0 });
  });

  test("not without rememberMe", async () => {
    await browser.post("/sign-in/email", { ...alice, rememberMe: false });
    app.wait(day - 60);
    const answer = await browser.get("/get-session");
    expect(answer.body?.session).toMatchObject({ expiresAt: "2026-01-06T12:00:00.000Z" });
    expect(answer.cookies).toEqual([]);
  });
});

test("a session that ends while a request prolongs it is not answered", async () => {
  let isEnding = false;
  let userId = "";
  const database = intercept(memory(), {
    async verb({ verb, model }, run) {
      if (isEnding && verb === "update" && model === "session") {
        isEnding = false;
        await app.db.remove(sessionModel, { userId });
      }
      return run();
    },
  });
  app = openApp({ database });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
  userId = (await userByEmail(app)).id;
  app.wait(2 * day);
  isEnding = true;
  expect((await browser.get("/get-session")).text).toBe("null");
  expect(isEnding).toBe(false);
});

test("a short session is not prolonged without rememberMe, and is with it", async () => {
  app = openApp({ session: { expiresInSeconds: 1800, updateAgeSeconds: 60 } });
  const [forgotten, remembered] = [app.browser(), app.browser()];
  await forgotten.post("/sign-up/email", { ...alice, rememberMe: false });
  await remembered.post("/sign-in/email", alice);
  app.wait(600);
  expect((await forgotten.get("/get-session")).body?.session).toMatchObject({ expiresAt: "2026-01-05T12:30:00.000Z" });
  expect((await remembered.get("/get-session")).body?.session).toMatchObject({ expiresAt: "2026-01-05T12:40:00.000Z" });
});

describe("an expired session", () => {
  const cleared = [
    "keyhold.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    "keyhold.session_data=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    "keyhold.dont_remember=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
  ];

  test.each([
    ["at the very second", 7 * day],
    ["a second later", 7 * day + 1],
    ["a year later", 365 * day],
  ])("is null, its row is removed and its cookies are cleared: %s", async (_, seconds) => {
    app.wait(seconds);
    const answer = await browser.get("/get-session");
    expect(answer.text).toBe("null");
    expect(answer.cookies.map((cookie) => cookie.line)).toEqual(cleared);
    expect(await countRows(app)).toMatchObject({ users: 1, sessions: 0 });
  });

  test("is still valid a second before", async () => {
    app.wait(7 * day - 1);
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
  });

  test("is a day old without rememberMe", async () => {
    const { user } = (await browser.post("/sign-in/email", { ...alice, rememberMe: false })).body ?? {};
    app.wait(day);
    expect((await browser.get("/get-session")).text).toBe("null");
    expect(await sessionsOf(app, String(user?.id))).toEqual([]);
  });

  test("emits an event once, even if sixteen callers read it at once", async () => {
    app.wait(8 * day);
    const headers = { cookie: browser.cookieHeader() };
    await Promise.all(Array.from({ length: 16 }, () => app.browser().get("/get-session", { headers })));
    const ended = app.events.filter((event) => event.type === "session.ended");
    expect(ended).toEqual([expect.objectContaining({ reason: "expired" })]);
  });
});

test("a session that is gone leaves the browser's cookies alone: another answer may have replaced them", async () => {
  await app.db.remove(sessionModel, { userId: (await userByEmail(app)).id });
  const answer = await browser.get("/get-session");
  expect(answer.text).toBe("null");
  expect(answer.cookies).toEqual([]);
});

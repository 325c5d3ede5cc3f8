import { memory } from "@keyhold/adapter-memory";
import { memoryStorage } from "@keyhold/testing";
import { type CountedDatabase, counted } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  type Changes,
  openApp,
  sessionModel,
  userByEmail,
  userModel,
} from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";

let app: App;
let browser: Browser;
let database: CountedDatabase;

async function start(changes: Changes = {}): Promise<void> {
  database = counted(memory());
  const secondaryStorage = memoryStorage({ now: () => app.now() });
  app = openApp({ database, secondaryStorage, rateLimit: { enabled: false, wrongPasswords: false }, ...changes });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
  await read();
}
beforeEach(() => start());

/** Reads the session into the cache. */
async function read(path = "/get-session"): Promise<Answer> {
  const answer = await browser.get(path);
  await app.auth.idle();
  return answer;
}

async function verbsOf(ask: () => Promise<unknown>): Promise<readonly string[]> {
  database.reset();
  await ask();
  return database.calls.map(({ verb, model }) => `${verb} ${model}`);
}

describe("a session cache entry in the secondary storage", () => {
  test("is shown without a statement, and is equal to the row", async () => {
    const exact = await read("/get-session?disableCookieCache=true");
    expect(await verbsOf(read)).toEqual([]);
    expect((await read()).body).toEqual(exact.body);
  });

  test("is bypassed with disableCookieCache", async () => {
    expect(await verbsOf(() => read("/get-session?disableCookieCache=true"))).toEqual(["find session"]);
  });

  test("is not used by routes that require a session", async () => {
    expect(await verbsOf(() => browser.get("/list-sessions"))).toEqual(["find session", "list session"]);
    await app.db.remove(sessionModel, { userId: (await userByEmail(app)).id });
    expect((await browser.get("/list-sessions")).status).toBe(401);
  });

  test("does not prevent a due prolongation of the session", async () => {
    await start({ session: { updateAgeSeconds: 30 } });
    app.wait(30);
    expect((await read()).body?.session).toMatchObject({ expiresAt: "2026-01-12T12:00:30.000Z" });
    expect((await read()).body?.session).toMatchObject({ expiresAt: "2026-01-12T12:00:30.000Z" });
  });

  test("is not shown if its session has ended", async () => {
    await start({ session: { expiresInSeconds: 50, absoluteExpiresInSeconds: 50 } });
    app.wait(50);
    expect((await read()).text).toBe("null");
    expect(await app.db.count(sessionModel, {})).toBe(0);
  });

  test.each([
    ["a sign-out", async () => browser.post("/sign-out")],
    ["a revocation", async () => browser.post("/revoke-sessions")],
    ["the server", async () => app.auth.api.revokeUserSessions({ userId: (await userByEmail(app)).id })],
    ["a sign-in in the same browser", async () => app.browser().post("/sign-in/email", alice, cookie())],
  ])("is removed at once with its session, ended by %s", async (_, end) => {
    const headers = { cookie: browser.cookieHeader() };
    await end();
    expect((await app.browser().get("/get-session", { headers })).text).toBe("null");
  });

  test("shows changes by its user at once", async () => {
    expect((await browser.post("/update-user", { name: "Alice two" })).status).toBe(200);
    expect((await read()).body?.user).toMatchObject({ name: "Alice two" });
  });

  test("becomes the copy in the browser, too", async () => {
    await start({ session: { cookieCache: { enabled: true } } });
    browser.jar.delete("keyhold.session_data");
    await read();
    browser.jar.delete("keyhold.session_data");
    expect(await verbsOf(read)).toEqual([]);
    expect(browser.jar.has("keyhold.session_data")).toBe(true);
    await app.db.update(userModel, (await userByEmail(app)).id, { name: "Mallory" });
    expect((await read()).body?.user).toMatchObject({ name: "Alice" });
  });
});

const cookie = () => ({ headers: { cookie: browser.cookieHeader() } });

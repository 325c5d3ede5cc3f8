import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type App, alice, openApp, sessionModel, sessionsOf, userByEmail } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";
import { openDatabase } from "../../../../tests/harness/processes/open.js";

const day = 86_400;

async function signIn(app: App): Promise<Browser> {
  const browser = app.browser();
  expect((await browser.post("/sign-in/email", alice)).status).toBe(200);
  return browser;
}

const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.get("/get-session")).body !== null;

describe("a user with the maximum number of sessions", () => {
  test("loses the oldest one at the next sign-in, and the event has the reason", async () => {
    const app = openApp({ session: { maxSessionsPerUser: 3 } });
    const first = app.browser();
    await first.post("/sign-up/email", alice);
    const later: Browser[] = [];
    for (let time = 0; time < 3; time += 1) {
      app.wait(1);
      later.push(await signIn(app));
    }
    expect(await Promise.all([first, ...later].map(isSignedIn))).toEqual([false, true, true, true]);
    await app.auth.idle();
    const ended = app.events.filter(({ type }) => type === "session.ended");
    expect(ended).toMatchObject([{ reason: "too many sessions" }]);
  });

  test("loses no session at a sign-in in a browser with one of them", async () => {
    const app = openApp({ session: { maxSessionsPerUser: 2 } });
    const first = app.browser();
    await first.post("/sign-up/email", alice);
    const second = await signIn(app);
    await second.post("/sign-in/email", alice);
    expect(await isSignedIn(first)).toBe(true);
  });

  test("is not one with expired sessions", async () => {
    const app = openApp({ session: { maxSessionsPerUser: 2 } });
    await app.browser().post("/sign-up/email", alice);
    app.wait(8 * day);
    const browsers = [await signIn(app), await signIn(app)];
    expect(await Promise.all(browsers.map(isSignedIn))).toEqual([true, true]);
  });

  test("has a hundred by default, and any number with Infinity", async () => {
    for (const [session, expected] of [
      [{}, 100],
      [{ maxSessionsPerUser: Number.POSITIVE_INFINITY }, 103],
    ] as const) {
      const app = openApp({ session });
      await app.browser().post("/sign-up/email", alice);
      for (let time = 0; time < 102; time += 1) await signIn(app);
      const { id: userId } = await userByEmail(app);
      expect(await app.db.count(sessionModel, { userId })).toBe(expected);
    }
  });
});

describe.each(databaseTypes(inject("services")))("sixteen sign-ins at once on %s", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;

  beforeAll(async () => {
    fresh = await freshDatabase(type, inject("services"));
    database = openDatabase(fresh);
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  test("leave the maximum number of sessions", async () => {
    const app = openApp({ database, session: { maxSessionsPerUser: 5 } });
    await (await planMigration(database, app.auth.schema)).apply();
    await app.browser().post("/sign-up/email", alice);
    const { id } = await userByEmail(app);
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(Array.from({ length: 16 }, () => signIn(app)));
      expect(await sessionsOf(app, id)).toHaveLength(5);
    }
    await app.auth.idle();
  });
});

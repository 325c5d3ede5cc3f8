import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { type App, alice, openApp, sessionsOf, userByEmail } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";
import { openDatabase } from "../../../../tests/harness/processes/open.js";

const services = inject("services");
const callers = 16;
const rounds = 4;
const day = 86_400;

describe.each(databaseTypes(services))("sixteen callers at once on %s:", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let app: App;
  let email: string;
  let id: string;
  let browser: Browser;
  let made = 0;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    app = openApp({ database, rateLimit: { enabled: false, wrongPasswords: false } });
    await (await planMigration(database, app.auth.schema)).apply();
  });
  afterAll(async () => {
    await app.auth.idle();
    await database.close();
    await fresh.drop();
  });
  beforeEach(() => signUp());

  async function signUp(): Promise<void> {
    made += 1;
    email = `person${made}@example.com`;
    browser = app.browser();
    await browser.post("/sign-up/email", { ...alice, email });
    id = (await userByEmail(app, email)).id;
    await app.auth.idle();
    app.events.splice(0);
  }

  async function together(ask: (caller: number) => Promise<Answer>): Promise<readonly Answer[]> {
    const answers = await Promise.all(Array.from({ length: callers }, (_, caller) => ask(caller)));
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    await app.auth.idle();
    expect(app.logged).toEqual([]);
    return answers;
  }

  const withCookie = (of: Browser) => ({ headers: { cookie: of.cookieHeader() } });
  const read = (of: Browser) => app.browser().get("/get-session", withCookie(of));
  const signIn = async (): Promise<Browser> => {
    const other = app.browser();
    await other.post("/sign-in/email", { ...alice, email });
    return other;
  };
  const endedIds = () => app.events.flatMap((event) => (event.type === "session.ended" ? [event.sessionId] : []));

  test.each(["/revoke-sessions", "/sign-out"])(
    "a session that is prolonged while %s ends it stays ended",
    async (path) => {
      for (let round = 0; round < rounds; round += 1) {
        await signUp();
        app.wait(2 * day);
        const ask = withCookie(browser);
        await together((caller) =>
          caller === 7 ? app.browser().post(path, {}, ask) : app.browser().get("/get-session", ask),
        );
        expect(await sessionsOf(app, id)).toEqual([]);
        expect((await read(browser)).text).toBe("null");
        expect(endedIds()).toHaveLength(1);
      }
    },
  );

  test("a session that is prolonged while another one revokes it stays ended", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await signUp();
      const other = await signIn();
      const { token } = JSON.parse((await other.get("/get-session")).text).session;
      app.wait(2 * day);
      await together((caller) =>
        caller === 7
          ? app.browser().post("/revoke-session", { token }, withCookie(browser))
          : app.browser().get("/get-session", withCookie(other)),
      );
      expect((await read(other)).text).toBe("null");
      expect((await read(browser)).body?.user).toMatchObject({ email });
      expect(await sessionsOf(app, id)).toHaveLength(1);
    }
  });

  test("a sign-in while all sessions are ended opens one that is valid or gone, never half of one", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await signUp();
      const ask = withCookie(browser);
      const browsers: Browser[] = [];
      await together(async (caller) => {
        if (caller % 4 === 3) return app.browser().post("/revoke-sessions", {}, ask);
        const other = app.browser();
        browsers.push(other);
        return other.post("/sign-in/email", { ...alice, email });
      });
      const answers = await Promise.all(browsers.map(read));
      const active = answers.filter(({ text }) => text !== "null");
      expect((await read(browser)).text).toBe("null");
      expect(await sessionsOf(app, id)).toHaveLength(active.length);
      expect(new Set(endedIds()).size).toBe(endedIds().length);
      expect(endedIds()).toHaveLength(browsers.length + 1 - active.length);
    }
  });

  test("a user signed out elsewhere ends no session: of sessions that end all others, one is left", async () => {
    const browsers = await Promise.all(Array.from({ length: callers }, signIn));
    const answers = await together((caller) =>
      app.browser().post("/revoke-other-sessions", {}, withCookie(browsers[caller] ?? browser)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(callers - 1).fill(401)]);
    const left = (await Promise.all(browsers.map(read))).filter(({ text }) => text !== "null");
    expect(left).toHaveLength(1);
    expect(await sessionsOf(app, id)).toHaveLength(1);
    expect(endedIds()).toHaveLength(callers);
  });

  test("a sign-out that is called sixteen times emits one event", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await signUp();
      const ask = withCookie(browser);
      const answers = await together(() => app.browser().post("/sign-out", {}, ask));
      expect(answers.map(({ text }) => text)).toEqual(Array(callers).fill('{"success":true}'));
      expect(endedIds()).toHaveLength(1);
      expect(await sessionsOf(app, id)).toEqual([]);
    }
  });

  test("a session that is revoked sixteen times emits one event", async () => {
    const other = await signIn();
    const { token } = JSON.parse((await other.get("/get-session")).text).session;
    const answers = await together(() => app.browser().post("/revoke-session", { token }, withCookie(browser)));
    expect(answers.map(({ text }) => text)).toEqual(Array(callers).fill('{"status":true}'));
    expect(endedIds()).toHaveLength(1);
    expect(await sessionsOf(app, id)).toHaveLength(1);
  });

  test("an expired session is removed once, while others read it", async () => {
    await Promise.all(Array.from({ length: callers }, signIn));
    app.wait(8 * day);
    const removed = await Promise.all(Array.from({ length: 4 }, () => app.auth.api.removeExpired()));
    expect(removed.reduce((sum, one) => sum + one.removed, 0)).toBeGreaterThanOrEqual(callers + 1);
    expect(await sessionsOf(app, id)).toEqual([]);
    expect((await read(browser)).text).toBe("null");
  });
});

import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  type App,
  alice,
  openApp,
  password,
  sessionsOf,
  userByEmail,
  verificationModel,
} from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { type FreshDatabase, freshDatabase, raceTypes } from "../../../../tests/harness/databases.js";
import { openDatabase } from "../../../../tests/harness/processes/open.js";
import { roundsInOneProcess } from "../../../../tests/harness/repeats.js";
import { verificationIdentifier } from "../../src/model/verification.js";

const services = inject("services");
const callers = 16;
const day = 86_400;
const newPassword = "another password";

describe.each(raceTypes(services))("sixteen calls of one browser at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
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
    app = openApp({ database });
    await (await planMigration(database, app.auth.schema)).apply();
  });
  afterAll(async () => {
    await app.auth.idle();
    await database.close();
    await fresh.drop();
  });

  async function signUp(): Promise<void> {
    made += 1;
    email = `person${made}@example.com`;
    browser = app.browser();
    await browser.post("/sign-up/email", { ...alice, email });
    id = (await userByEmail(app, email)).id;
    app.wait(2 * day);
    // The session is prolonged here, so that no call of the race does so.
    await browser.get("/get-session");
  }

  /** Each caller has the browser's first cookie; every fourth call is `other`. */
  async function together(other: (headers: { readonly cookie: string }) => Promise<Answer>) {
    const headers = { cookie: browser.cookieHeader() };
    const again = () => app.browser().post("/step-up/password", { password }, { headers });
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, caller) => (caller % 4 === 3 ? other(headers) : again())),
    );
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    await app.auth.idle();
    expect(app.logged).toEqual([]);
    return answers;
  }

  /** The valid session cookies among all that were set. */
  async function openingCookies(answers: readonly Answer[]): Promise<readonly string[]> {
    const given = answers.flatMap(({ cookies }) => cookies.filter(({ name, value }) => /token$/.test(name) && value));
    const pairs = given.map(({ name, value }) => `${name}=${value}`);
    const opens = async (cookie: string) => (await app.browser().get("/get-session", { headers: { cookie } })).text;
    const read = await Promise.all(pairs.map(opens));
    expect(pairs.length).toBeGreaterThanOrEqual(read.filter((text) => text !== "null").length);
    return pairs.filter((_, index) => read[index] !== "null");
  }

  const isFresh = async (cookie: string): Promise<boolean> => {
    const { body } = await app.browser().post("/unlink-account", { providerId: "github" }, { headers: { cookie } });
    return body?.code !== "SESSION_IS_NOT_FRESH";
  };
  const consumeFacts = (sessionId: string): Promise<number> =>
    app.db.remove(verificationModel, { identifier: verificationIdentifier("re-authenticated", sessionId) });

  test("the token is replaced once: of all that succeed one sets a cookie, and that is valid", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await signUp();
      const answers = await together((headers) => app.browser().post("/step-up/password", { password }, { headers }));
      const done = answers.filter(({ status }) => status === 200);
      expect(done.length).toBeGreaterThanOrEqual(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(callers - done.length);
      expect(done.filter(({ cookies }) => cookies.length > 0)).toHaveLength(1);
      const [cookie = "", ...more] = await openingCookies(answers);
      expect(more).toEqual([]);
      expect(await isFresh(cookie)).toBe(true);
      const [session] = await sessionsOf(app, id);
      expect(await consumeFacts(session?.id ?? "")).toBe(1);
    }
  });

  test("a session that is ended meanwhile is not restored", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await signUp();
      const answers = await together((headers) => app.browser().post("/revoke-sessions", {}, { headers }));
      // If the session was replaced before these calls, none of them had the new token.
      const ended = answers.some((answer, caller) => caller % 4 === 3 && answer.status === 200);
      const opening = await openingCookies(answers);
      expect(opening).toHaveLength(ended ? 0 : 1);
      expect(await sessionsOf(app, id)).toHaveLength(opening.length);
    }
  });

  test("after a concurrent change of the password, freshness by the old one is gone", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await signUp();
      const other = app.browser();
      await other.post("/sign-in/email", { ...alice, email });
      const change = { currentPassword: password, newPassword, revokeOtherSessions: false };
      let due = true;
      const answers = await together(async (headers) => {
        if (!due) return app.browser().get("/ok", { headers });
        due = false;
        return other.post("/change-password", change);
      });
      const cookie = (await openingCookies(answers.filter((_, caller) => caller % 4 < 3)))[0] ?? browser.cookieHeader();
      expect(await isFresh(cookie)).toBe(false);
    }
  });
});

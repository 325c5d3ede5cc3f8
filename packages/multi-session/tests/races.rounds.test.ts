import { sessionModel } from "@keyhold/core/plugin";
import type { Browser } from "@keyhold/testing";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { type Fixture, open, password } from "./fixture.ts";

const services = inject("services");
const callers = 16;

describe.each(racedInOneProcess(services))("sixteen callers at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let fixture: Fixture;
  /** Addresses of accounts. */
  const emails: string[] = [];

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    fixture = open({ database: raced.database, config: { rateLimit: { enabled: false } } });
    await raced.migrate(fixture.auth.schema);
    for (let made = 0; made < callers; made += 1) {
      const { user, browser } = await fixture.signUp(`person${made}@example.com`, { password });
      emails.push(user.email);
      await browser.post("/sign-out");
    }
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await raced.close();
  });

  const count = (): Promise<number> => fixture.db.count(sessionModel, {});
  const failed = (answers: readonly Response[]): readonly number[] =>
    answers.map(({ status }) => status).filter((status) => status >= 500);
  const signIn = (browser: Browser, email = ""): Promise<Response> =>
    browser.post("/sign-in/email", { email, password });

  /** A browser with these accounts. */
  async function prepare(accounts: number) {
    const { browser } = fixture.visit();
    for (const email of emails.slice(0, accounts)) {
      fixture.clock.forward({ seconds: 1 });
      expect((await signIn(browser, email)).status).toBe(200);
    }
    return browser;
  }

  /** Ends every session, also the sessions that a race has left without a browser. */
  const end = async (): Promise<void> => {
    for (const { id } of await fixture.db.list(sessionModel, {}, { orderBy: "id", limit: 500 }))
      await fixture.db.remove(sessionModel, { id });
    expect(fixture.logged).toEqual([]);
  };

  test("sign-ins of one browser leave five sessions", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const browser = await prepare(1);
      const answers = await Promise.all(emails.map((email) => signIn(browser, email)));
      // The last answer may be of a session that later sign-ins have ended, so the browser may be signed out.
      expect([failed(answers), await count()]).toEqual([[], 5]);
      await end();
    }
  });

  test("sign-ins within the limit of one browser leave it signed in", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const browser = await prepare(1);
      const answers = await Promise.all(emails.slice(1, 5).map((email) => signIn(browser, email)));
      expect([failed(answers), await count()]).toEqual([[], 5]);
      expect(await fixture.active(browser)).not.toBe(null);
      await end();
    }
  });

  test("a browser that switches has all of its sessions, and is signed in", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const browser = await prepare(4);
      const names = (await fixture.list(browser)).map(({ session }) => session.token);
      const answers = await Promise.all(
        Array.from({ length: callers }, (_, caller) =>
          browser.post("/multi-session/set-active", { sessionToken: names[caller % 4] }),
        ),
      );
      expect([failed(answers), await count()]).toEqual([[], 4]);
      expect(await fixture.active(browser)).not.toBe(null);
      expect(await fixture.list(browser)).toHaveLength(4);
      await end();
    }
  });

  test("proofs in one browser leave its accounts to it, and to no copy of its cookies from before", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const browser = await prepare(4);
      const copy = fixture.copy(browser);
      const before = await fixture.active(browser);
      const proofs = Array.from({ length: callers }, () => browser.post("/step-up/password", { password }));
      expect(failed(await Promise.all(proofs))).toEqual([]);
      fixture.clock.forward({ minutes: 2 });
      expect([await fixture.active(copy), await fixture.list(copy)]).toEqual([null, []]);
      expect([await fixture.active(browser), (await fixture.list(browser)).length]).toEqual([before, 4]);
      await end();
    }
  });

  test("revocations, switches and a sign-out of one browser leave no session", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const browser = await prepare(4);
      const names = (await fixture.list(browser)).map(({ session }) => session.token);
      const [signedOut, ...answers] = await Promise.all([
        browser.post("/sign-out"),
        ...names.flatMap((sessionToken) => [
          browser.post("/multi-session/revoke", { sessionToken }),
          browser.post("/multi-session/set-active", { sessionToken }),
          browser.post("/sign-out", { only: "active" }),
        ]),
      ]);
      expect([signedOut?.status, failed(answers), await count()]).toEqual([200, [], 0]);
      await end();
    }
  });

  test("readers after the end of the active session move to one next session", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const browser = await prepare(3);
      const active = (await fixture.list(browser)).find(({ isActive }) => isActive);
      await fixture.db.remove(sessionModel, { id: active?.session.id ?? "" });
      const answers = await Promise.all(Array.from({ length: callers }, () => browser.get("/get-session")));
      const users = await Promise.all(answers.map(async (answer) => (await answer.json())?.user.email));
      expect([failed(answers), new Set(users), await count()]).toEqual([[], new Set([emails[1]]), 2]);
      await end();
    }
  });
});

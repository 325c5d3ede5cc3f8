import { DatabaseSync } from "node:sqlite";
import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type App, alice, openApp, sessionModel } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";

/** In tables without foreign keys, as other libraries create them, a user removed by hand leaves sessions behind. */
describe("a session of a removed user", () => {
  let file: DatabaseSync;
  let database: KyselyDatabase;
  let app: App;
  let browser: Browser;

  beforeEach(async () => {
    file = new DatabaseSync(":memory:");
    database = sqlite(file);
    app = openApp({ database, session: { cookieCache: { enabled: true } } });
    await (await planMigration(database, app.auth.schema)).apply();
    browser = app.browser();
    await browser.post("/sign-up/email", alice);
    file.exec("pragma foreign_keys = off; delete from user");
  });
  afterEach(() => database.close());

  const sessions = (): Promise<number> => app.db.count(sessionModel, {});

  test("is null, its row is removed and its cookies are cleared", async () => {
    const answer = await browser.get("/get-session?disableCookieCache=true");
    expect(answer.text).toBe("null");
    expect(answer.cookies.map(({ attributes }) => attributes.get("max-age"))).toEqual(["0", "0", "0"]);
    expect(await sessions()).toBe(0);
    await app.auth.idle();
    expect(app.events.at(-1)).toMatchObject({ type: "session.ended", reason: "user deleted" });
    expect(app.logged).toEqual([]);
  });

  test("is not accepted by routes that require a session", async () => {
    expect(await sessions()).toBe(1);
    expectError(await browser.post("/revoke-sessions"), 401, "UNAUTHORIZED", "Unauthorized");
    expect(await sessions()).toBe(0);
  });

  test("is ended by a sign-out, too", async () => {
    expect((await browser.post("/sign-out")).status).toBe(200);
    expect(await sessions()).toBe(0);
  });
});

import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { createMailbox, linkIn, type Mailbox } from "@keyhold/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import {
  type App,
  accountModel,
  alice,
  openApp,
  sessionModel,
  userByEmail,
  userModel,
} from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";
import { openDatabase } from "../../../../tests/harness/processes/open.js";
import { addAccount } from "../../../../tests/harness/rows.ts";

const services = inject("services");
const callers = 16;
const rounds = 5;

describe.each(databaseTypes(services))("sixteen callers at once on %s:", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let app: App;
  let mailbox: Mailbox;
  let made = 0;
  let email: string;
  let id: string;
  let headers: { readonly cookie: string };

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    mailbox = createMailbox();
    app = openApp({
      database,
      mail: mailbox.send,
      rateLimit: { enabled: false, wrongPasswords: false },
      emailVerification: { sendOnSignUp: false },
      user: { changeEmail: { enabled: true }, deleteUser: { enabled: true, confirmByMail: false } },
    });
    await (await planMigration(database, app.auth.schema)).apply();
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });
  beforeEach(() => signUp());

  async function signUp(): Promise<void> {
    made += 1;
    email = `person${made}@example.com`;
    const browser = app.browser();
    await browser.post("/sign-up/email", { ...alice, email, username: `person${made}` });
    headers = { cookie: browser.cookieHeader() };
    id = (await userByEmail(app, email)).id;
  }

  /** Sends all requests at once, each with the user's session and a new browser. */
  async function race(ask: (caller: number, browser: Browser) => Promise<Answer>): Promise<readonly Answer[]> {
    const answers = await Promise.all(Array.from({ length: callers }, (_, caller) => ask(caller, app.browser())));
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    return answers;
  }

  const post = (browser: Browser, path: string, body: object) => browser.post(path, body, { headers });
  const rows = async () => ({
    users: await app.db.count(userModel, { id }),
    accounts: await app.db.count(accountModel, { userId: id }),
    sessions: await app.db.count(sessionModel, { userId: id }),
  });
  const gone = { users: 0, accounts: 0, sessions: 0 };
  const wins = (answers: readonly Answer[]) => answers.filter(({ status }) => status < 400).length;

  test("a user is deleted once, with any concurrent call, and no data of the user remains", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await signUp();
      const { password } = alice;
      const asks = [
        (browser: Browser) => post(browser, "/delete-user", { password }),
        (browser: Browser) => browser.post("/sign-in/email", { email, password }),
        (browser: Browser) => post(browser, "/update-user", { name: `name ${round}`, username: `renamed${made}` }),
        (browser: Browser) => post(browser, "/change-email", { newEmail: `changed${made}@example.com` }),
      ];
      const answers = await race((caller, browser) => asks[caller % asks.length]?.(browser) as Promise<Answer>);
      expect(wins(answers.filter((_, caller) => caller % asks.length === 0))).toBe(1);
      expect(await rows()).toEqual(gone);
    }
  });

  test("a link deletes once, and no row of a concurrent change of address remains", async () => {
    await post(app.browser(), "/update-user", { name: "Ada" });
    const confirmed = openApp({ ...confirming, database, mail: mailbox.send });
    const asked = await confirmed.browser().post("/delete-user", {}, { headers });
    expect(asked.body).toMatchObject({ message: "Verification email sent" });
    const token = linkIn(await mailbox.waitFor(email)).searchParams.get("token");
    const answers = await race((caller, browser) =>
      caller % 4 === 3
        ? post(browser, "/change-email", { newEmail: `moved${made}@example.com` })
        : post(browser, "/delete-user/callback", { token }),
    );
    const followed = answers.filter((_, caller) => caller % 4 !== 3);
    // If a change of address came first, the link is invalid: an email to the old address deletes no user.
    expect(wins(followed)).toBeLessThanOrEqual(1);
    expect(await rows()).toEqual(wins(followed) === 1 ? gone : { users: 1, accounts: 1, sessions: expect.any(Number) });
  });

  test("of the last two accounts one remains", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await signUp();
      await addAccount(app, id, { providerId: "github", accountId: `gh${made}` });
      const providers = ["github", "credential"];
      const answers = await race((caller, browser) =>
        post(browser, "/unlink-account", { providerId: providers[caller % 2] }),
      );
      expect(wins(answers)).toBe(1);
      expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body?.code)).toEqual(
        Array(callers - 1).fill("YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT"),
      );
      expect(await rows()).toMatchObject({ users: 1, accounts: 1 });
    }
  });

  test("a username that sixteen users want goes to one, and the others get the error", async () => {
    const people = await Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        const browser = app.browser();
        await browser.post("/sign-up/email", { ...alice, email: `wants${made}-${caller}@example.com` });
        return browser;
      }),
    );
    const username = `wanted${made}`;
    const answers = await race((caller) => people[caller]?.post("/update-user", { username }) as Promise<Answer>);
    expect(wins(answers)).toBe(1);
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body?.code)).toEqual(
      Array(callers - 1).fill("USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER"),
    );
    const named = await database.kysely.selectFrom("user").select("id").where("username", "=", username).execute();
    expect(named).toHaveLength(1);
  });
});

const confirming = {
  rateLimit: { enabled: false, wrongPasswords: false },
  user: { deleteUser: { enabled: true, confirmByMail: true } },
} as const;

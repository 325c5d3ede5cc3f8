import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { createMailbox } from "@keyhold/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import {
  accountModel,
  alice,
  openApp,
  passwordHashOf,
  sessionModel,
  userByEmail,
  userModel,
} from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";
import { openDatabase } from "../../../../tests/harness/processes/open.js";
import { addAccount } from "../../../../tests/harness/rows.ts";
import { type MailApp, newest, pathIn, prove, signUp, tokenIn } from "../emails.js";

const services = inject("services");
const callers = 16;
const rounds = 5;

describe.each(databaseTypes(services))("sixteen callers at once on %s:", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let app: MailApp;
  let made = 0;
  let email: string;
  let id: string;
  let browser: Browser;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    app = open({});
    await (await planMigration(database, app.auth.schema)).apply();
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });
  beforeEach(() => join());

  function open({ requireEmailVerification = false }): MailApp {
    const mailbox = createMailbox();
    const opened = openApp({
      database,
      mail: mailbox.send,
      emailVerification: { autoSignIn: true },
      user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
      ...(requireEmailVerification && { emailAndPassword: { requireEmailVerification } }),
    });
    return { ...opened, mailbox };
  }

  /** Signs up a new user, and waits for the email. */
  async function join(): Promise<void> {
    made += 1;
    email = `person${made}@example.com`;
    browser = await signUp(app, { ...alice, email });
    id = (await userByEmail(app, email)).id;
    app.events.length = 0;
  }

  /** Sends all requests at once, each in a new browser; `asks` take turns. */
  async function race(
    ...asks: readonly ((browser: Browser, caller: number) => Promise<Answer>)[]
  ): Promise<readonly Answer[]> {
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, caller) => (asks[caller % asks.length] ?? never)(app.browser(), caller)),
    );
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    await app.auth.idle();
    return answers;
  }
  const never = (): never => {
    throw new Error("There is no further call.");
  };

  const heard = (kind: string): number => app.events.filter(({ type }) => type === kind).length;
  const wins = (answers: readonly Answer[]): number => answers.filter(({ status }) => status < 300).length;
  const accounts = (): Promise<number> => app.db.count(accountModel, { userId: id });
  const sessions = (): Promise<number> => app.db.count(sessionModel, { userId: id });
  const signsIn = async (password: string): Promise<boolean> =>
    (await app.browser().post("/sign-in/email", { email, password })).status === 200;

  async function resetToken(): Promise<string> {
    await app.browser().post("/forget-password", { email });
    return tokenIn(app, "reset-password");
  }

  test("a reset token sets one password", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await join();
      await prove(app, email);
      const token = await resetToken();
      const answers = await race((at, caller) =>
        at.post("/reset-password", { token, newPassword: `the new password ${caller}` }),
      );
      expect(wins(answers)).toBe(1);
      expect(heard("password.changed")).toBe(1);
      expect(await signsIn(`the new password ${answers.findIndex(({ status }) => status === 200)}`)).toBe(true);
      expect(await accounts()).toBe(1);
    }
  });

  test("a reset is not disturbed by a concurrent sweep", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await join();
      const token = await resetToken();
      const answers = await race(
        (at) => at.post("/reset-password", { token, newPassword: "the new password" }),
        async (at) => {
          await app.auth.api.removeExpired();
          return at.get("/ok");
        },
      );
      expect(wins(answers.filter((_, caller) => caller % 2 === 0))).toBe(1);
      expect(await signsIn("the new password")).toBe(true);
    }
  });

  test("of two reset tokens one sets a password", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await join();
      const tokens = [await resetToken(), await resetToken()];
      const answers = await race(
        ...tokens.map(
          (token) => (at: Browser, caller: number) =>
            at.post("/reset-password", { token, newPassword: `the new password ${caller}` }),
        ),
      );
      expect(wins(answers)).toBe(1);
      expect(await signsIn(`the new password ${answers.findIndex(({ status }) => status === 200)}`)).toBe(true);
    }
  });

  test("a reset leaves no session that was opened with the old password", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await join();
      const token = await resetToken();
      const answers = await race(
        (at) => at.post("/sign-in/email", { email, password: alice.password }),
        (at) => at.post("/reset-password", { token, newPassword: "the new password" }),
      );
      expect(wins(answers.filter((_, caller) => caller % 2 === 1))).toBe(1);
      expect(await sessions()).toBe(0);
    }
  });

  test("an account with an unverified address is claimed completely, with any concurrent linking", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await join();
      const token = await resetToken();
      let linked = 0;
      await race(
        async (at) => {
          linked += 1;
          await addAccount(app, id, { providerId: `provider${linked}`, accountId: `${made}-${linked}` });
          return at.get("/ok");
        },
        (at) => at.post("/reset-password", { token, newPassword: "the new password" }),
      );
      expect(await userByEmail(app, email)).toMatchObject({ emailVerified: true });
      // An account linked after the verification belongs to the owner; earlier accounts were removed.
      expect(heard("account.unlinked") + (await accounts())).toBe(linked + 1);
      expect(await passwordHashOf(app, id)).not.toBeNull();
    }
  });

  test("a link verifies an address once, and signs in one browser", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await join();
      const link = pathIn(await newest(app, "verify-email"));
      const answers = await race((at) => at.follow(link));
      expect(wins(answers)).toBe(callers);
      expect(answers.filter(({ cookies }) => cookies.length > 0)).toHaveLength(1);
      expect(heard("email.verified")).toBe(1);
      expect(await sessions()).toBe(2);
    }
  });

  test("a link that changes an address does so once", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await join();
      await prove(app, email);
      await browser.post("/change-email", { newEmail: `changed${made}@example.com` });
      const link = pathIn(await newest(app, "confirm-email-change"));
      const headers = { cookie: browser.cookieHeader() };
      expect(wins(await race((at) => at.get(link, { headers })))).toBe(1);
      expect(heard("email.changed")).toBe(1);
      expect(await sessions()).toBe(1);
    }
  });

  test("of two links that change an address one works", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await join();
      await prove(app, email);
      const links: string[] = [];
      for (const name of ["first", "second"]) {
        await browser.post("/change-email", { newEmail: `${name}${made}@example.com` });
        links.push(pathIn(await newest(app, "confirm-email-change")));
      }
      const headers = { cookie: browser.cookieHeader() };
      const answers = await race(...links.map((link) => (at: Browser) => at.get(link, { headers })));
      expect(wins(answers)).toBe(1);
      expect(heard("email.changed")).toBe(1);
      const winner = answers.find(({ status }) => status === 200);
      expect(await app.db.find(userModel, { id })).toMatchObject({
        email: winner?.body?.user?.email,
        emailVerified: false,
      });
    }
  });

  test("of two users who change to one address one gets it", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await join();
      const cookies = [browser.cookieHeader()];
      await join();
      cookies.push(browser.cookieHeader());
      const newEmail = `wanted${made}@example.com`;
      await race(
        ...cookies.map((cookie) => (at: Browser) => at.post("/change-email", { newEmail }, { headers: { cookie } })),
      );
      expect(await app.db.count(userModel, { email: newEmail })).toBe(1);
    }
  });

  test("an address that is confirmed by one user and taken by another belongs to one of them", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await join();
      await prove(app, email);
      const newEmail = `wanted${made}@example.com`;
      await browser.post("/change-email", { newEmail });
      const link = pathIn(await newest(app, "confirm-email-change"));
      const headers = { cookie: browser.cookieHeader() };
      const answers = await race(
        (at) => at.get(link, { headers }),
        (at) => at.post("/sign-up/email", { ...alice, email: newEmail }),
      );
      expect(wins(answers)).toBe(1);
      expect(await app.db.count(userModel, { email: newEmail })).toBe(1);
    }
  });

  test("of two sign-ups no password outlives the verification, with either link first", async () => {
    const strict = open({ requireEmailVerification: true });
    for (let round = 0; round < rounds; round += 1) {
      made += 1;
      email = `person${made}@example.com`;
      await signUp(strict, { ...alice, email });
      const first = pathIn(await newest(strict, "verify-email"));
      await signUp(strict, { ...alice, email, password: "the second password" });
      const second = pathIn(await newest(strict, "verify-email"));
      id = (await userByEmail(strict, email)).id;
      const answers = await race(
        (at) => at.follow(first),
        (at) => at.follow(second),
      );
      expect(wins(answers)).toBe(callers);
      expect([await signsIn(alice.password), await signsIn("the second password")]).toEqual([false, false]);
      expect(await accounts()).toBe(0);
      // The link signs in one of the browsers, and no other session is left.
      expect(await sessions()).toBe(1);
    }
  });

  test("after sixteen sign-ups with one address no client signs in before the owner has set a password", async () => {
    const strict = open({ requireEmailVerification: true });
    const passwords = Array.from({ length: callers }, (_, caller) => `an attacker's password ${caller}`);
    made += 1;
    email = `person${made}@example.com`;
    const answers = await race((_, caller) =>
      strict.browser().post("/sign-up/email", { ...alice, email, password: passwords[caller] }),
    );
    expect(wins(answers)).toBe(callers);
    await strict.auth.idle();
    expect(strict.logged).toEqual([]);
    expect((await strict.browser().follow(pathIn(await newest(strict, "verify-email")))).status).toBe(200);
    for (const given of passwords) expect(await signsIn(given)).toBe(false);
  });

  test("a verification that removes passwords never removes one that its owner sets at the same moment", async () => {
    const strict = open({ requireEmailVerification: true });
    for (let round = 0; round < rounds; round += 1) {
      made += 1;
      email = `person${made}@example.com`;
      await signUp(strict, { ...alice, email });
      await signUp(strict, { ...alice, email, password: "the second password" });
      const link = pathIn(await newest(strict, "verify-email"));
      await strict.browser().post("/forget-password", { email });
      const token = await tokenIn(strict, "reset-password");
      const answers = await race(
        (at) => at.follow(link),
        (at) => at.post("/reset-password", { token, newPassword: "the owner's password" }),
      );
      const isReset = wins(answers.filter((_, caller) => caller % 2 === 1)) === 1;
      expect(await signsIn("the owner's password")).toBe(isReset);
      expect([await signsIn(alice.password), await signsIn("the second password")]).toEqual([false, false]);
    }
  });
});

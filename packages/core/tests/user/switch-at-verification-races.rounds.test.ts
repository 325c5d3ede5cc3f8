import { createMailbox } from "@keyhold/testing";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { alice, openApp, userByEmail, userModel } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { databaseTypes } from "../../../../tests/harness/databases.js";
import { openRaceDatabase, type RaceDatabase } from "../../../../tests/harness/race-database.ts";
import { raceRounds } from "../../../../tests/harness/repeats.ts";
import { type MailApp, newest, pathIn, prove, signUp } from "../emails.js";

/** Decision 0077: a pending change of address happens once, or not at all, for sixteen callers. */

const services = inject("services");
const callers = 16;

describe.each(databaseTypes(services))("a pending address and sixteen callers on %s:", (type) => {
  let raced: RaceDatabase;
  let app: MailApp;
  let made = 0;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    const mailbox = createMailbox();
    const user = { changeEmail: { enabled: true, switchAt: "verification" } } as const;
    const opened = openApp({ database: raced.database, mail: mailbox.send, user });
    app = { ...opened, mailbox };
    await raced.migrate(app.auth.schema);
  });
  afterAll(() => raced.close());

  /** A user whose new address has the link. */
  async function begin() {
    made += 1;
    const old = `person${made}@example.com`;
    const next = `new${made}@example.com`;
    const browser = await signUp(app, { ...alice, email: old });
    const { id } = await userByEmail(app, old);
    await prove(app, old);
    app.wait(2);
    await browser.post("/change-email", { newEmail: next });
    await browser.get(pathIn(await newest(app, "confirm-email-change")));
    const link = pathIn(await newest(app, "verify-email"));
    const elsewhere = app.browser();
    await elsewhere.follow(link);
    app.wait(2);
    app.events.length = 0;
    const own = { headers: { cookie: browser.cookieHeader() } };
    const marked = { headers: { cookie: elsewhere.cookieHeader() } };
    return { id, old, next, link, own, marked };
  }

  async function race(...asks: readonly ((at: Browser) => Promise<Answer>)[]): Promise<void> {
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, caller) => asks[caller % asks.length]?.(app.browser())),
    );
    expect(answers.filter((answer) => (answer?.status ?? 500) >= 500)).toEqual([]);
    await app.auth.idle();
  }

  const heard = (kind: string): number => app.events.filter((event) => event.type === kind).length;

  test("the link in a session and the password elsewhere change the address once", async () => {
    for (let round = 0; round < raceRounds; round += 1) {
      const { id, old, next, link, own, marked } = await begin();
      await race(
        (at) => at.get(link, own),
        (at) => at.post("/sign-in/email", { ...alice, email: old }, marked),
      );
      expect(await app.db.find(userModel, { id })).toMatchObject({ email: next, emailVerified: true });
      expect([heard("email.changed"), heard("email.verified")]).toEqual([1, 1]);
    }
  });

  test("the link and a cancellation: one of both", async () => {
    for (let round = 0; round < raceRounds; round += 1) {
      const { id, old, next, link, own } = await begin();
      await race(
        (at) => at.get(link, own),
        (at) => at.post("/cancel-email-change", {}, own),
      );
      const isChanged = heard("email.changed") === 1;
      expect(await app.db.find(userModel, { id })).toMatchObject({
        email: isChanged ? next : old,
        emailVerified: true,
      });
    }
  });

  test("the link and a sign-up with the new address: one of both", async () => {
    for (let round = 0; round < raceRounds; round += 1) {
      const { id, old, next, link, own } = await begin();
      await race(
        (at) => at.get(link, own),
        (at) => at.post("/sign-up/email", { ...alice, email: next, name: "Mallory" }),
      );
      const isChanged = heard("email.changed") === 1;
      expect(await app.db.find(userModel, { id })).toMatchObject({ email: isChanged ? next : old });
      expect(heard("email.changed") + heard("user.created")).toBe(1);
    }
  });
});

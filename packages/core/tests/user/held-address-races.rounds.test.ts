import { createMailbox } from "@keyhold/testing";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { alice, openApp, sessionModel, userByEmail, userModel } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { databaseTypes } from "../../../../tests/harness/databases.js";
import { openRaceDatabase, type RaceDatabase } from "../../../../tests/harness/race-database.ts";
import { raceRounds } from "../../../../tests/harness/repeats.ts";
import { type MailApp, newest, pathIn, prove, signUp, tokenIn } from "../emails.js";

/** Decision 0077: a single caller of sixteen decides what an address is to a user. */

const services = inject("services");
const callers = 16;

describe.each(databaseTypes(services))("a changed address and sixteen callers on %s:", (type) => {
  let raced: RaceDatabase;
  let app: MailApp;
  let made = 0;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    const mailbox = createMailbox();
    const opened = openApp({ database: raced.database, mail: mailbox.send, user: { changeEmail: { enabled: true } } });
    app = { ...opened, mailbox };
    await raced.migrate(app.auth.schema);
  });
  afterAll(() => raced.close());

  interface Person {
    readonly id: string;
    readonly old: string;
    readonly present: string;
    readonly browser: Browser;
    readonly headers: { readonly headers: { readonly cookie: string } };
  }

  /** A user with a verified address and the link that changes the address. */
  async function begin(): Promise<Person & { readonly link: string }> {
    made += 1;
    const old = `person${made}@example.com`;
    const present = `typo${made}@example.com`;
    const browser = await signUp(app, { ...alice, email: old });
    const { id } = await userByEmail(app, old);
    await prove(app, old);
    app.wait(2);
    await browser.post("/change-email", { newEmail: present });
    const link = pathIn(await newest(app, "confirm-email-change"));
    app.events.length = 0;
    return { id, old, present, browser, link, headers: { headers: { cookie: browser.cookieHeader() } } };
  }

  /** Such a user after the click at the old address. */
  async function move(): Promise<Person> {
    const { link, ...person } = await begin();
    expect((await person.browser.get(link)).status).toBe(200);
    await app.auth.idle();
    app.wait(2);
    app.events.length = 0;
    return { ...person, headers: { headers: { cookie: person.browser.cookieHeader() } } };
  }

  async function race(...asks: readonly ((at: Browser, caller: number) => Promise<Answer>)[]) {
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, caller) => asks[caller % asks.length]?.(app.browser(), caller)),
    );
    const given = answers.filter((answer) => answer !== undefined);
    expect(given.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    await app.auth.idle();
    return given;
  }

  const heard = (kind: string): number => app.events.filter((event) => event.type === kind).length;
  const wins = (answers: readonly Answer[]): number => answers.filter(({ status }) => status < 300).length;
  const undoToken = async (): Promise<string> =>
    new URL((await newest(app, "email-changed")).url).searchParams.get("token") ?? "";
  const userOf = ({ id }: Person) => app.db.find(userModel, { id });
  const resetsTo = async (email: string): Promise<number> => {
    app.mailbox.clear();
    await app.browser().post("/forget-password", { email });
    await app.auth.idle();
    return app.mailbox.messages.filter(({ kind, to }) => kind === "reset-password" && to === email).length;
  };

  test("an undo happens once, and leaves no session", async () => {
    for (let round = 0; round < raceRounds; round += 1) {
      const person = await move();
      const token = await undoToken();
      const answers = await race(
        (at) => at.post("/undo-email-change", { token }),
        (at) => at.post("/undo-email-change", { token }),
        (at) => at.post("/sign-in/email", { ...alice, email: person.old }),
      );
      expect(answers.filter(({ text }) => text === '{"status":true}')).toHaveLength(1);
      expect(heard("email.change-undone")).toBe(1);
      expect(await userOf(person)).toMatchObject({ email: person.old, emailVerified: true });
      expect([await resetsTo(person.old), await resetsTo(person.present)]).toEqual([1, 0]);
    }
  });

  test("a confirmation and a cancellation: one of both", async () => {
    for (let round = 0; round < raceRounds; round += 1) {
      const person = await move();
      const link = pathIn(await newest(app, "verify-email"));
      await race(
        (at) => at.get(link, person.headers),
        (at) => at.post("/cancel-email-change", {}, person.headers),
      );
      const { email, emailVerified } = (await userOf(person)) ?? {};
      expect(emailVerified).toBe(true);
      const isCancelled = heard("email.change-undone") === 1;
      expect(email).toBe(isCancelled ? person.old : person.present);
      const { old, present } = person;
      expect([await resetsTo(old), await resetsTo(present)]).toEqual(isCancelled ? [1, 0] : [0, 1]);
    }
  });

  test("a further change and an undo: the old address is the user's, or it still undoes", async () => {
    for (let round = 0; round < raceRounds; round += 1) {
      const person = await move();
      const token = await undoToken();
      const newEmail = `third${made}@example.com`;
      const answers = await race(
        (at) => at.post("/undo-email-change", { token }),
        (at) => at.post("/change-email", { newEmail }, person.headers),
      );
      expect(wins(answers.filter((_, caller) => caller % 2 === 0))).toBe(1);
      expect(await userOf(person)).toMatchObject({ email: person.old, emailVerified: true });
      expect(await app.db.count(sessionModel, { userId: person.id })).toBe(0);
      expect([await resetsTo(person.old), await resetsTo(newEmail)]).toEqual([1, 0]);
    }
  });

  test("a reset by the old address and a further change: the reset decides", async () => {
    for (let round = 0; round < raceRounds; round += 1) {
      const person = await move();
      await app.browser().post("/forget-password", { email: person.old });
      const token = await tokenIn(app, "reset-password");
      const answers = await race(
        (at) => at.post("/reset-password", { token, newPassword: "the owner's password" }),
        (at) => at.post("/change-email", { newEmail: `third${made}@example.com` }, person.headers),
      );
      expect(wins(answers.filter((_, caller) => caller % 2 === 0))).toBe(1);
      expect(await userOf(person)).toMatchObject({ email: person.old, emailVerified: true });
    }
  });

  test("nobody takes the old address while its user gives it up", async () => {
    for (let round = 0; round < raceRounds; round += 1) {
      const person = await begin();
      const answers = await race(
        (at) => at.get(person.link, person.headers),
        (at) => at.post("/sign-up/email", { ...alice, email: person.old }),
      );
      expect(wins(answers.filter((_, caller) => caller % 2 === 1))).toBe(0);
      expect(await app.db.exists(userModel, { email: person.old })).toBe(false);
      expect(await userOf(person)).toMatchObject({ email: person.present });
      expect(await resetsTo(person.old)).toBe(1);
    }
  });
});

import { sessionModel, userModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { type Fixture, open, tokenIn } from "./fixture.ts";

const services = inject("services");
const callers = 16;

describe.each(racedInOneProcess(services))("sixteen callers at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let fixture: Fixture;
  let made = 0;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    fixture = open({ database: raced.database, config: { rateLimit: { enabled: false } } });
    await raced.migrate(fixture.auth.schema);
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await raced.close();
  });

  const newAddress = (): string => {
    made += 1;
    return `person${made}@example.com`;
  };

  /** Uses each of these tokens in a browser of its own. */
  async function useAll(tokens: readonly string[]): Promise<readonly number[]> {
    const answers = await Promise.all(
      tokens.map((token) => fixture.visit().browser.post("/magic-link/verify", { token })),
    );
    await fixture.auth.idle();
    const lines = fixture.logged.filter(({ message }) => !message.includes("no message was sent"));
    expect(lines).toEqual([]);
    return answers.map(({ status }) => status);
  }

  const oneOf = (statuses: readonly number[]): void => {
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(statuses.length - 1);
  };

  async function expectOne(email: string): Promise<void> {
    const users = await fixture.db.list(userModel, { email }, { orderBy: "id", limit: 10 });
    expect(users).toHaveLength(1);
    expect(await fixture.db.count(sessionModel, { userId: users[0]?.id ?? "" })).toBe(1);
  }

  test("one link of a new address makes one account and one session", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = newAddress();
      const token = tokenIn(await fixture.ask(fixture.visit(), email));
      oneOf(await useAll(Array.from({ length: callers }, () => token)));
      await expectOne(email);
    }
  });

  test("four links of a new address make one account and one session", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = newAddress();
      const tokens: string[] = [];
      const visit = fixture.visit();
      for (let count = 0; count < 4; count += 1) tokens.push(tokenIn(await fixture.ask(visit, email)));
      oneOf(await useAll(Array.from({ length: callers }, (_, caller) => tokens[caller % 4] ?? "")));
      await expectOne(email);
    }
  });

  test("one link of an account opens one session, and the other links of the account end", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = newAddress();
      await useAll([tokenIn(await fixture.ask(fixture.visit(), email))]);
      const tokens: string[] = [];
      for (let count = 0; count < 2; count += 1) tokens.push(tokenIn(await fixture.ask(fixture.visit(), email)));
      oneOf(await useAll(Array.from({ length: callers }, (_, caller) => tokens[caller % 2] ?? "")));
      const users = await fixture.db.list(userModel, { email }, { orderBy: "id", limit: 10 });
      expect(await fixture.db.count(sessionModel, { userId: users[0]?.id ?? "" })).toBe(2);
    }
  });

  test("a link and sign-ups with a password make one account", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = newAddress();
      const token = tokenIn(await fixture.ask(fixture.visit(), email));
      const signUp = { name: "Ada", email, password: "correct horse battery staple" };
      const answers = await Promise.all(
        Array.from({ length: callers }, (_, caller) => {
          const { browser } = fixture.visit();
          return caller % 2 === 0
            ? browser.post("/magic-link/verify", { token })
            : browser.post("/sign-up/email", signUp);
        }),
      );
      await fixture.auth.idle();
      expect(fixture.logged).toEqual([]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect(await fixture.db.count(userModel, { email })).toBe(1);
    }
  });

  test("requests for links of one address are all answered, three get a link, and each works until one was used", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = newAddress();
      const asked = await Promise.all(
        Array.from({ length: callers }, () => fixture.visit().browser.post("/sign-in/magic-link", { email })),
      );
      expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200));
      await fixture.auth.idle();
      const tokens = fixture.mailbox.messages.flatMap((message) =>
        message.to === email && message.kind === "magic-link.sign-in" ? [message.token] : [],
      );
      expect(tokens).toHaveLength(3);
      const pages = await Promise.all(
        tokens.map((token) => fixture.visit().browser.get("/magic-link/verify", { token })),
      );
      expect(pages.map(({ status }) => status)).toEqual(tokens.map(() => 200));
      oneOf(await useAll(tokens));
      await expectOne(email);
    }
  });
});

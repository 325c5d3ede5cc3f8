import { accountModel, defineModel, sessionModel, text, userModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../harness/race-database.ts";
import { isWhole, roundsInOneProcess } from "../harness/repeats.ts";
import { type Ask, type Beside, newPassword, openBeside, type Person, password } from "./beside-fixture.ts";

/* An event ends sessions and credentials of a user. Requests of other features at the same time must not bring them back. */

const services = inject("services");
const callers = 16;
/** A table of a plugin with rows of a user. */
const ofUser = <const Name extends string>(name: Name) => defineModel(name, { id: text(), userId: text() });

describe.each(racedInOneProcess(services))("sixteen callers at once on %s:", (type) => {
  const rounds = isWhole ? roundsInOneProcess(type) : Math.min(3, roundsInOneProcess(type));
  let raced: RaceDatabase;
  let fixture: Beside;
  let boss: Person;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    fixture = openBeside(raced.database);
    await raced.migrate(fixture.auth.schema);
    boss = await fixture.join();
    const role: object = { role: "admin" };
    await fixture.db.update(userModel, boss.user.id, role);
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await raced.close();
  });

  const sessions = ({ user }: Person): Promise<number> => fixture.db.count(sessionModel, { userId: user.id });

  /** The event at a random place among the other requests, in turn; answers the status of the event. */
  async function race(event: Ask, others: readonly Ask[]): Promise<number> {
    const asks = Array.from({ length: callers - 1 }, (_, caller) => others[caller % others.length] ?? event);
    const place = Math.floor(Math.random() * callers);
    const answers = await Promise.all(asks.toSpliced(place, 0, event).map((ask) => ask()));
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    await fixture.auth.idle();
    expect(fixture.logged.filter(({ level }) => level === "error")).toEqual([]);
    return answers[place]?.status ?? 0;
  }

  interface Event {
    /** The sessions afterwards: those that the event opens or keeps. */
    readonly left: number;
    request(person: Person): Promise<Ask>;
  }

  const events: Readonly<Record<string, Event>> = {
    "a reset by email": {
      left: 0,
      async request({ user: { email }, browser }) {
        await fixture.client.forgetPassword({ email });
        const { token } = await fixture.mailbox.waitFor(email, { kind: "reset-password" });
        return fixture.ask(browser, "/reset-password", { token, newPassword });
      },
    },
    "a change of the password": {
      left: 1,
      request: async ({ browser }) =>
        fixture.ask(browser, "/change-password", { currentPassword: password, newPassword }),
    },
    "a ban": {
      left: 0,
      request: async ({ user }) => fixture.ask(boss.browser, "/admin/ban-user", { userId: user.id }),
    },
    "a deletion": {
      left: 0,
      request: async ({ browser }) => fixture.ask(browser, "/delete-user", { password }),
    },
  };

  test.each(Object.entries(events))("no session that is opened beside %s outlives it", async (_, { left, request }) => {
    for (let round = 0; round < rounds; round += 1) {
      const person = await fixture.join();
      const others: Ask[] = [];
      for (const open of Object.values(fixture.openings)) others.push(await open(person));
      expect(await race(await request(person), others)).toBe(200);
      expect(await sessions(person)).toBe(left);
    }
  });

  test.each(["link", "code"] as const)(
    "what an attacker adds to an unverified account while its owner signs in by a %s is gone",
    async (way) => {
      for (let round = 0; round < rounds; round += 1) {
        const attacker = await fixture.join({ isVerified: false });
        const { id: userId, email } = attacker.user;
        const { openings, additions } = fixture;
        const others: Ask[] = [];
        for (const add of [
          openings.password,
          openings.token,
          openings.device,
          openings.stepUp,
          ...Object.values(additions),
        ])
          others.push(await add(attacker));
        expect(await race(await openings[way](attacker), others)).toBe(200);
        expect(await fixture.db.find(userModel, { id: userId })).toMatchObject({ emailVerified: true, email });
        const counts = {
          sessions: await sessions(attacker),
          accounts: await fixture.db.count(accountModel, { userId }),
          passkeys: await fixture.db.count(ofUser("passkey"), { userId }),
          keys: await fixture.db.count(ofUser("apikey"), { userId }),
        };
        expect(counts).toEqual({ sessions: 1, accounts: 0, passkeys: 0, keys: 0 });
      }
    },
  );
});

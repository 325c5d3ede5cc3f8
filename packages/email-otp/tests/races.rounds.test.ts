import { sessionModel, userModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { type Fixture, open, type Visit } from "./fixture.ts";

const services = inject("services");
const callers = 16;
const password = "another right password";

describe.each(racedInOneProcess(services))("sixteen callers at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let fixture: Fixture;
  let made = 0;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    const config = { rateLimit: { enabled: false }, user: { changeEmail: { enabled: true } } };
    fixture = open({ database: raced.database, config });
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

  /** Sends all requests at once, each in a browser with the cookies of `visit`. */
  async function race(visit: Visit, requestOf: (caller: number) => readonly [string, object]): Promise<void> {
    const headers = { cookie: visit.browser.cookies.header() ?? "", "content-type": "application/json" };
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, caller) => {
        const [path, body] = requestOf(caller);
        // Each at a network of its own: a network has a share of the guesses at an address.
        const { browser } = fixture.visit({ ipAddress: `198.51.${caller}.9` });
        return browser.fetch(path, { method: "POST", body: JSON.stringify(body), headers });
      }),
    );
    await fixture.auth.idle();
    expect(fixture.logged).toEqual([]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // Right guesses beyond the five of a code are too many.
    expect(statuses.filter((status) => ![200, 400, 403].includes(status))).toEqual([]);
  }

  async function expectOne(email: string, sessions = 1): Promise<void> {
    const users = await fixture.db.list(userModel, { email }, { orderBy: "id", limit: 10 });
    expect(users).toHaveLength(1);
    expect(await fixture.db.count(sessionModel, { userId: users[0]?.id ?? "" })).toBe(sessions);
  }

  test("one code of a new address makes one account and one session", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [email, visit] = [newAddress(), fixture.visit()];
      const otp = await fixture.ask(visit, "sign-in", email);
      await race(visit, () => ["/sign-in/email-otp", { email, otp }]);
      await expectOne(email);
    }
  });

  test("four codes of the server for a new address make one account and one session", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = newAddress();
      const given: object[] = [];
      for (let count = 0; count < 4; count += 1)
        given.push(await fixture.auth.api.createVerificationOtp({ email, type: "sign-in" }));
      await race(fixture.visit(), (caller) => ["/sign-in/email-otp", { email, ...given[caller % 4] }]);
      await expectOne(email);
    }
  });

  test("a password reset by a code and a sign-in by a code: one has an effect", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [email, visit] = [newAddress(), fixture.visit()];
      await fixture.verified(email);
      const otp = await fixture.ask(visit, "sign-in", email);
      const reset = await fixture.ask(visit, "forget-password", email);
      await race(visit, (caller) =>
        caller % 2 === 0
          ? ["/sign-in/email-otp", { email, otp }]
          : ["/email-otp/reset-password", { email, otp: reset, password }],
      );
      const isReset = (await fixture.visit().client.signIn.email({ email, password })).error === null;
      // After the reset all sessions have ended: the new sign-in opened the only session.
      await expectOne(email, isReset ? 1 : 2);
    }
  });

  test("a code that verifies an address has one effect", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = newAddress();
      const visit = await fixture.signUp(email);
      const otp = await fixture.ask(visit, "email-verification", email);
      await race(visit, () => ["/email-otp/verify-email", { email, otp }]);
      expect(await fixture.db.find(userModel, { email })).toMatchObject({ emailVerified: true });
    }
  });

  test("two users with codes of one new address: one gets it", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const newEmail = newAddress();
      const visits: Visit[] = [];
      const codes: string[] = [];
      for (let count = 0; count < 2; count += 1) {
        const visit = await fixture.signUp(newAddress());
        expect((await visit.client.emailOtp.requestEmailChange({ newEmail })).error).toBe(null);
        const message = await fixture.mailbox.waitFor(newEmail, { kind: "email-otp.code" });
        fixture.mailbox.clear();
        visits.push(visit as never);
        codes.push(message.code);
      }
      const answers = await Promise.all(
        visits.map(({ client }, index) => client.emailOtp.changeEmail({ newEmail, otp: codes[index] ?? "" })),
      );
      expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
      expect(answers.filter(({ error }) => (error?.status ?? 0) >= 500)).toEqual([]);
      expect(await fixture.db.count(userModel, { email: newEmail })).toBe(1);
    }
  });
});

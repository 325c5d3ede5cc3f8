import { createTestAuth } from "@keyhold/testing";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../../tests/harness/repeats.ts";

const services = inject("services");
const callers = 16;
const max = 5;

describe.each(racedInOneProcess(services))("sixteen callers at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
  });
  afterAll(() => raced.close());

  test("exactly as many emails as the ceiling of the app allows leave", async () => {
    const emailsPerApp = { windowSeconds: 3600, max };
    const limits = { "/forget-password": false } as const;
    const fixture = createTestAuth({
      config: {
        database: raced.database,
        emailVerification: { sendOnSignUp: false },
        rateLimit: {
          enabled: true,
          storage: "database",
          limits,
          emailsPerApp,
          emailsPerSender: { windowSeconds: 60, max: 100_000 },
        },
      },
    });
    await raced.migrate(fixture.auth.schema);
    const addresses = Array.from({ length: callers }, (_, caller) => `person${caller}@example.com`);
    for (const email of addresses)
      await fixture.auth.api.createUser({ email, name: "Ann", password: "a right password" });
    for (let round = 0; round < rounds; round += 1) {
      fixture.mailbox.clear();
      const before = fixture.events.length;
      const asked = addresses.map((email) => fixture.visit().browser.post("/forget-password", { email }));
      const answers = await Promise.all(asked);
      expect(answers.map(({ status }) => status)).toEqual(Array(callers).fill(200));
      await fixture.auth.idle();
      expect(fixture.mailbox.messages).toHaveLength(max);
      const ceilings = fixture.events.slice(before).filter(({ type }) => type === "email.ceiling");
      expect(ceilings).toHaveLength(2);
      fixture.clock.forward({ seconds: 3600 });
    }
  });
});

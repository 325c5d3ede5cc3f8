import { sessionModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { type Fixture, open } from "./fixture.ts";

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

  /** A new user with a token. */
  async function prepare() {
    made += 1;
    const { browser, user } = await fixture.signUp(`person${made}@example.com`);
    const count = () => fixture.db.count(sessionModel, { userId: user.id });
    return { browser, count, token: await fixture.generate(browser) };
  }

  const take = (token: string): Promise<Response> => fixture.verify(fixture.visit().browser, token);
  const succeeded = (answers: readonly Response[]): number => answers.filter(({ status }) => status === 200).length;
  const failed = (answers: readonly Response[]): readonly number[] =>
    answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 400 && status !== 401);

  test("one token opens one session", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { token, count } = await prepare();
      const answers = await Promise.all(Array.from({ length: callers }, () => take(token)));
      expect([succeeded(answers), failed(answers), await count()]).toEqual([1, [], 2]);
    }
    expect(fixture.logged).toEqual([]);
  });

  test("no token opens a session that outlives the sign-out of the first session", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { browser, token, count } = await prepare();
      const tokens = [token];
      while (tokens.length < callers / 2) tokens.push(await fixture.generate(browser));
      const [signedOut, ...answers] = await Promise.all([browser.post("/sign-out"), ...tokens.map(take)]);
      expect([signedOut?.status, failed(answers), await count()]).toEqual([200, [], 0]);
    }
    expect(fixture.logged).toEqual([]);
  });
});

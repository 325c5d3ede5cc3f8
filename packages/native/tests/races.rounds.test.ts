import { sessionModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { nativeCodeModel } from "../src/models.ts";
import { type AppAnswer, authorize, begin, codeIn, type Fixture, open, visitPage } from "./fixture.ts";

const services = inject("services");
const callers = 16;

describe.each(racedInOneProcess(services))("sixteen callers at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let fixture: Fixture;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    fixture = open({ database: raced.database, config: { rateLimit: { enabled: false } } });
    await raced.migrate(fixture.auth.schema);
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await raced.close();
  });

  async function person() {
    const { browser, user } = await fixture.signUp(`${crypto.randomUUID()}@example.com`);
    const started = begin();
    const whose = { userId: user.id };
    return {
      browser,
      started,
      code: await fixture.handOver(browser, started),
      sessions: () => fixture.db.count(sessionModel, whose),
      codes: () => fixture.db.count(nativeCodeModel, whose),
    };
  }

  const each = <T>(work: (caller: number) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
  const successes = (answers: readonly AppAnswer[]) => answers.filter(({ status }) => status === 200);

  test("one code opens one session, and each right request gets a token of it", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { started, code, sessions } = await person();
      const answers = await each(() => fixture.redeem(started, code));
      const ids = new Set(answers.map(({ body }) => Reflect.get(Object(body.session), "id")));
      expect([successes(answers).length, ids.size, await sessions()]).toEqual([16, 1, 2]);
      // The token that was given out last works; earlier tokens may.
      const users = await Promise.all(answers.map(({ body }) => fixture.userOf(body.token)));
      expect(users.filter((user) => user !== null).length).toBeGreaterThan(0);
    }
    expect(fixture.logged).toEqual([]);
  });

  test("one wrong verifier among right verifiers: one session at most", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { started, code, sessions } = await person();
      const wrong = { ...started, verifier: begin().verifier };
      const answers = await each((caller) => fixture.redeem(caller === 0 ? wrong : started, code));
      const opened = successes(answers).length;
      expect([0, 15]).toContain(opened);
      expect(await sessions()).toBe(opened === 0 ? 1 : 2);
    }
    expect(fixture.logged).toEqual([]);
  });

  test("sixteen confirmations of a question give one URL, and sixteen openings of the URL one code", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { browser, codes } = await person();
      const html = await (await authorize(browser, begin())).text();
      const id = /name="id" value="([^"]*)"/.exec(html)?.[1] ?? "";
      const answers = await each(() => browser.post("/native/confirm", { id }));
      const [confirmed, ...others] = answers.filter(({ status }) => status === 200);
      expect([others.length, await codes()]).toEqual([0, 1]);
      const { search } = new URL((confirmed && (await confirmed.json()).url) ?? "");
      const opened = await each(() => visitPage(browser, `/native/authorize${search}`));
      expect([opened.filter((page) => codeIn(page) !== "").length, await codes()]).toEqual([1, 2]);
    }
    expect(fixture.logged).toEqual([]);
  });

  test("the end of all sessions leaves no session of an app", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { browser, started, code, sessions } = await person();
      await Promise.all([
        browser.post("/revoke-sessions"),
        ...Array.from({ length: callers - 1 }, () => fixture.redeem(started, code)),
      ]);
      const { status } = await fixture.redeem(started, code);
      expect([status, await sessions()]).toEqual([400, 0]);
    }
    expect(fixture.logged).toEqual([]);
  });
});

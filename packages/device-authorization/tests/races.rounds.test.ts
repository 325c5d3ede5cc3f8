import { sessionModel, userModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { deviceCodeModel } from "../src/models.ts";
import { type DeviceAnswer, type Fixture, open } from "./fixture.ts";

const services = inject("services");
const callers = 16;

describe.each(racedInOneProcess(services))("sixteen callers at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let fixture: Fixture;
  let made = 0;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    fixture = open({ database: raced.database });
    await raced.migrate(fixture.auth.schema);
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await raced.close();
  });

  /** Each round has an address of its own: the requests of an address are limited. */
  const nextAddress = (): string => {
    made += 1;
    return `10.${made >> 16}.${(made >> 8) & 255}.${made & 255}`;
  };

  async function person() {
    const { browser, user } = await fixture.signUp(`person${made}-${crypto.randomUUID()}@example.com`);
    return { browser, user, count: () => fixture.db.count(sessionModel, { userId: user.id }) };
  }

  const each = <T>(work: (caller: number) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
  const seen = (answers: readonly DeviceAnswer[]): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const { status, body } of answers) {
      const name = status === 200 ? "success" : String(body.error);
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  };

  test("one approved code opens one session", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { browser, count } = await person();
      const codes = await fixture.begin("deploy", { ipAddress: nextAddress() });
      await fixture.decide(browser, "approve", codes.user_code);
      const answers = await each(() => fixture.poll(codes));
      expect([seen(answers), await count()]).toEqual([{ success: 1, invalid_grant: 15 }, 2]);
    }
    expect(fixture.logged).toEqual([]);
  });

  test("sixteen approvals and denials have one result", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { browser } = await person();
      const codes = await fixture.begin("deploy", { ipAddress: nextAddress() });
      await fixture.look(browser, codes.user_code);
      const answers = await each((caller) =>
        fixture.decide(browser, caller % 2 === 0 ? "approve" : "deny", codes.user_code),
      );
      const winner = answers.findIndex(({ status }) => status === 200);
      expect(seen(answers)).toMatchObject({ success: 1 });
      // A session has five wrong tries; these codes are right, and yet used.
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect(await fixture.polled(codes)).toBe(winner % 2 === 0 ? "token" : "access_denied");
    }
    expect(fixture.logged).toEqual([]);
  });

  test("one of sixteen users opens a code", async () => {
    const people = await each(() => person());
    for (let round = 0; round < rounds; round += 1) {
      const { user_code } = await fixture.begin("deploy", { ipAddress: nextAddress() });
      const shown = await Promise.all(people.map(({ browser }) => fixture.look(browser, user_code)));
      expect(shown.filter(({ body }) => "client_id" in body)).toHaveLength(1);
    }
    expect(fixture.logged).toEqual([]);
  });

  test("one of sixteen polls is in time", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const codes = await fixture.begin("deploy", { ipAddress: nextAddress() });
      const answers = await each(() => fixture.poll(codes));
      expect(seen(answers)).toEqual({ authorization_pending: 1, slow_down: 15 });
      const [row] = await fixture.db.list(
        deviceCodeModel,
        { userCode: codes.user_code.replace("-", "") },
        { orderBy: "id", limit: 1 },
      );
      expect(row?.pollingInterval).toBe(80_000);
    }
    expect(fixture.logged).toEqual([]);
  });

  test("ten of sixteen requests of an address are pending", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const ipAddress = nextAddress();
      const answers = await each(() => fixture.ask("/device/code", { client_id: "cli" }, { ipAddress }));
      expect(seen(answers)).toEqual({ success: 10, slow_down: 6 });
    }
    expect(fixture.logged).toEqual([]);
  });

  test.each(["/admin/ban-user", "/admin/remove-user"])(
    "%s beside polls leaves no session of a device",
    async (path) => {
      const root = await person();
      await fixture.db.update(userModel, root.user.id, { role: "admin" } as object);
      for (let round = 0; round < rounds; round += 1) {
        const { browser, user, count } = await person();
        const codes = await fixture.begin("deploy", { ipAddress: nextAddress() });
        expect((await fixture.decide(browser, "approve", codes.user_code)).status).toBe(200);
        const [ended, ...polls] = await each<Response | DeviceAnswer>((caller) =>
          caller === 0 ? root.browser.post(path, { userId: user.id }) : fixture.poll(codes),
        );
        expect(ended?.status).toBe(200);
        expect(polls.filter(({ status }) => status >= 500)).toEqual([]);
        fixture.clock.forward({ minutes: 2 });
        expect([await count(), await fixture.polled(codes)]).toEqual([
          0,
          expect.stringMatching(/invalid_grant|access_denied/),
        ]);
      }
      expect(fixture.logged).toEqual([]);
    },
  );

  test("the end of all sessions leaves no session of a device", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { browser, count } = await person();
      const codes = await fixture.begin("deploy", { ipAddress: nextAddress() });
      await fixture.look(browser, codes.user_code);
      await Promise.all([
        browser.post("/revoke-sessions"),
        fixture.decide(browser, "approve", codes.user_code),
        ...Array.from({ length: 6 }, () => fixture.poll(codes)),
      ]);
      const left = await count();
      // The poll came before the end, and its session ended; or after the end, and the approval had ended.
      fixture.clock.forward({ minutes: 1 });
      expect([left, await fixture.polled(codes)]).toEqual([
        0,
        expect.stringMatching(/invalid_grant|authorization_pending/),
      ]);
    }
    expect(fixture.logged).toEqual([]);
  });
});

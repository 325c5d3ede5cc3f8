import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { jwksModel } from "../src/models.js";
import { type Fixture, open, read } from "./fixture.ts";

const services = inject("services");
const callers = 16;

describe.each(racedInOneProcess(services))("sixteen callers at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  /** As if each were a process of its own: they share the database alone. */
  let processes: readonly Fixture[] = [];

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    processes = Array.from({ length: 4 }, () =>
      open({ database: raced.database, config: { rateLimit: { enabled: false } } }),
    );
    await raced.migrate((processes[0] as Fixture).auth.schema);
  });
  afterAll(async () => {
    for (const { auth } of processes) await auth.idle();
    await raced.close();
  });

  const first = () => processes[0] as Fixture;
  const nth = (caller: number) => processes[caller % processes.length] as Fixture;
  const kids = (tokens: readonly string[]) => new Set(tokens.map((token) => read(token).header.kid));

  /** Every caller signs a token at once. */
  const signAll = async (): Promise<readonly string[]> => {
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, caller) => nth(caller).auth.api.signJwt({ payload: { caller } })),
    );
    return answers.map(({ token }) => token);
  };

  async function clear(): Promise<void> {
    for (const { id } of await first().rows()) await first().db.remove(jwksModel, { id });
  }

  async function idle(): Promise<void> {
    for (const { auth } of processes) await auth.idle();
  }

  test("first tokens have one key", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await clear();
      const tokens = await signAll();
      await idle();
      expect([kids(tokens).size, (await first().rows()).length]).toEqual([1, 1]);
    }
    for (const { logged } of processes) expect(logged).toEqual([]);
  });

  test("a due rotation makes one next key, and lets it sign once", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await clear();
      const [old = ""] = await signAll();
      await idle();
      for (const { clock } of processes) clock.forward({ days: 30 });
      await signAll();
      await idle();
      expect((await first().rows()).map(({ state }) => state)).toEqual(["signing ES256", "next ES256"]);
      for (const { clock } of processes) clock.forward({ minutes: 17 });
      const during = await signAll();
      await idle();
      const after = kids(await signAll());
      expect([after.size, after.has(read(old).header.kid)]).toEqual([1, false]);
      for (const token of during) expect(await nth(1).verify(token, { type: "JWT" })).not.toBe(null);
      expect((await first().rows()).map(({ state }) => state)).toEqual([null, "signing ES256"]);
    }
    for (const { logged } of processes) expect(logged).toEqual([]);
  });

  test("rotations after a leak leave one key, and no token of an earlier key is valid", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const before = await signAll();
      await Promise.all(
        Array.from({ length: callers }, (_, caller) =>
          caller % 2 === 0
            ? nth(caller).auth.api.rotateKeys({ now: true })
            : nth(caller).auth.api.signJwt({ payload: {} }),
        ),
      );
      await idle();
      expect((await first().rows()).map(({ state }) => state)).toEqual(["signing ES256"]);
      const { token } = await nth(3).auth.api.signJwt({ payload: {} });
      for (const { clock } of processes) clock.forward({ seconds: 31 });
      expect(await nth(1).verify(token, { type: "JWT" })).not.toBe(null);
      for (const old of before) expect(await nth(1).verify(old, { type: "JWT" })).toBe(null);
    }
    for (const { logged } of processes) expect(logged).toEqual([]);
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { pglite } from "@keyhold/adapter-kysely/pglite";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { memory } from "@keyhold/adapter-memory";
import { type Adapter, coreModels, type Database, mergeSchema } from "@keyhold/core/adapter";
import { acquireLease, type Lease } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, freshDatabase } from "../../../../tests/harness/databases.ts";
import { decided } from "../../../../tests/harness/decided.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { raceRounds, repeats } from "../../../../tests/harness/repeats.ts";
import { someTurns } from "../../../../tests/harness/turns.ts";

const services = inject("services");
const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
const callers = 16;

interface Opened {
  readonly database: Database;
  close(): Promise<void>;
}

interface Place {
  readonly name: string;
  /** 5 are enough if callers take turns, 50 if they run in parallel. */
  readonly rounds: number;
  open(): Promise<Opened>;
}

async function migrated(database: KyselyDatabase, afterwards: () => unknown): Promise<Opened> {
  await (await planMigration(database, schema)).apply();
  return { database, close: async () => void (await Promise.all([database.close(), afterwards()])) };
}

const places: readonly Place[] = [
  { name: "memory", rounds: raceRounds, open: async () => ({ database: memory(), close: async () => undefined }) },
  {
    name: "memory with pauses around the verbs",
    rounds: repeats(5),
    open: async () => ({ database: memory({ pause: someTurns }), close: async () => undefined }),
  },
  {
    name: "a SQLite file",
    rounds: repeats(5),
    open: async () => {
      const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
      return migrated(sqlite(join(folder, "leases.sqlite")), () => rmSync(folder, { recursive: true }));
    },
  },
  { name: "PGlite", rounds: repeats(5), open: () => migrated(pglite("memory://"), () => undefined) },
  ...databaseTypes(services)
    .filter((type) => type !== "sqlite")
    .map((type) => ({
      name: type,
      rounds: raceRounds,
      open: async () => {
        const fresh = await freshDatabase(type, services);
        const opened = await migrated(openDatabase(fresh), () => undefined);
        return { ...opened, close: () => opened.close().then(() => fresh.drop()) };
      },
    })),
];

describe.each(places)("of sixteen concurrent callers on $name", ({ rounds, open }) => {
  let opened: Opened;
  let db: Adapter;
  let time = Date.parse("2026-01-05T12:00:00.000Z");
  let made = 0;

  beforeAll(async () => {
    opened = await open();
    db = opened.database.connect(schema);
  });
  afterAll(() => opened.close());

  const take = (name: string) => acquireLease({ db: decided(db), now: () => new Date(time) }, name, 15);
  const race = (name: string): Promise<readonly (Lease | null)[]> =>
    Promise.all(Array.from({ length: callers }, () => take(name)));
  const newName = (): string => {
    made += 1;
    return `refresh:${made}`;
  };
  const winners = (taken: readonly (Lease | null)[]): readonly Lease[] => taken.filter((lease) => lease !== null);

  test("one has a lease, and after its release the next one", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const name = newName();
      for (let turn = 0; turn < 2; turn += 1) {
        const taken = winners(await race(name));
        expect(taken).toHaveLength(1);
        await taken[0]?.release();
      }
    }
  });

  test("one has an expired lease, and the previous owner cannot release it", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const name = newName();
      const outlived = await take(name);
      time += 15_001;
      const [taken] = await Promise.all([race(name), outlived?.release()]);
      expect(winners(taken)).toHaveLength(1);
      expect(await take(name)).toBe(null);
    }
  });

  test("never two own it while all take and release it", async () => {
    for (let round = 0; round < rounds / 5; round += 1) {
      const name = newName();
      let holders = 0;
      let most = 0;
      let turns = 0;
      await Promise.all(
        Array.from({ length: callers }, async () => {
          for (let tries = 0; tries < 20; tries += 1) {
            const lease = await take(name);
            if (!lease) continue;
            holders += 1;
            turns += 1;
            most = Math.max(most, holders);
            await someTurns();
            holders -= 1;
            await lease.release();
          }
        }),
      );
      expect(most).toBe(1);
      expect(turns).toBeGreaterThan(1);
      expect(await take(name)).not.toBe(null);
    }
  });
});

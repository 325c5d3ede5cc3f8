import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { createAuth } from "@keyhold/core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type FreshDatabase, freshDatabase, racedByProcesses } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import {
  eachRound,
  expectCount,
  hasOutages,
  startOutages,
  survivingPlace,
  raceTimeout as timeout,
  untilAnswered,
} from "../../../../tests/harness/processes/outages.ts";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";
import { raceRounds } from "../../../../tests/harness/repeats.ts";
import { configOf, type LimitAnswer, type LimitJob, type LimitSetup, limit, wrongPasswords } from "./limit-worker.ts";

const services = inject("services");
const processes = 4;
const callers = 16;
const start = Date.parse("2026-01-05T12:00:00.000Z");
const windowMilliseconds = limit.windowSeconds * 1000;

describe.each(racedByProcesses(services))("a limit that is counted on %s", (storage) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let workers: readonly ChildProcess[] = [];

  beforeAll(async () => {
    fresh = await untilAnswered(() => freshDatabase(storage, services));
    database = openDatabase({ ...fresh, place: survivingPlace(fresh) });
    const setup: LimitSetup = { storage: fresh.type, place: fresh.place };
    const { schema } = createAuth({ ...raceConfig, ...configOf(setup) });
    // The races during outages have the table of the migration.
    if (!hasOutages) await createForeignTable(database, fresh.type);
    await untilAnswered(async () => (await planMigration(database, schema)).apply());
    workers = await Promise.all(Array.from({ length: processes }, () => startWorker(setup)));
    await startOutages();
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill("SIGKILL");
    await database.close();
    await untilAnswered(fresh.drop);
  });

  /** Runs all processes concurrently, each with all callers. */
  async function race(job: Omit<LimitJob, "calls">): Promise<Raced> {
    const answers = await Promise.all(workers.map((worker) => ask(worker, { ...job, calls: callers })));
    return {
      allowed: answers.reduce((sum, { allowed }) => sum + allowed, 0),
      others: [...new Set(answers.flatMap(({ others }) => others))].filter((status) => !hasOutages || status !== 503),
      refused: answers.flatMap(({ others }) => others).filter((status) => status === 503).length,
    };
  }

  /** Expects so many allowed calls; during outages a refused call may have been counted. */
  function expectAllowed({ allowed, others, refused }: Raced, count: number): void {
    expect(others.filter((status) => status !== 429)).toEqual([]);
    expectCount(allowed, count, hasOutages ? refused : 0);
  }

  test("allows exactly as many concurrent calls in four processes as configured, in each window after another", {
    timeout,
  }, async () => {
    await eachRound(
      storage,
      async (window) => {
        const at = start + window * windowMilliseconds;
        const first = await race({ ipAddress: "203.0.113.7", at });
        expectAllowed(first, limit.max);
        const second = await race({ ipAddress: "203.0.113.7", at: at + windowMilliseconds - 1 });
        const refused = first.refused + second.refused;
        expectAllowed({ ...second, refused, allowed: first.allowed + second.allowed }, limit.max);
      },
      5,
    );
  });

  test("compares exactly as many guesses at one password as a window allows, and after it one in each delay", {
    timeout,
  }, async () => {
    await eachRound(
      storage,
      async (round) => {
        const guessAt = `person${round}@example.com`;
        const guesses = (at: number, ipAddress = "203.0.113.9") => race({ ipAddress, at, guessAt });
        // A single network has half of the window.
        const half = await guesses(start);
        expectAllowed(half, wrongPasswords.max / 2);
        const other = await guesses(start, "198.51.100.9");
        let refused = half.refused + other.refused;
        expectAllowed({ ...other, refused, allowed: half.allowed + other.allowed }, wrongPasswords.max);
        // After the share is used, a network waits 30 seconds, and after each further guess twice as long.
        for (const seconds of [0, 30, 90]) {
          const answer = await guesses(start + 900_000 + seconds * 1000);
          // A refused guess uses up the window, and may be missing from the wrong guesses, which cause the delays.
          if (refused === 0) expectAllowed(answer, 1);
          else expect(answer.allowed).toBeLessThanOrEqual(wrongPasswords.max);
          refused += answer.refused;
        }
      },
      raceRounds,
    );
  });

  // Each call is sent once: during outages any of them may be refused.
  if (hasOutages) return;

  test("allows the last calls up to the maximum, in any process", async () => {
    const [first, second] = workers;
    if (!first || !second) throw new Error("There are too few processes.");
    const ipAddress = "203.0.113.8";
    for (const worker of [first, second, first]) {
      expect((await ask(worker, { ipAddress, calls: 3, at: start })).allowed).toBe(3);
    }
    expect((await race({ ipAddress, at: start })).allowed).toBe(limit.max - 9);
  });

  test("counts each address by itself, in one row", async () => {
    const addresses = ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"];
    await Promise.all(
      addresses.map((ipAddress, index) => ask(workers[index] as ChildProcess, { ipAddress, calls: 2, at: start })),
    );
    const rows = await database.kysely
      .selectFrom("rateLimit")
      .select(["id", "key", "count", "lastRequest"])
      .where("key", "like", "GET /ok|2001%")
      .orderBy("key")
      .execute();
    expect(rows.map((row) => [row.key, Number(row.count), Number(row.lastRequest)])).toEqual([
      ["GET /ok|2001:db8:0:1::/64", 2, start + windowMilliseconds],
      ["GET /ok|2001:db8::/64", 4, start + windowMilliseconds],
    ]);
    expect(rows.every(({ id }) => /^[A-Za-z0-9_-]{32}$/.test(String(id)))).toBe(true);
  });

  test("leaves the earlier rows of the table unchanged", async () => {
    const rows = await database.kysely.selectFrom("rateLimit").selectAll().where("id", "=", "a-foreign-id").execute();
    expect(rows.map(({ key, count }) => [key, Number(count)])).toEqual([["203.0.113.7|/ok", 3]]);
  });
});

interface Raced {
  readonly allowed: number;
  readonly others: readonly number[];
  /** During outages: answers 503. */
  readonly refused: number;
}

/** The table as another library creates it, with a count of that library. */
async function createForeignTable({ kysely }: KyselyDatabase, storage: LimitSetup["storage"]): Promise<void> {
  const [id, text] = storage === "mysql" ? (["varchar(36)", "varchar(255)"] as const) : (["text", "text"] as const);
  await kysely.schema
    .createTable("rateLimit")
    .addColumn("id", id, (column) => column.notNull().primaryKey())
    .addColumn("key", text, (column) => column.notNull().unique())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("lastRequest", "bigint", (column) => column.notNull())
    .execute();
  const row = { id: "a-foreign-id", key: "203.0.113.7|/ok", count: 3, lastRequest: start };
  await kysely.insertInto("rateLimit").values(row).execute();
}

async function startWorker(setup: LimitSetup): Promise<ChildProcess> {
  const worker = fork(join(import.meta.dirname, "limit-worker.ts"), [JSON.stringify(setup)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(worker, "message");
  return worker;
}

async function ask(worker: ChildProcess, job: LimitJob): Promise<LimitAnswer> {
  worker.send(job);
  const [answer] = await once(worker, "message");
  return answer;
}

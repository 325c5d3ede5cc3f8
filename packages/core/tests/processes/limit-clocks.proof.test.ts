import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { createAuth } from "@keyhold/core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";
import { raceRounds } from "../../../../tests/harness/repeats.ts";
import { configOf, type LimitAnswer, type LimitJob, type LimitSetup, limit } from "./limit-worker.ts";

const services = inject("services");
/** Milliseconds by which the clocks differ. Windows last a minute. */
const clocks = [0, 90_000, -90_000, 86_400_000];
const callers = 4;

describe.each(databaseTypes(services))("four processes with different clocks, on %s", (storage) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let workers: readonly ChildProcess[] = [];

  beforeAll(async () => {
    fresh = await freshDatabase(storage, services);
    database = openDatabase(fresh);
    const setup: LimitSetup = { storage, place: fresh.place };
    const { schema } = createAuth({ ...raceConfig, ...configOf(setup) });
    await (await planMigration(database, schema)).apply();
    workers = await Promise.all(
      clocks.map(async (aheadMilliseconds) => {
        const given = JSON.stringify({ ...setup, aheadMilliseconds });
        const worker = fork(join(import.meta.dirname, "limit-worker.ts"), [given], {
          stdio: ["ignore", "ignore", "inherit", "ipc"],
        });
        await once(worker, "message");
        return worker;
      }),
    );
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill("SIGKILL");
    await database.close();
    await fresh.drop();
  });

  async function ask(worker: ChildProcess, job: LimitJob): Promise<LimitAnswer> {
    worker.send(job);
    const [answer] = await once(worker, "message");
    return answer;
  }

  test("together allow exactly as many as configured, concurrently and successively", async () => {
    for (let round = 0; round < raceRounds; round += 1) {
      const job = { ipAddress: `203.0.113.${round}`, calls: callers, at: 0 };
      const atOnce = await Promise.all(workers.map((worker) => ask(worker, job)));
      let allowed = atOnce.reduce((sum, answer) => sum + answer.allowed, 0);
      for (const worker of [...workers, ...workers]) allowed += (await ask(worker, job)).allowed;
      expect(allowed, `round ${round}`).toBe(limit.max);
    }
  });
});

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { createAuth } from "@keyhold/core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { isWhole } from "../../../../tests/harness/repeats.ts";
import type { Job, Setup } from "./worker.ts";

const services = inject("services");

describe.each(databaseTypes(services))("sign-up on %s", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  const children: ChildProcess[] = [];
  const isEach = type === "sqlite" || isWhole;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    const config = { secret: "only for this test: 4f9b7c21d8e3a650", baseURL: "http://localhost:3000", database };
    await (await planMigration(database, createAuth(config).schema)).apply();
  });
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await database.close();
    await fresh.drop();
  });

  async function startWorker(dieAt = 0): Promise<ChildProcess> {
    const setup: Setup = { type, place: fresh.place, dieAt };
    const child = fork(join(import.meta.dirname, "worker.ts"), [JSON.stringify(setup)], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    children.push(child);
    await once(child, "message");
    return child;
  }

  async function signUp(
    child: ChildProcess,
    emails: readonly string[],
  ): Promise<{ status: number; body: { code?: string } }[]> {
    child.send({ emails } satisfies Job);
    const [answers] = await once(child, "message");
    return answers;
  }

  const rows = async (table: string): Promise<number> => {
    const { count } = database.kysely.fn;
    const row = await database.kysely.selectFrom(table).select(count("id").as("rows")).executeTakeFirstOrThrow();
    return Number(row.rows);
  };

  test("thirty-two concurrent calls for one address in two processes create one user, and thirty-one fail with the right error", async () => {
    const workers = await Promise.all([startWorker(), startWorker()]);
    for (let round = 1; round <= 5; round += 1) {
      const before = await rows("user");
      const emails = Array.from({ length: 16 }, (_, caller) =>
        caller % 2 ? `ada${round}@example.com` : `ADA${round}@Example.com`,
      );
      const answers = (await Promise.all(workers.map((worker) => signUp(worker, emails)))).flat();
      const refused = answers.filter(({ status }) => status !== 200);
      expect(answers).toHaveLength(32);
      expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
        Array(31).fill("422 USER_ALREADY_EXISTS"),
      );
      expect(await rows("user")).toBe(before + 1);
      expect(await rows("account")).toBe(await rows("user"));
      expect(await rows("session")).toBe(await rows("user"));
    }
    for (const worker of workers) worker.kill();
  });

  test("a process killed at any step of a sign-up leaves a whole user or no user", async () => {
    const outcomes: number[] = [];
    // On the second and third database every third step, and the last two.
    const steps = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((step) => isEach || step % 3 === 1 || step > 7);
    for (const step of steps) {
      const [users, accounts, sessions] = [await rows("user"), await rows("account"), await rows("session")];
      const worker = await startWorker(step);
      worker.send({ emails: [`step${step}@example.com`] } satisfies Job);
      const [, signal] = await once(worker, "exit");
      expect(signal).toBe("SIGKILL");
      const left = (await rows("user")) - users;
      outcomes.push(left);
      expect([(await rows("account")) - accounts, (await rows("session")) - sessions]).toEqual([left, left]);
    }
    expect(outcomes, "no row before the commit, all rows after it").toEqual([...Array(steps.length - 1).fill(0), 1]);
  });

  test("a process killed at any moment under load leaves no partial user", async () => {
    for (const round of [1, 2, 3, 4, 5, 6, 7, 8].filter((number) => isEach || number % 2 === 0)) {
      const worker = await startWorker();
      worker.send({
        emails: Array.from({ length: 40 }, (_, caller) => `load${round}-${caller}@example.com`),
      } satisfies Job);
      setTimeout(() => worker.kill("SIGKILL"), round * 6);
      await once(worker, "exit");
    }
    // The server may commit later what the process had sent before the kill.
    await expect.poll(async () => (await rows("account")) - (await rows("user")), { timeout: 10_000 }).toBe(0);
    await expect.poll(async () => (await rows("session")) - (await rows("user")), { timeout: 10_000 }).toBe(0);
  });
});

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { createAuth } from "@keyhold/core";
import { memoryStorage } from "@keyhold/testing";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";
import type { StorageAnswer, StorageRequest, StorageSetup } from "./storage-worker.ts";

const services = inject("services");
const processes = 4;
const callers = 16;
const rounds = 20;
const password = "a right password";

describe.skipIf(services.redis === null)("four processes with one database and one Redis", () => {
  // The race is in Redis; any database will do.
  const type = databaseTypes(services).find((name) => name === "postgres") ?? "sqlite";
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let workers: readonly ChildProcess[] = [];
  let auth: ReturnType<typeof createAuth>;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    auth = createAuth({ ...raceConfig, database, secondaryStorage: memoryStorage() });
    await (await planMigration(database, auth.schema)).apply();
    workers = await Promise.all(Array.from({ length: processes }, (_, index) => startWorker(index)));
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill("SIGKILL");
    await database.close();
    await fresh.drop();
  });

  async function startWorker(index: number): Promise<ChildProcess> {
    const setup: StorageSetup = {
      type,
      place: fresh.place,
      redisUrl: services.redis ?? "",
      prefix: `test-${process.pid}`,
      client: index % 2 ? "ioredis" : "node-redis",
    };
    const worker = fork(join(import.meta.dirname, "storage-worker.ts"), [JSON.stringify(setup)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    await once(worker, "message");
    return worker;
  }

  async function ask(worker: ChildProcess | undefined, requests: readonly StorageRequest[]) {
    worker?.send(requests);
    const [answers] = worker ? await once(worker, "message") : [];
    return answers as readonly StorageAnswer[];
  }

  const askAll = async (requests: readonly StorageRequest[]): Promise<readonly StorageAnswer[]> =>
    (await Promise.all(workers.map((worker) => ask(worker, requests)))).flat();

  test("allow exactly five of sixty-four calls under a limit of five, in each of twenty windows", async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const body = { email: `nobody${round}@example.com`, password };
      // Each round has a separate network, because networks have a limit, too.
      const request = { method: "POST", path: "/sign-in/email", ipAddress: `203.0.${round}.1`, body } as const;
      const answers = await askAll(Array.from({ length: callers }, () => request));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses, `round ${round}`).toEqual([...Array(5).fill(401), ...Array(59).fill(429)]);
    }
  });

  test("show a session until a process ends it, and not afterwards", async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const cookie = await signUp(`ada${round}@example.com`);
      const read = { method: "GET", path: "/get-session", cookie } as const;
      // Twice: the second time each process reads from the cache.
      for (const answers of [await askAll([read]), await askAll([read])]) {
        expect(answers.map(({ body }) => body)).toEqual(
          Array(processes).fill(expect.objectContaining({ user: expect.objectContaining({ name: "Ada" }) })),
        );
      }
      const [ended] = await ask(workers[round % processes], [{ method: "POST", path: "/sign-out", body: {}, cookie }]);
      expect(ended?.status).toBe(200);
      const after = await askAll([read, read, read, read]);
      expect(after, `round ${round}`).toEqual(Array(4 * processes).fill({ status: 200, body: null }));
    }
  });

  async function signUp(email: string): Promise<string> {
    const headers = { "content-type": "application/json", origin: raceConfig.baseURL };
    const body = JSON.stringify({ name: "Ada", email, password });
    const url = `${raceConfig.baseURL}/api/auth/sign-up/email`;
    const response = await auth.handler(new Request(url, { method: "POST", headers, body }));
    expect(response.status).toBe(200);
    return response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
  }
});

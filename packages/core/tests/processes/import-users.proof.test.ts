import { type ChildProcess, fork } from "node:child_process";
import { scryptSync } from "node:crypto";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { createAuth, type ImportedUser } from "@keyhold/core";
import type { Adapter } from "@keyhold/core/adapter";
import { accountModel, userModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";
import type { RacedAnswer, RacedRequest, RequestSetup } from "../../../../tests/harness/processes/request-worker.ts";

const count = 1000;
/** So few users sign in, as each check of an old hash takes a tenth of a second of a core: four with each password. */
const stride = 25;
/** Callers without an address wait for each other: this many are hashed well within the maximum wait. */
const atOnce = 10;

let fresh: FreshDatabase;
let database: KyselyDatabase;
let db: Adapter;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  fresh = await freshDatabase("sqlite", inject("services"));
  database = openDatabase(fresh);
});
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  await database.close();
  await fresh.drop();
});

/** The form of the previous library: the salt's hexadecimal text is the salt. */
function legacyHash(password: string, number: number): string {
  const salt = number.toString(16).padStart(32, "0");
  return `${salt}:${scryptSync(password, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 }).toString("hex")}`;
}

async function startWorker(): Promise<ChildProcess> {
  const setup: RequestSetup = { type: "sqlite", place: fresh.place, config: "core" };
  const worker = fork(
    join(import.meta.dirname, "../../../../tests/harness/processes/request-worker.ts"),
    [JSON.stringify(setup)],
    {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  workers.push(worker);
  await once(worker, "message");
  return worker;
}

async function ask(worker: ChildProcess, requests: readonly RacedRequest[]): Promise<readonly RacedAnswer[]> {
  const answers: RacedAnswer[] = [];
  for (let start = 0; start < requests.length; start += atOnce) {
    worker.send(requests.slice(start, start + atOnce));
    const [answered] = await once(worker, "message");
    answers.push(...answered);
  }
  return answers;
}

test("a thousand users of another system are imported, and each that signs in gets a new hash", {
  timeout: 600_000,
}, async () => {
  const auth = createAuth({ ...raceConfig, database });
  await (await planMigration(database, auth.schema)).apply();
  db = database.connect(auth.schema);

  // Ten passwords for all users: verifying costs no less, and a thousand hashes here would double the time.
  const hashes = Array.from({ length: 10 }, (_, number) => legacyHash(`password of ${number}`, number));
  const users: ImportedUser[] = Array.from({ length: count }, (_, number) => ({
    id: `user-${number}`,
    email: `person${number}@example.com`,
    name: `Person ${number}`,
    passwordHash: hashes[number % 10] ?? null,
    createdAt: new Date(Date.UTC(2020, 0, 1, 0, 0, number)),
  }));
  for (const half of [users.slice(0, count / 2), users.slice(count / 2)]) {
    expect(await auth.api.importUsers({ users: half })).toEqual({ imported: count / 2, rejected: [] });
  }
  expect(await db.count(userModel, {})).toBe(count);

  const signIns = users.flatMap(({ email }, number): RacedRequest[] =>
    number % stride === 0
      ? [{ method: "POST", path: "/sign-in/email", body: { email, password: `password of ${number % 10}` } }]
      : [],
  );
  const hands = Math.min(2, availableParallelism());
  const started = await Promise.all(Array.from({ length: hands }, startWorker));
  const answers = await Promise.all(
    started.map((worker, hand) =>
      ask(
        worker,
        signIns.filter((_, index) => index % hands === hand),
      ),
    ),
  );
  expect(answers.flat().filter(({ status }) => status !== 200)).toEqual([]);
  expect(answers.flat()).toHaveLength(count / stride);

  const accounts = await db.list(accountModel, {}, { orderBy: "id", limit: 2 * count });
  expect(accounts).toHaveLength(count);
  expect(accounts.filter(({ password }) => password?.startsWith("$scrypt$ln=4,"))).toHaveLength(count / stride);
  const [first] = await db.list(userModel, {}, { orderBy: "createdAt", limit: 1 });
  expect(first).toMatchObject({ id: "user-0", createdAt: new Date("2020-01-01T00:00:00.000Z") });
});

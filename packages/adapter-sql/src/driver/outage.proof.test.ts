import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { planMigration } from "@keyhold/adapter-kysely";
import { mysql } from "@keyhold/adapter-kysely/mysql";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import { isStorageUnavailable, type Schema } from "@keyhold/core/adapter";
import { userModel } from "@keyhold/core/plugin";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";

const services = inject("services");
const schema: Schema = { models: new Map([["user", userModel]]) };
// A busy machine opens a connection within this time.
const waits = { maxWaitMilliseconds: 2000 };
const servers = databaseTypes(services).filter((type) => type !== "sqlite");
const open = (type: string, url: string): KyselyDatabase =>
  type === "postgres" ? postgres(url, waits) : mysql(url, waits);

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const refusals = async (database: KyselyDatabase): Promise<unknown[]> => {
  const db = database.connect(schema);
  return Promise.all([
    failure(db.find(userModel, { id: "x" })),
    failure(db.remove(userModel, { id: "x" })),
    failure(db.transaction(async () => null)),
    failure(db.transactionOn(userModel, "x", async () => null)),
  ]);
};

describe.each(servers)("%s during a restart", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let witness: KyselyDatabase;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = open(type, fresh.place);
    witness = open(type, fresh.place);
    await (await planMigration(database, schema)).apply();
  });
  afterAll(async () => {
    await database.close();
    await witness.close();
    await fresh.drop();
  });

  /** Ends every connection except the test's, as a restart does. */
  async function endConnections(): Promise<void> {
    if (type === "postgres") {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(witness.kysely);
      return;
    }
    const { rows } = await sql<{ id: number }>`select id from information_schema.processlist
      where db = database() and id <> connection_id()`.execute(witness.kysely);
    for (const { id } of rows) await sql.raw(`kill ${id}`).execute(witness.kysely);
  }

  it("while connections are idle: the process survives, and later calls open new connections", async () => {
    const db = database.connect(schema);
    await Promise.all([1, 2, 3, 4].map(() => db.count(userModel, {})));
    await endConnections();
    // A call may meet a connection of which the process has not seen the end yet.
    await expect.poll(() => db.count(userModel, {})).toBe(0);
  });

  it("during a transaction: it is unavailable, and rolls back", async () => {
    const db = database.connect(schema);
    const now = new Date();
    const broken = db.transaction(async (tx) => {
      await tx.insert(userModel, { id: "half", name: "", email: "half", createdAt: now, updatedAt: now });
      await endConnections();
      await tx.count(userModel, {});
    });
    expect(isStorageUnavailable(await failure(broken))).toBe(true);
    expect(await db.count(userModel, { id: "half" })).toBe(0);
  });

  it("is unavailable if all its connections are in use for too long, and usable again afterwards", async () => {
    const db = database.connect(schema);
    const refused = Promise.withResolvers<void>();
    const held = Array.from({ length: 10 }, () => Promise.withResolvers<void>());
    const holders = held.map(({ resolve }) =>
      db.transaction(() => {
        resolve();
        return refused.promise;
      }),
    );
    await Promise.all(held.map(({ promise }) => promise));
    const waiting = Array.from({ length: 20 }, () => failure(db.count(userModel, {})));
    expect((await Promise.all(waiting)).every(isStorageUnavailable)).toBe(true);
    refused.resolve();
    await Promise.all(holders);
    expect(await db.count(userModel, {})).toBe(0);
  });

  it("is unavailable if a row stays locked for too long", async () => {
    const db = database.connect(schema);
    const now = new Date();
    await db.insert(userModel, { id: "held", name: "", email: "held", createdAt: now, updatedAt: now });
    const [isLocked, isRefused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = db.transactionOn(userModel, "held", () => {
      isLocked.resolve();
      return isRefused.promise;
    });
    await isLocked.promise;
    const other = failure(db.transactionOn(userModel, "held", async () => null));
    const alone = failure(db.update(userModel, "held", { name: "x" }));
    expect([await other, await alone].map(isStorageUnavailable)).toEqual([true, true]);
    isRefused.resolve();
    await holder;
    expect(await db.update(userModel, "held", { name: "y" }), "a connection came back in a wrong state").toMatchObject({
      name: "y",
    });
    await db.remove(userModel, { id: "held" });
  });
});

describe.each(["postgres", "mysql"] as const)("a %s server", (type) => {
  const url = (port: number): string => `${type}://user:secret@127.0.0.1:${port}/auth`;

  async function listen(): Promise<Server> {
    const server = createServer((socket) => socket.on("error", () => undefined)).listen(0, "127.0.0.1");
    await once(server, "listening");
    return server;
  }
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;

  it("that refuses connections is unavailable", async () => {
    const server = await listen();
    const port = portOf(server);
    server.close();
    const database = open(type, url(port));
    expect((await refusals(database)).map(isStorageUnavailable)).toEqual([true, true, true, true]);
    await database.close();
  });

  it("that accepts and never answers is unavailable after a timeout", async () => {
    const server = await listen();
    const database = open(type, url(portOf(server)));
    const errors = await refusals(database);
    expect(errors.map(isStorageUnavailable)).toEqual([true, true, true, true]);
    expect(String(errors), "an error shows the password").not.toContain("secret");
    server.close();
    await Promise.race([database.close(), new Promise((resolve) => setTimeout(resolve, 500))]);
  });
});

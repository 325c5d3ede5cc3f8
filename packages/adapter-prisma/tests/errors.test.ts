import { type Adapter, isStorageUnavailable, type Schema } from "@keyhold/core/adapter";
import { isConflict, userModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.js";
import { prismaAdapter } from "../src/index.js";
import { anyModel, type Generated, type GeneratedClient, generateClient } from "./generated-client.js";
import { createTables, driverAdapter } from "./opened.js";

const services = inject("services");
const schema: Schema = { models: new Map([["user", userModel]]) };
const now = new Date(0);
const user = (id: string) => ({ id, name: "", email: id, createdAt: now, updatedAt: now });

const unreachable = {
  postgres: "postgres://postgres@127.0.0.1:1/none",
  mysql: "mysql://root@127.0.0.1:1/none?connectTimeout=200&acquireTimeout=300",
  sqlite: "/no/such/folder/auth.db",
} as const;

const thrown = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe.each(databaseTypes(services))("errors of Prisma on %s", (type) => {
  let generated: Generated;
  let fresh: FreshDatabase;
  let prisma: GeneratedClient;
  let other: GeneratedClient;
  let db: Adapter;
  const quote = type === "mysql" ? "`" : '"';
  const table = `${quote}user${quote}`;
  const adapterOf = (client: GeneratedClient, maxWaitMilliseconds = 1500): Adapter =>
    prismaAdapter(client, { type, maxWaitMilliseconds }).connect(schema);

  beforeAll(async () => {
    generated = await generateClient(type, anyModel);
    fresh = await freshDatabase(type, services);
    await createTables(type, fresh.place, schema);
    prisma = new generated.PrismaClient({ adapter: driverAdapter(type, fresh.place) });
    other = new generated.PrismaClient({ adapter: driverAdapter(type, fresh.place) });
    db = adapterOf(prisma);
    for (const id of ["ada", "bob", "eve"]) await db.insert(userModel, user(id));
  });
  afterAll(async () => {
    await prisma.$disconnect();
    await other.$disconnect();
    await fresh.drop();
    generated.remove();
  });

  test("a taken unique value is a conflict over its column", async () => {
    const conflict = await db.insert(userModel, { ...user("new"), email: "ada" });
    expect(isConflict(conflict) && conflict.column).toBe("email");
    const sameId = await db.insert(userModel, { ...user("ada"), email: "new" });
    expect(isConflict(sameId) && sameId.column).toBe("id");
  });

  test("a removal answers the number of removed rows", async () => {
    for (const id of ["one", "two"]) await db.insert(userModel, { ...user(id), name: "gone" });
    expect(await db.remove(userModel, { name: "gone" })).toBe(2);
  });

  test("a missing table names Prisma's migration", async () => {
    const missing = prismaAdapter(prisma, { type, naming: { tables: { user: "people" } } }).connect(schema);
    await expect(missing.count(userModel, {})).rejects.toThrow(/people.*npx prisma migrate dev.*naming/);
  });

  test("a missing column is named", async () => {
    const naming = { tables: { user: { columns: { name: "full_name" } } } };
    const missing = prismaAdapter(prisma, { type, naming }).connect(schema);
    await expect(missing.find(userModel, { id: "ada" })).rejects.toThrow(/full_name.*npx prisma migrate dev/);
  });

  test("a lock of another transaction is unavailable storage, with the reason", async () => {
    const busy = other.$transaction(
      async (tx) => {
        await tx.$executeRawUnsafe(`update ${table} set name = 'locked' where id = 'eve'`);
        return thrown(db.update(userModel, "eve", { name: "Eve" }));
      },
      { timeout: 60_000 },
    );
    const error = await busy;
    expect(isStorageUnavailable(error)).toBe(true);
    expect(error).toHaveProperty("reason", `locked by another ${type === "sqlite" ? "process" : "transaction"}`);
  });

  test("an unreachable server is unavailable storage, alone and in a transaction", async () => {
    const client = new generated.PrismaClient({ adapter: driverAdapter(type, unreachable[type]) });
    const lost = adapterOf(client);
    const errors = [
      await thrown(lost.count(userModel, {})),
      await thrown(lost.insert(userModel, user("new"))),
      await thrown(lost.transaction((tx) => tx.insert(userModel, user("new")))),
    ];
    await client.$disconnect();
    expect(errors.map(isStorageUnavailable)).toEqual([true, true, true]);
  });

  test("a transaction that exceeds its limit is rolled back, and is unavailable storage", async () => {
    const brief = adapterOf(prisma, 20);
    const long = brief.transaction(async (tx) => {
      await tx.insert(userModel, user("long"));
      await new Promise((resolve) => setTimeout(resolve, 400));
    });
    expect(isStorageUnavailable(await thrown(long))).toBe(true);
    expect(await db.exists(userModel, { id: "long" })).toBe(false);
  });

  // SQLite has a single connection, and no server.
  const testOnServers = type === "sqlite" ? () => undefined : test;
  testOnServers("two transactions in a deadlock both happen", async () => {
    let runs = 0;
    const waiting: (() => void)[] = [];
    /** In their first runs each waits until both have locked a row. */
    const meet = (): Promise<void> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 2 || runs > 2) for (const goOn of waiting) goOn();
      });
    const both = (first: string, second: string) =>
      db.transaction(async (tx) => {
        runs += 1;
        await tx.update(userModel, first, { name: `by ${first}` });
        await meet();
        await tx.update(userModel, second, { name: `by ${first}` });
      });
    await Promise.all([both("ada", "bob"), both("bob", "ada")]);
    expect(runs).toBe(3);
  });

  testOnServers("a connection ended by the server is unavailable storage, and the next call works", async () => {
    const killed = db.transaction(async (tx) => {
      await tx.update(userModel, "ada", { name: "killed" });
      await killWriters();
      await tx.find(userModel, { id: "ada" });
    });
    expect(isStorageUnavailable(await thrown(killed))).toBe(true);
    await db.update(userModel, "ada", { name: "Ada" });
    expect(await db.find(userModel, { id: "ada" })).toHaveProperty("name", "Ada");
  });

  /** Ends the connections in a transaction. */
  async function killWriters(): Promise<void> {
    if (type === "postgres") {
      await other.$queryRawUnsafe(
        "select pg_terminate_backend(pid)::text from pg_stat_activity where datname = current_database() and state like 'idle in tr%'",
      );
      return;
    }
    const [found] = await other.$queryRawUnsafe<{ id: bigint }[]>(
      "select trx_mysql_thread_id as id from information_schema.innodb_trx join information_schema.processlist p on p.id = trx_mysql_thread_id where p.db = database()",
    );
    await other.$executeRawUnsafe(`kill ${found?.id}`);
  }

  test("a full pool is unavailable storage, without a wait for ever", async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = Array.from({ length: 10 }, () =>
      other.$transaction(() => released, { maxWait: 20_000, timeout: 20_000 }).catch(() => undefined),
    );
    const error = await thrown(adapterOf(other, 300).transaction((tx) => tx.count(userModel, {})));
    release();
    await Promise.all(holding);
    expect(isStorageUnavailable(error)).toBe(true);
  });
});

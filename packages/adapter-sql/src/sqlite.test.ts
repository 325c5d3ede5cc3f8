import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { isStorageUnavailable } from "@keyhold/core/adapter";
import { before, sessionModel, userModel, verificationModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const schema = { models: new Map([userModel, sessionModel, verificationModel].map((model) => [model.name, model])) };
const now = new Date();
const ada = { name: "Ada", email: "ada@example.com", createdAt: now, updatedAt: now };
const oneTimeToken = { identifier: "i", value: "", expiresAt: now };

const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
const file = join(folder, "auth.sqlite");
const database = sqlite(file);
const db = database.connect(schema);
const impatient = sqlite(file, { maxWaitMilliseconds: 300 });
const impatientDb = impatient.connect(schema);

beforeAll(async () => (await planMigration(database, schema)).apply());
afterAll(async () => {
  await database.close();
  await impatient.close();
  rmSync(folder, { recursive: true });
});

describe("a SQLite file", () => {
  it("fails with a clear error if its folder is missing", () => {
    expect(() => sqlite(join(folder, "nowhere", "auth.sqlite"))).toThrow(/folder .* does not exist/);
  });

  it.each<[string, unknown]>([
    ["Cloudflare D1", { prepare: () => ({ all: async () => ({ results: [] }) }), exec: async () => ({ count: 1 }) }],
    ["a client over HTTP", { execute: async () => [] }],
    ["null", null],
  ])("is refused with the way that works if it is %s", (_, client) => {
    expect(() => sqlite(client as DatabaseSync)).toThrow(/no interactive transactions: use Turso .* or PostgreSQL/);
  });

  it("is in WAL mode, so that other processes read while this one writes", () => {
    const other = new DatabaseSync(file);
    expect(other.prepare("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
    other.close();
  });

  it("answers reads during an open transaction, without its rows", async () => {
    await db.transaction(async (tx) => {
      await tx.insert(userModel, ada);
      expect(await db.find(userModel, { email: ada.email })).toBe(null);
      expect(await tx.find(userModel, { email: ada.email })).not.toBe(null);
    });
    expect(await db.exists(userModel, { email: ada.email })).toBe(true);
  });

  it("removes few rows per statement, so that the process never blocks for long, for any limit", async () => {
    const identifier = "removed in pages";
    await db.transaction(async (tx) => {
      for (let index = 0; index < 60; index += 1) await tx.insert(verificationModel, { ...oneTimeToken, identifier });
    });
    const where = { identifier, expiresAt: before(new Date(now.getTime() + 1)) };
    const pages: number[] = [];
    for (let page = 1; page > 0; pages.push(page)) page = await db.removeSome(verificationModel, where, 500);
    expect(pages).toEqual([25, 25, 10, 0]);
  });

  it("makes a write of the outer adapter wait for a transaction, with a timeout and a clear error", async () => {
    const nested = impatientDb.transaction(async () => {
      await impatientDb.insert(verificationModel, oneTimeToken);
    });
    await expect(nested).rejects.toThrow(/use its `tx`, not the outer adapter/);
    expect(
      await impatientDb.insert(verificationModel, oneTimeToken),
      "the connection is not free again",
    ).toHaveProperty("id");
  });

  it("waits for another process without blocking this one", async () => {
    const other = new DatabaseSync(file);
    other.exec("begin immediate");
    let ticks = 0;
    const clock = setInterval(() => ticks++, 1);
    setTimeout(() => other.exec("commit"), 120);
    await db.insert(verificationModel, oneTimeToken);
    await db.transaction((tx) => tx.consume(verificationModel, { identifier: "i" }));
    clearInterval(clock);
    other.close();
    expect(ticks, "the event loop stood still").toBeGreaterThan(0);
  });

  it("is unavailable if another process locks it for too long", async () => {
    const other = new DatabaseSync(file);
    other.exec("begin immediate");
    const errors = [
      await impatientDb.insert(verificationModel, oneTimeToken).catch((error: unknown) => error),
      await impatientDb
        .transaction((tx) => tx.insert(verificationModel, oneTimeToken))
        .catch((error: unknown) => error),
    ];
    other.exec("rollback");
    other.close();
    expect(errors.map(isStorageUnavailable)).toEqual([true, true]);
  });

  it("does not run a waiting write inside a transaction begun meanwhile", async () => {
    const other = new DatabaseSync(file);
    other.exec("begin immediate");
    const waiting = db.insert(verificationModel, { ...oneTimeToken, identifier: "waited" });
    const failing = db.transaction(async (tx) => {
      await tx.insert(verificationModel, oneTimeToken);
      await new Promise((resolve) => setTimeout(resolve, 80));
      throw new Error("on purpose");
    });
    other.exec("rollback");
    other.close();
    await expect(failing).rejects.toThrow("on purpose");
    await waiting;
    expect(await db.consume(verificationModel, { identifier: "waited" })).not.toBe(null);
  });
});

describe("Kysely on a SQLite file", () => {
  it("waits for transactions of the adapter, and sees their commits", async () => {
    const user = db.transaction(async (tx) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return tx.insert(userModel, { ...ada, email: "kysely@example.com" });
    });
    const rows = await database.kysely
      .selectFrom("user")
      .selectAll()
      .where("email", "=", "kysely@example.com")
      .execute();
    await user;
    expect(rows).toHaveLength(1);
  });
});

describe("an already open database", () => {
  it("is shared by two adapters without mixing their transactions", async () => {
    const memory = new DatabaseSync(":memory:");
    const [one, other] = [sqlite(memory), sqlite(memory)];
    await (await planMigration(one, schema)).apply();
    const insert = (adapter: typeof db, email: string) =>
      adapter.transaction(async (tx) => {
        await tx.insert(userModel, { ...ada, email });
        await new Promise((resolve) => setTimeout(resolve, 5));
      });
    await Promise.all([insert(one.connect(schema), "1"), insert(other.connect(schema), "2")]);
    expect(await one.connect(schema).count(userModel, {})).toBe(2);
    await one.close();
    expect(memory.isOpen, "closing the adapter closed an app's database").toBe(true);
    memory.close();
  });

  it("is unavailable once it is closed", async () => {
    const memory = new DatabaseSync(":memory:");
    const adapter = sqlite(memory).connect(schema);
    memory.close();
    expect(isStorageUnavailable(await adapter.count(userModel, {}).catch((error: unknown) => error))).toBe(true);
  });

  it("without tables throws an error that names the migration", async () => {
    const memory = new DatabaseSync(":memory:");
    const adapter = sqlite(memory).connect(schema);
    await expect(adapter.count(userModel, {})).rejects.toThrow(
      'The table "user" does not exist: run the migration, `npx keyhold migrate`.',
    );
    memory.close();
  });
});

describe("dates stored as numbers by other software", () => {
  it("are compared as dates: no valid session counts as expired", async () => {
    const memory = new DatabaseSync(":memory:");
    const numbers = sqlite(memory);
    await (await planMigration(numbers, schema)).apply();
    const insert = memory.prepare("insert into verification values (?, ?, '', ?, null, null)");
    const [past, future] = [Date.now() - 60_000, Date.now() + 60_000];
    insert.run("1", "old seconds", Math.floor(past / 1000));
    insert.run("2", "old milliseconds", past);
    insert.run("3", "old text", new Date(past).toISOString());
    insert.run("4", "new seconds", Math.ceil(future / 1000));
    insert.run("5", "new milliseconds", future);
    insert.run("6", "new text", new Date(future).toISOString());
    await numbers.connect(schema).consume(verificationModel, { expiresAt: before(new Date()) });
    expect(
      memory
        .prepare("select id from verification order by id")
        .all()
        .map(({ id }) => id),
    ).toEqual(["4", "5", "6"]);
    memory.close();
  });
});

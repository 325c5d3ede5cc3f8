import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { createStatements, planMigration } from "@keyhold/adapter-sql";
import type { Schema } from "@keyhold/core/adapter";
import { userModel } from "@keyhold/core/plugin";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  MysqlDialect,
  PostgresDialect,
  SqliteDialect,
} from "kysely";
import { createPool } from "mysql2";
import pg from "pg";
import { afterEach, describe, expect, inject, it } from "vitest";
import { freshDatabase } from "../../../tests/harness/databases.js";
import { kyselyAdapter, type Tables } from "../src/index.js";

const services = inject("services");
const schema: Schema = { models: new Map([[userModel.name, userModel]]) };
const now = new Date();
const person = (email = "ada@example.com") => ({ name: "Ada", email, createdAt: now, updatedAt: now });
const refused = /dialect of this Kysely instance has no interactive transactions.* (Durable Object|Use Kysely's)/;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** The dialect with other functions of the driver. */
const changed = (dialect: Dialect, change: (driver: Driver) => Partial<Driver>): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (kysely) => dialect.createIntrospector(kysely),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createDriver() {
    const driver = dialect.createDriver();
    const unchanged: Driver = {
      init: (options) => driver.init(options),
      acquireConnection: (options) => driver.acquireConnection(options),
      beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
      commitTransaction: (connection) => driver.commitTransaction(connection),
      rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
      releaseConnection: (connection, options) => driver.releaseConnection(connection, options),
      destroy: (options) => driver.destroy(options),
    };
    return { ...unchanged, ...change(driver) };
  },
});

const nothing = async (): Promise<void> => undefined;
const ignoring = { beginTransaction: nothing, commitTransaction: nothing, rollbackTransaction: nothing };
const throwing = {
  async beginTransaction(): Promise<void> {
    throw new Error("Transactions are not supported.");
  },
};

/** SQLite with a function that runs the statements. */
function sqliteBy(run: (query: CompiledQuery) => readonly unknown[], transactions: Partial<Driver>): Dialect {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) => ({ rows: [...run(query)] as R[] }),
    streamQuery: () => {
      throw new Error("No streams.");
    },
  };
  const dialect = new SqliteDialect({
    database: () => {
      throw new Error("Not opened.");
    },
  });
  return changed(dialect, () => ({
    init: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    destroy: nothing,
    ...transactions,
  }));
}

const runOn = (database: DatabaseSync, { sql, parameters }: CompiledQuery): unknown[] =>
  database.prepare(sql).all(...(parameters as SQLInputValue[]));

const isCommand = ({ sql }: CompiledQuery): boolean => /^(begin|commit|rollback|savepoint|release)\b/.test(sql);

/** Three ways to have no transactions. */
const unreal: Readonly<Record<string, (path: string) => Dialect>> = {
  "rejects `begin`, as Cloudflare D1 does": (path) => {
    const database = opened(path);
    return sqliteBy((query) => {
      if (isCommand(query)) throw new Error("D1_ERROR: To execute a transaction, please use another function");
      return runOn(database, query);
    }, throwing);
  },
  "runs each statement on a connection of its own, as over HTTP": (path) =>
    sqliteBy((query) => {
      const database = new DatabaseSync(path);
      try {
        return runOn(database, query);
      } finally {
        database.close();
      }
    }, ignoring),
  "ignores `begin`, `commit` and `rollback`": (path) => {
    const database = opened(path);
    return sqliteBy((query) => (isCommand(query) ? [] : runOn(database, query)), ignoring);
  },
};

function opened(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  cleanups.push(() => database.close());
  return database;
}

describe.each(Object.keys(unreal))("a dialect for SQLite that %s", (kind) => {
  const open = async () => {
    const { place, drop } = await freshDatabase("sqlite", services);
    cleanups.push(drop);
    const beside = opened(place);
    const dialect = unreal[kind]?.(place);
    if (!dialect) throw new Error("No dialect.");
    const database = kyselyAdapter({ kysely: new Kysely<Tables>({ dialect }), type: "sqlite" });
    return { database, beside, db: database.connect(schema) };
  };

  it("is rejected with the way that works before the first write, each time", async () => {
    const { db, beside } = await open();
    for (const statement of createStatements(schema, "sqlite")) beside.exec(statement);
    expect(await db.count(userModel, {}), "a read needs no transaction").toBe(0);
    await expect(db.insert(userModel, person())).rejects.toThrow(refused);
    await expect(db.insert(userModel, person())).rejects.toThrow(refused);
    await expect(db.transaction((tx) => tx.insert(userModel, person()))).rejects.toThrow(refused);
    expect(beside.prepare('select * from "user"').all()).toEqual([]);
  });

  it("is rejected by a migration before its first statement", async () => {
    const { database, beside } = await open();
    const plan = await planMigration(database, schema);
    await expect(plan.apply()).rejects.toThrow(refused);
    expect(beside.prepare("select name from sqlite_master").all()).toEqual([]);
  });
});

describe.each([
  ["throws at the begin of a transaction, as Neon's over HTTP does", throwing],
  ["begins no transaction", ignoring],
])("a dialect that %s", (_, functions) => {
  it.skipIf(services.postgres === null)("is rejected on PostgreSQL", async () => {
    const { place, drop } = await freshDatabase("postgres", services);
    cleanups.push(drop);
    await expectRejected("postgres", new PostgresDialect({ pool: new pg.Pool({ connectionString: place }) }));
  });

  it.skipIf(services.mysql === null)("is rejected on MySQL", async () => {
    const { place, drop } = await freshDatabase("mysql", services);
    cleanups.push(drop);
    await expectRejected("mysql", new MysqlDialect({ pool: createPool({ uri: place }) }));
  });

  const expectRejected = async (type: "postgres" | "mysql", dialect: Dialect): Promise<void> => {
    const kysely = new Kysely<Tables>({ dialect: changed(dialect, () => functions) });
    cleanups.push(() => kysely.destroy());
    for (const statement of createStatements(schema, type))
      await kysely.executeQuery({ ...kysely.selectFrom("user").compile(), sql: statement });
    const db = kyselyAdapter({ kysely, type }).connect(schema);
    await expect(db.insert(userModel, person())).rejects.toThrow(refused);
    expect(await db.count(userModel, {})).toBe(0);
  };
});

describe("a dialect with transactions", () => {
  const statements: string[] = [];
  const open = async () => {
    const database = opened(":memory:");
    for (const statement of createStatements(schema, "sqlite")) database.exec(statement);
    const dialect = sqliteBy((query) => {
      statements.push(query.sql);
      return runOn(database, query);
    }, ignoring);
    const kysely = new Kysely<Tables>({ dialect });
    statements.length = 0;
    return kyselyAdapter({ kysely, type: "sqlite" }).connect(schema);
  };

  it("is tested once, before the first write", async () => {
    const db = await open();
    await Promise.all(["a", "b", "c"].map((email) => db.insert(userModel, person(email))));
    expect(statements.map((sql) => sql.split(" ")[0])).toEqual([
      ...["begin", "pragma", "select", "pragma", "rollback"],
      ...["insert", "insert", "insert"],
    ]);
  });

  it("is not tested for a read: it stays one statement", async () => {
    const db = await open();
    await db.count(userModel, {});
    expect(statements).toHaveLength(1);
  });

  it("that is unreachable at first is tested again later", async () => {
    const file = await freshDatabase("sqlite", services);
    cleanups.push(file.drop);
    const beside = opened(file.place);
    for (const statement of createStatements(schema, "sqlite")) beside.exec(statement);
    let isReachable = false;
    const dialect = sqliteBy((query) => {
      if (!isReachable) throw Object.assign(new Error("connect ECONNREFUSED"), { code: "SQLITE_CANTOPEN" });
      return runOn(beside, query);
    }, ignoring);
    const db = kyselyAdapter({ kysely: new Kysely<Tables>({ dialect }), type: "sqlite" }).connect(schema);
    await expect(db.insert(userModel, person())).rejects.toThrow(/does not answer/);
    isReachable = true;
    expect(await db.insert(userModel, person())).toHaveProperty("id");
  });
});

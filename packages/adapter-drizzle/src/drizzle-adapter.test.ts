import { coreModels, mergeSchema, type Schema } from "@keyhold/core/adapter";
import { integer as column, date, defineModel, id, userModel } from "@keyhold/core/plugin";
import { createClient } from "@libsql/client";
import BetterSqlite from "better-sqlite3";
import { isNotNull, sql } from "drizzle-orm";
import { drizzle as onBetterSqlite } from "drizzle-orm/better-sqlite3";
import { drizzle as onD1 } from "drizzle-orm/d1";
import { drizzle as onLibsql } from "drizzle-orm/libsql";
import { drizzle as onMysqlProxy } from "drizzle-orm/mysql-proxy";
import { drizzle as onNodePostgres } from "drizzle-orm/node-postgres";
import {
  bigint,
  boolean,
  customType,
  integer,
  pgSchema,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from "drizzle-orm/pg-core";
import { drizzle as onPgProxy } from "drizzle-orm/pg-proxy";
import { integer as sqliteInteger, sqliteTable, text as sqliteText } from "drizzle-orm/sqlite-core";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { drizzleAdapter } from "./index.js";

const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
const userOnly: Schema = { models: new Map([...schema.models].filter(([name]) => name === "user")) };

const pool = (): pg.Pool => {
  const made = new pg.Pool({ connectionString: "postgres://nowhere.invalid/app" });
  onTestFinished(() => made.end());
  return made;
};

/** Columns of users that fit, with others in place of some. */
const userColumns = (other: object = {}) => ({
  id: text().primaryKey(),
  name: text().notNull(),
  email: varchar({ length: 255 }).notNull().unique(),
  emailVerified: boolean("email_verified").notNull(),
  image: text(),
  createdAt: timestamp("created_at", { mode: "string" }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true, precision: 3 }).notNull(),
  ...other,
});
const users = (other: object = {}) => pgTable("users", userColumns(other));

const connect = (tables: Record<string, unknown>, options: object = {}, models = userOnly): unknown =>
  drizzleAdapter(onNodePostgres({ client: pool() }), { schema: tables, ...options }).connect(models);

describe("drizzleAdapter refuses, before any statement,", () => {
  test("Cloudflare D1, and names the way that works", () => {
    const binding = { prepare: () => null, batch: () => null, exec: () => null, dump: () => null };
    expect(() => drizzleAdapter(onD1({ client: binding as never }), { schema: {} })).toThrow(
      /Cloudflare D1 has no interactive transactions.*drizzle-orm\/libsql/,
    );
  });

  test("drivers over HTTP", () => {
    const answer = async () => ({ rows: [] });
    expect(() => drizzleAdapter(onPgProxy(answer), { schema: {} })).toThrow(
      /over HTTP has no interactive transactions/,
    );
    expect(() => drizzleAdapter(onMysqlProxy(answer), { schema: {} })).toThrow(/no interactive transactions/);
  });

  test.each<[string, () => object]>([
    ["PostgreSQL", () => onNodePostgres(undefined as never)],
    ["PostgreSQL with an empty URL", () => onNodePostgres("")],
    ["libsql", () => onLibsql(undefined as never)],
  ])("nothing if the URL of %s is not set, as in a build: the auth names it at its first use", async (_, make) => {
    const database = drizzleAdapter(make() as ReturnType<typeof onNodePostgres>, { schema: {} });
    expect(database.missing).toEqual(["drizzle() got no URL; is its environment variable set, e.g. DATABASE_URL?"]);
  });

  test("a single connection of pg, and asks for a pool", () => {
    expect(() => drizzleAdapter(onNodePostgres({ client: new pg.Client() }), { schema: {} })).toThrow(
      /give `drizzle\(\)` a pool/,
    );
  });

  test("a client that it does not know", () => {
    expect(() => drizzleAdapter({ select: () => null }, { schema: {} })).toThrow(
      /client of this Object is not supported/,
    );
    expect(() => drizzleAdapter(onNodePostgres.mock(), { schema: {} })).toThrow(TypeError);
  });

  test("an unknown option", () => {
    expect(() => connect({}, { naming: { case: "snake" } })).toThrow(/naming/);
  });
});

describe("the tables of the app", () => {
  test("have the names of the models, or their plural, or are named by an option", () => {
    expect(() => connect({ user: users() })).not.toThrow();
    expect(() => connect({ users: users(), somethingElse: 1 })).not.toThrow();
    expect(() => connect({ people: users() }, { tables: { user: users() } })).not.toThrow();
  });

  test("are all named if they are missing, and so is each missing column", () => {
    const without = pgTable("user", { id: text().primaryKey(), name: text().notNull() });
    expect(() => connect({ user: without }, {}, schema)).toThrow(
      /lacks "user.email", "user.emailVerified", .*"session", "account", "verification".*npx keyhold generate drizzle/,
    );
  });

  test("may have columns under other keys", () => {
    const table = users({ name: text("nickname"), fullName: text("full_name").notNull() });
    const named = { table, columns: { name: table["fullName" as "name"] } };
    expect(() => connect({}, { tables: { user: named } })).not.toThrow();
    expect(() => connect({}, { tables: { usr: table } })).toThrow(/"usr", which this auth does not have/);
  });

  test("have types that hold the values of the models", () => {
    const wrong = users({ emailVerified: integer("email_verified").notNull(), createdAt: text().notNull() });
    expect(() => connect({ user: wrong })).toThrow(
      /"user.emailVerified" has the type integer, which does not hold boolean values: use boolean; "user.createdAt"/,
    );
  });

  test("have numbers of the size that the models write: the end of a window in milliseconds needs bigint", () => {
    const lastRequest = column().atMost(Number.MAX_SAFE_INTEGER);
    const window = defineModel("window", { id: id(), count: column(), lastRequest });
    const limits: Schema = { models: new Map([["window", window]]) };
    const keys = { id: text().primaryKey(), count: integer().notNull() };
    const narrow = pgTable("window", { ...keys, lastRequest: integer("last_request").notNull() });
    expect(() => connect({ window: narrow }, {}, limits)).toThrow(
      '"window.lastRequest" has the type integer, but numbers up to 9007199254740991 will be written: writes of ' +
        "greater ones will fail: use bigint",
    );
    const wide = pgTable("window", { ...keys, lastRequest: bigint("last_request", { mode: "number" }).notNull() });
    expect(() => connect({ window: wide }, {}, limits)).not.toThrow();
  });

  test("may have citext for a text on PostgreSQL, also in another schema", () => {
    for (const type of ["citext", "extensions.citext"]) {
      const citext = customType<{ data: string }>({ dataType: () => type });
      expect(() => connect({ user: users({ email: citext().notNull().unique() }) })).not.toThrow();
    }
  });

  test("on SQLite have dates as texts, as this library writes them", () => {
    const table = sqliteTable("users", { createdAt: sqliteInteger({ mode: "timestamp" }).notNull() });
    const client = new BetterSqlite(":memory:");
    const dates: Schema = { models: new Map([["user", { ...userModel, columns: { createdAt: date() } }]]) };
    const database = drizzleAdapter(onBetterSqlite({ client }), { schema: { user: table } });
    expect(() => database.connect(dates)).toThrow(
      /"user.createdAt" has the type integer, which does not hold date values/,
    );
  });

  test("can store null where the models need it, and need no value that the models do not have", () => {
    expect(() => connect({ user: users({ image: text().notNull() }) })).toThrow(/"user.image" is NOT NULL/);
    const plan = text()
      .notNull()
      .$defaultFn(() => "free");
    expect(() => connect({ user: users({ plan }) })).toThrow(/the column "plan", which is NOT NULL without a default/);
    expect(() => connect({ user: users({ plan: text().notNull().default("free") }) })).not.toThrow();
  });

  test("have the unique indexes on which concurrent requests rely", () => {
    const email = text().notNull();
    expect(() => connect({ user: users({ email }) })).toThrow(/"user" needs a unique index on email/);
    const withIndex = pgTable("users", userColumns({ email }), (table) => [uniqueIndex().on(table.email)]);
    expect(() => connect({ user: withIndex })).not.toThrow();
    const withConstraint = pgTable("users", userColumns({ email }), (table) => [unique().on(table.email)]);
    expect(() => connect({ user: withConstraint })).not.toThrow();
    const ofSomeRows = pgTable("users", userColumns({ email }), (table) => [
      uniqueIndex().on(table.email).where(isNotNull(table.image)),
    ]);
    expect(() => connect({ user: ofSomeRows })).toThrow(/unique index on email/);
    const ofAnExpression = pgTable("users", userColumns({ email }), (table) => [
      uniqueIndex().on(sql`lower(${table.email})`),
    ]);
    expect(() => connect({ user: ofAnExpression })).toThrow(/unique index on email/);
  });

  test("are of the kind of the database, and in one schema", () => {
    const sqlite = sqliteTable("user", { id: sqliteText().primaryKey() });
    expect(() => connect({ user: sqlite })).toThrow(/not of postgres/);
    const verification = pgSchema("auth").table("verification", {
      id: text().primaryKey(),
      identifier: text().notNull(),
      value: text().notNull(),
      expiresAt: timestamp().notNull(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    });
    const two = new Map([...schema.models].filter(([name]) => name === "user" || name === "verification"));
    expect(() => connect({ user: users(), verification }, {}, { models: two })).toThrow(/in several schemas/);
  });

  test("with an id of the type uuid get UUIDs, if no other ids are chosen", () => {
    const id = uuid().primaryKey();
    expect(() => connect({ user: users({ id }) })).not.toThrow();
    expect(() => connect({ user: users({ id }) }, { ids: "uuid4" })).not.toThrow();
    expect(() => connect({ user: users({ id }) }, { ids: "text" })).toThrow(
      /"user.id" has the type uuid, but ids "text" need text columns/,
    );
    expect(() => connect({ user: users() }, { ids: "uuid7" })).toThrow(/"user.id" has the type text, but ids "uuid7"/);
  });

  test("get their names in the database from the casing of drizzle()", async () => {
    const client = new BetterSqlite(":memory:");
    client.exec(
      `create table users (id text primary key, name text, email text unique, email_verified integer, image text,
        created_at text, updated_at text)`,
    );
    const table = sqliteTable("users", {
      id: sqliteText().primaryKey(),
      name: sqliteText().notNull(),
      email: sqliteText().notNull().unique(),
      emailVerified: sqliteInteger({ mode: "boolean" }).notNull(),
      image: sqliteText(),
      createdAt: sqliteText().notNull(),
      updatedAt: sqliteText().notNull(),
    });
    const db = onBetterSqlite({ client, casing: "snake_case" });
    const adapter = drizzleAdapter(db, { schema: { user: table } }).connect(userOnly);
    expect(await adapter.count(userModel, {})).toBe(0);
  });
});

describe("the database", () => {
  test("says its kind, and leaves migrations to the app's own tool", () => {
    const client = createClient({ url: "file::memory:" });
    const database = drizzleAdapter(onLibsql({ client }), { schema: {} });
    expect(database).toMatchObject({ name: "drizzle (sqlite)", type: "sqlite", session: null, hasTransactions: true });
  });
});

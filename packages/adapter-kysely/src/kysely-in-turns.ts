import type { GiveBack, SqliteLike, Turns } from "@keyhold/adapter-sql/drivers";
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from "kysely";
import type { Tables } from "./kysely-adapter.js";

/** Kysely on the writing connection: queries and transactions take turns with the adapter's. */
export function kyselyInTurns(database: SqliteLike, turns: Turns): Kysely<Tables> {
  const sqlite = new SqliteDialect({ database: asKyselyDatabase(database) });
  const dialect: Dialect = {
    // Kysely would wait for the only connection without a timeout. The turns have a timeout.
    createAdapter: () => Object.create(sqlite.createAdapter(), { supportsMultipleConnections: { value: true } }),
    createDriver: () => inTurns(sqlite.createDriver(), turns),
    createIntrospector: (kysely) => sqlite.createIntrospector(kysely),
    createQueryCompiler: () => sqlite.createQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}

function inTurns(driver: Driver, turns: Turns): Driver {
  let giveBack: GiveBack = () => undefined;
  return {
    init: () => driver.init(),
    async acquireConnection() {
      giveBack = await turns.consume();
      return driver.acquireConnection();
    },
    async releaseConnection(connection: DatabaseConnection) {
      await driver.releaseConnection(connection);
      giveBack();
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    destroy: async () => undefined,
  };
}

/** Adapts node:sqlite to the interface of better-sqlite3, which Kysely's dialect expects. */
function asKyselyDatabase(database: SqliteLike): SqliteDatabase {
  return {
    close: () => void database.close(),
    prepare(sql): SqliteStatement {
      const statement = database.prepare(sql);
      return {
        reader: statement.reader ?? (statement.columns?.() ?? []).length > 0,
        all: (parameters) => statement.all(...asBound(parameters)),
        run: (parameters) => statement.run(...asBound(parameters)),
        iterate: (parameters) =>
          statement.iterate?.(...asBound(parameters)) ?? statement.all(...asBound(parameters)).values(),
      };
    },
  };
}

/** SQLite takes parameters of types unknown to the type checker. */
const asBound = (parameters: readonly unknown[]): never[] => parameters as never[];
